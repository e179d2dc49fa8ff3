// State as bytes: written one value after the other, and read again without ever passing the end.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace panta {

static_assert(std::endian::native == std::endian::little, "the files are little endian, like the machines we run on");

/// Collects bytes.
class ByteWriter {
public:
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void value(const T& value) { append(std::as_bytes(std::span(&value, 1))); }
    /// The number of elements, then the elements.
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void list(const std::vector<T>& values) {
        value(uint64_t(values.size()));
        append(std::as_bytes(std::span(values)));
    }
    void append(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
    const std::vector<std::byte>& bytes() const { return bytes_; }

private:
    std::vector<std::byte> bytes_;
};

/// A cursor over bytes that came from `path`; asking for more than there is throws InputError("... is truncated").
class ByteReader {
public:
    ByteReader(std::string path, std::span<const std::byte> bytes) : path_(std::move(path)), rest_(bytes) {}

    size_t remaining() const { return rest_.size(); }
    std::span<const std::byte> bytes(size_t count);
    std::string_view text(size_t count);
    /// The text up to the next line feed, which is skipped.
    std::string_view line();

    template <class T>
    requires std::is_trivially_copyable_v<T> T value() {
        T value;
        std::memcpy(&value, bytes(sizeof(T)).data(), sizeof(T));
        return value;
    }

    /// What ByteWriter::list wrote.
    template <class T>
    requires std::is_trivially_copyable_v<T> std::vector<T> list() {
        const auto count = value<uint64_t>();
        if (count > remaining() / sizeof(T)) refuse("is truncated");
        std::vector<T> values(count);
        const auto from = bytes(count * sizeof(T));
        if (count > 0) std::memcpy(values.data(), from.data(), from.size());
        return values;
    }

    /// Throws InputError about this file.
    [[noreturn]] void refuse(const std::string& what, const std::string& hint = "") const;

private:
    std::string path_;
    std::span<const std::byte> rest_;
};

}  // namespace panta
