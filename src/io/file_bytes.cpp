#include "io/file_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "base/error.h"

namespace panta {

namespace {

[[noreturn]] void refuse_file(const std::filesystem::path& path, const std::string& reason) {
    throw InputError(path.string(), "cannot read this file: " + reason);
}

/// Closes the file at the end of the scope.
struct OpenFile {
    int handle;
    ~OpenFile() {
        if (handle >= 0) ::close(handle);
    }
};

template <class Number>
bool parse(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path) {
    const OpenFile file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file.handle < 0) refuse_file(path, std::strerror(errno));
    struct stat info = {};
    if (::fstat(file.handle, &info) != 0) refuse_file(path, std::strerror(errno));
    if (!S_ISREG(info.st_mode)) refuse_file(path, "it is not a regular file");

    std::vector<std::byte> bytes(static_cast<size_t>(info.st_size));
    size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t count = ::read(file.handle, bytes.data() + filled, bytes.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse_file(path, std::strerror(errno));
        if (count == 0) break;  // another program cut the file meanwhile; the parser will see that
        filled += size_t(count);
    }
    bytes.resize(filled);
    return bytes;
}

std::string to_text(double number) {
    char buffer[32];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr};
}

bool from_text(std::string_view text, double& number) { return parse(text, number); }
bool from_text(std::string_view text, size_t& number) { return parse(text, number); }

}  // namespace panta
