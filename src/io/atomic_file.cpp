#include "io/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace panta {

namespace {

constexpr size_t buffer_bytes = size_t(1) << 18;

/// Errors of `open` that the user can mend by choosing another place.
bool is_bad_place(int error) {
    return error == ENOENT || error == EACCES || error == EPERM || error == EROFS || error == ENOTDIR ||
           error == EISDIR || error == ENAMETOOLONG || error == ELOOP;
}

[[noreturn]] void fail_writing(const std::filesystem::path& path, const char* action, int error) {
    throw RunError(path.string() + ": cannot " + action + ": " + std::strerror(error));
}

/// Syncs what `file` refers to; file systems that have nothing to sync say EINVAL or ENOTSUP.
bool sync_to_disk(int file) { return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP; }

/// Renames and makes the new name durable.
void rename_and_sync(const std::filesystem::path& temporary, const std::filesystem::path& path) {
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail_writing(path, "give the finished file its name", errno);
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) return;  // the folder may be written but not read: the file is there, its name is synced later
    const bool synced = sync_to_disk(handle);
    const int error = errno;
    ::close(handle);
    if (!synced) fail_writing(folder, "sync the folder", error);
}

}  // namespace

std::filesystem::path temporary_name(const std::filesystem::path& path) {
    std::filesystem::path temporary = path;
    return temporary += ".partial";
}

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)), temporary_(temporary_name(path_)) {
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ >= 0) return;
    if (!is_bad_place(errno)) fail("open the file");
    throw InputError(path_.string(), std::string("cannot write here: ") + std::strerror(errno),
                     "does the folder exist, and may you write to it?");
}

AtomicFile::~AtomicFile() {
    if (file_ < 0) return;
    ::close(file_);
    ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    check(file_ >= 0, "a file is written before it is committed");
    if (buffer_.size() + bytes.size() <= buffer_bytes) {
        buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
        return;
    }
    flush();
    write_all(bytes);
}

void AtomicFile::flush() {
    write_all(buffer_);
    buffer_.clear();
}

void AtomicFile::write_all(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("write");
        bytes = bytes.subspan(size_t(written));
    }
}

void AtomicFile::commit() {
    check(file_ >= 0, "a file is committed once");
    flush();
    if (!sync_to_disk(file_)) fail("sync");
    // From here on the destructor has nothing to close, so a failure removes the temporary here.
    const int closed = ::close(std::exchange(file_, -1));
    const int error = errno;
    try {
        if (closed != 0) fail_writing(path_, "close", error);
        rename_and_sync(temporary_, path_);
    } catch (...) {
        ::unlink(temporary_.c_str());
        throw;
    }
}

void AtomicFile::fail(const char* action) const { fail_writing(path_, action, errno); }

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    AtomicFile file(path);
    file.write(bytes);
    file.commit();
}
void write_file(const std::filesystem::path& path, std::string_view text) {
    write_file(path, std::as_bytes(std::span(text)));
}

void demand_writable(const std::filesystem::path& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw InputError(path.string(), "cannot write here: it is a folder or a device", "name a file");
    const AtomicFile probe(path);  // never committed
}

void publish_file(const std::filesystem::path& temporary, const std::filesystem::path& path) {
    const int file = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) fail_writing(temporary, "open", errno);
    const bool synced = sync_to_disk(file);
    const int error = errno;
    ::close(file);
    if (!synced) fail_writing(temporary, "sync", error);
    rename_and_sync(temporary, path);
}

void make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error == std::errc::no_space_on_device) fail_writing(folder, "make this folder", error.value());
    if (error || !std::filesystem::is_directory(folder))
        throw InputError(folder.string(), "cannot make this folder: " + (error ? error.message() : "it is a file"));
}

}  // namespace panta
