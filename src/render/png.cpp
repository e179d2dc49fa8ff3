#include <png.h>

#include <csetjmp>

#include "base/error.h"
#include "io/atomic_file.h"
#include "render/image.h"

namespace panta {

namespace {

constexpr int compression = 2;  // 1 fast ... 9 small; a film's frames are many and short-lived

void append_bytes(png_structp png, png_bytep data, png_size_t count) {
    auto* file = static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    file->insert(file->end(), bytes, bytes + count);
}

/// Encodes into `file`. libpng leaves this function by longjmp on errors, so nothing in it may need a destructor.
bool encode(const Image& image, std::vector<std::byte>& file) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png ? png_create_info_struct(png) : nullptr;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, &file, append_bytes, nullptr);
    png_set_compression_level(png, compression);
    png_set_filter(png, 0, PNG_FILTER_SUB | PNG_FILTER_UP);
    png_set_IHDR(png, info, png_uint_32(image.width), png_uint_32(image.height), 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    for (int y = 0; y < image.height; ++y) png_write_row(png, image.pixel(0, y));
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    return true;
}

}  // namespace

void write_png(const std::filesystem::path& path, const Image& image) {
    std::vector<std::byte> file;
    file.reserve(image.rgb.size() + 4096);
    if (!encode(image, file)) throw RunError(path.string() + ": the picture cannot be encoded as PNG");
    write_file(path, file);
}

}  // namespace panta
