// Reading whole files into memory, and numbers as text.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace panta {

/// The content of a file. Throws InputError if it is missing, unreadable or not a file.
std::vector<std::byte> read_file(const std::filesystem::path& path);

/// A number as the shortest text that reads back as the same number; independent of the locale.
std::string to_text(double number);
/// Reads a whole text as a number; false if it is not one.
bool from_text(std::string_view text, double& number);
bool from_text(std::string_view text, size_t& number);

}  // namespace panta
