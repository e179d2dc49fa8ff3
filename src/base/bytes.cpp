#include "base/bytes.h"

#include <algorithm>

#include "base/error.h"

namespace panta {

std::span<const std::byte> ByteReader::bytes(size_t count) {
    if (count > rest_.size()) refuse("is truncated", "the program that wrote it was stopped, or the copy failed");
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
}

std::string_view ByteReader::text(size_t count) {
    const auto taken = bytes(count);
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
}

std::string_view ByteReader::line() {
    const auto end = std::find(rest_.begin(), rest_.end(), std::byte{'\n'});
    if (end == rest_.end()) refuse("is truncated");
    const std::string_view line = text(size_t(end - rest_.begin()));
    bytes(1);
    return line;
}

void ByteReader::refuse(const std::string& what, const std::string& hint) const { throw InputError(path_, what, hint); }

}  // namespace panta
