// Checkpoints: everything a run needs to go on, in one file, such that the resumed run equals the unbroken one.
//
// The file (little endian):
//   magic "PANTACHK", u32 format version, u32 number of sections
//   per section: u32 length of its name, the name, u64 bytes, u64 checksum (hash_bytes of its content)
//   u64 checksum of all the above
//   the contents of the sections, one after the other
// A set of particles takes one section that lists its fields ("fluid") and one per state field ("fluid:velocity"), in
// memory order, so that sums after the resume are taken in the same order as before it.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "particles/particles.h"

namespace panta {

class CheckpointWriter {
public:
    /// Adds a section of arbitrary bytes (copied).
    void add(std::string_view name, std::span<const std::byte> bytes);
    void add(std::string_view name, std::string_view text) { add(name, std::as_bytes(std::span(text))); }
    /// Adds all state fields of a set. The particles are not copied: they must not change until `write`.
    void add(std::string_view name, const Particles& particles);
    /// Adds a number or a struct of numbers.
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void add_value(std::string_view name, const T& value) { add(name, std::as_bytes(std::span(&value, 1))); }

    /// Writes the file atomically. Throws RunError or InputError; an older checkpoint then stays as it was.
    void write(const std::filesystem::path& path) const;

private:
    struct Section {
        std::string name;
        std::span<const std::byte> bytes;
    };
    void add_section(std::string name, std::span<const std::byte> bytes);

    std::vector<Section> sections_;
    std::deque<std::vector<std::byte>> owned_;
};

/// A checkpoint that another version of the program wrote: not damaged, but of no use to this one.
class OtherFormat : public InputError {
public:
    using InputError::InputError;
};

class CheckpointReader {
public:
    /// Reads and verifies the file. Throws OtherFormat if it is of another version, InputError if it is missing,
    /// truncated or corrupt.
    explicit CheckpointReader(const std::filesystem::path& path);

    bool has(std::string_view name) const { return find(name) != nullptr; }
    /// The bytes of a section. Throws InputError if there is none of that name.
    std::span<const std::byte> blob(std::string_view name) const;
    std::string text(std::string_view name) const;
    /// Brings back a set whose fields are declared. Throws InputError, leaving the set as it was, if the state fields
    /// declared and those in the file are not the same.
    void restore(std::string_view name, Particles& particles) const;
    template <class T>
    requires std::is_trivially_copyable_v<T> T value(std::string_view name)
    const {
        T value;
        copy_value(name, std::as_writable_bytes(std::span(&value, 1)));
        return value;
    }

private:
    struct Section {
        std::string name;
        std::span<const std::byte> bytes;
    };
    const Section* find(std::string_view name) const;
    void copy_value(std::string_view name, std::span<std::byte> to) const;

    std::string path_;
    std::vector<std::byte> file_;
    std::vector<Section> sections_;
};

}  // namespace panta
