// A picture: rows from the top, three bytes (red, green, blue; sRGB) per pixel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace panta {

struct Image {
    int width = 0, height = 0;
    std::vector<uint8_t> rgb;

    Image(int w, int h) : width(w), height(h), rgb(size_t(w) * size_t(h) * 3) {}
    uint8_t* pixel(int x, int y) { return &rgb[(size_t(y) * size_t(width) + size_t(x)) * 3]; }
    const uint8_t* pixel(int x, int y) const { return &rgb[(size_t(y) * size_t(width) + size_t(x)) * 3]; }
};

/// Writes a PNG file atomically. Throws InputError or RunError.
void write_png(const std::filesystem::path& path, const Image& image);

}  // namespace panta
