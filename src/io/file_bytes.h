// Reading whole files into memory, and walking through their bytes without ever passing the end.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace panta {

static_assert(std::endian::native == std::endian::little, "the files are little endian, like the machines we run on");

/// The content of a file. Throws InputError if it is missing, unreadable or not a file.
std::vector<std::byte> read_file(const std::filesystem::path& path);

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

    /// Throws InputError about this file.
    [[noreturn]] void refuse(const std::string& what, const std::string& hint = "") const;

private:
    std::string path_;
    std::span<const std::byte> rest_;
};

/// A number as the shortest text that reads back as the same number; independent of the locale.
std::string to_text(double number);
/// Reads a whole text as a number; false if it is not one.
bool from_text(std::string_view text, double& number);
bool from_text(std::string_view text, size_t& number);

}  // namespace panta
