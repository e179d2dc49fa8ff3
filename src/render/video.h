// Films: raw pictures piped into ffmpeg, which encodes H.264 in an MP4 file that every player and browser shows.
#pragma once

#include <filesystem>
#include <memory>

#include "render/image.h"

namespace panta {

class VideoWriter {
public:
    /// Starts ffmpeg. Throws InputError if it is not installed, or if width or height are odd.
    VideoWriter(std::filesystem::path path, int width, int height, double frame_rate);
    /// Without `finish`, stops ffmpeg and removes what it wrote.
    ~VideoWriter();
    VideoWriter(const VideoWriter&) = delete;
    VideoWriter& operator=(const VideoWriter&) = delete;

    /// Throws RunError with ffmpeg's own words if it has failed.
    void add(const Image& image);
    /// Waits for ffmpeg and gives the film its name. Throws RunError.
    void finish();

private:
    class Encoder;
    [[noreturn]] void fail();

    std::filesystem::path path_;
    int width_, height_;
    std::unique_ptr<Encoder> encoder_;
};

}  // namespace panta
