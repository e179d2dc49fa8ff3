// Files that are either complete or not there: written under a temporary name in the same folder, synced, renamed.
// Until `commit` returns, a file that had the name before stays as it was.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace panta {

class AtomicFile {
public:
    /// Opens the temporary. Throws InputError if the folder is missing or unwritable, RunError if the system fails.
    explicit AtomicFile(std::filesystem::path path);
    /// Removes the temporary unless the file was committed.
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Appends bytes. Throws RunError with path and reason, for instance when the disk is full.
    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

    /// Makes the file appear under its name, durably. Throws RunError if it cannot.
    void commit();

private:
    void flush();
    void write_all(std::span<const std::byte> bytes);
    [[noreturn]] void fail(const char* action) const;

    std::filesystem::path path_, temporary_;
    int file_ = -1;
    std::vector<std::byte> buffer_;  // small writes are gathered here
};

/// Writes a whole file atomically.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file(const std::filesystem::path& path, std::string_view text);

/// Throws InputError unless a file of this name can be written; for what is written only at the end of long work. A
/// file that is there already stays as it is.
void demand_writable(const std::filesystem::path& path);

/// The temporary name beside `path` that its content has while it is being written.
std::filesystem::path temporary_name(const std::filesystem::path& path);
/// Syncs `temporary` and renames it to `path`, for files that another program wrote. Throws RunError.
void publish_file(const std::filesystem::path& temporary, const std::filesystem::path& path);
/// Creates a folder and those above it. Throws InputError (RunError if the disk is full) with the reason.
void make_folder(const std::filesystem::path& folder);

}  // namespace panta
