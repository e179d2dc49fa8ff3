#include "render/video.h"

#include <png.h>

#include <cstdlib>
#include <string>

#include "../io/test_folder.h"
#include "base/error.h"
#include "io/atomic_file.h"
#include "io/file_bytes.h"

namespace panta {
namespace {

Image pattern(int width, int height, int shift) {
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            image.pixel(x, y)[0] = uint8_t(x + shift);
            image.pixel(x, y)[1] = uint8_t(y);
            image.pixel(x, y)[2] = uint8_t(x * y);
        }
    return image;
}

/// Programs are looked for in `folder` first (or only) until the end of the scope.
class SearchPath {
public:
    SearchPath(const std::filesystem::path& folder, bool only) : before_(std::getenv("PATH")) {
        setenv("PATH", (folder.string() + (only ? "" : ":" + before_)).c_str(), 1);
    }
    ~SearchPath() { setenv("PATH", before_.c_str(), 1); }

private:
    std::string before_;
};

TEST(Png, brings_back_every_pixel) {
    const TestFolder folder;
    const Image image = pattern(33, 17, 0);
    write_png(folder / "a.png", image);
    png_image read{};
    read.version = PNG_IMAGE_VERSION;
    ASSERT_TRUE(png_image_begin_read_from_file(&read, (folder / "a.png").c_str()));
    read.format = PNG_FORMAT_RGB;
    std::vector<uint8_t> bytes(PNG_IMAGE_SIZE(read));
    ASSERT_TRUE(png_image_finish_read(&read, nullptr, bytes.data(), 0, nullptr));
    EXPECT_EQ(read.width, 33u);
    EXPECT_EQ(bytes, image.rgb);
}

TEST(Video, is_an_mp4_file_with_its_index_at_the_front) {
    const TestFolder folder;
    VideoWriter video(folder / "a.mp4", 32, 16, 25);
    for (int k = 0; k < 5; ++k) video.add(pattern(32, 16, k));
    EXPECT_FALSE(std::filesystem::exists(folder / "a.mp4"));
    video.finish();
    const auto bytes = read_file(folder / "a.mp4");
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    EXPECT_EQ(text.substr(4, 4), "ftyp");
    EXPECT_LT(text.find("moov"), text.find("mdat"));
    EXPECT_NE(text.find("avc1"), std::string::npos);
    EXPECT_EQ(folder.files(), std::vector<std::string>{"a.mp4"});
}

TEST(Video, that_is_given_up_leaves_nothing) {
    const TestFolder folder;
    {
        VideoWriter video(folder / "a.mp4", 32, 16, 25);
        video.add(pattern(32, 16, 0));
    }
    EXPECT_TRUE(folder.files().empty());
}

TEST(Video, without_ffmpeg_is_refused_with_advice) {
    const TestFolder folder;
    const SearchPath none(folder.path(), true);
    try {
        const VideoWriter video(folder / "a.mp4", 32, 16, 25);
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("install ffmpeg"), std::string::npos);
    }
}

TEST(Video, tells_what_ffmpeg_said_when_it_fails) {
    const TestFolder folder;
    make_folder(folder / "bin");
    write_file(folder / "bin/ffmpeg", "#!/bin/sh\necho no such encoder >&2\nexit 3\n");
    std::filesystem::permissions(folder / "bin/ffmpeg", std::filesystem::perms::owner_all);
    const SearchPath first(folder / "bin", false);
    try {
        VideoWriter video(folder / "a.mp4", 320, 160, 25);
        for (int k = 0; k < 20; ++k) video.add(pattern(320, 160, k));
        video.finish();
        ADD_FAILURE();
    } catch (const RunError& error) {
        EXPECT_NE(std::string(error.what()).find("no such encoder"), std::string::npos) << error.what();
    }
    EXPECT_EQ(folder.files(), std::vector<std::string>{"bin"});
}

TEST(Video, refuses_odd_sizes_and_missing_folders) {
    const TestFolder folder;
    EXPECT_THROW(VideoWriter(folder / "a.mp4", 33, 16, 25), InputError);
    EXPECT_THROW(VideoWriter(folder / "missing/a.mp4", 32, 16, 25), InputError);
}

}  // namespace
}  // namespace panta
