#include "render/video.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "io/atomic_file.h"
#include "io/file_bytes.h"

extern char** environ;

namespace panta {

namespace {

class Handle {
public:
    explicit Handle(int number = -1) : number_(number) {}
    Handle(Handle&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    ~Handle() { reset(); }
    int get() const { return number_; }
    void reset() {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }

private:
    int number_;
};

std::vector<std::string> arguments(const std::string& file, int width, int height, double frame_rate) {
    const std::string size = std::to_string(width) + "x" + std::to_string(height);
    return {"ffmpeg", "-nostdin", "-loglevel", "error", "-y",
            // what comes in
            "-f", "rawvideo", "-pix_fmt", "rgb24", "-video_size", size, "-framerate", to_text(frame_rate), "-i",
            "pipe:0", "-an",
            // what goes out: colours as high definition players expect them, the index at the front for browsers
            "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709", "-color_primaries", "bt709",
            "-color_trc", "bt709", "-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p",
            "-movflags", "+faststart", "-f", "mp4", "file:" + file};
}

}  // namespace

/// The running ffmpeg. Pictures go through a socket, because writing to a socket whose reader died is an error that
/// can be asked for (MSG_NOSIGNAL), where a pipe would raise SIGPIPE in the whole program.
class VideoWriter::Encoder {
public:
    Encoder(const std::filesystem::path& path, int width, int height, double frame_rate)
        : temporary_(temporary_name(path)), words_(::memfd_create("ffmpeg errors", MFD_CLOEXEC)) {
        std::array<int, 2> ends{};
        if (words_.get() < 0 || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            throw RunError(std::string("cannot connect to ffmpeg: ") + std::strerror(errno));
        Handle reader(ends[0]);
        std::swap(pictures_, ends[1]);

        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, reader.get(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, words_.get(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, words_.get(), STDERR_FILENO);
        std::vector<std::string> texts = arguments(temporary_.string(), width, height, frame_rate);
        std::vector<char*> list;
        for (std::string& text : texts) list.push_back(text.data());
        list.push_back(nullptr);
        const int error = ::posix_spawnp(&process_, "ffmpeg", &actions, nullptr, list.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        if (error != 0) {
            process_ = -1;
            ::close(std::exchange(pictures_, -1));
            throw InputError("ffmpeg", std::string("cannot be started: ") + std::strerror(error),
                             "install ffmpeg, or ask for pictures without a video");
        }
    }
    ~Encoder() {
        if (pictures_ >= 0) ::close(pictures_);
        if (process_ >= 0) {
            ::kill(process_, SIGKILL);
            wait();
        }
        ::unlink(temporary_.c_str());  // gone already if the film was published
    }
    Encoder(const Encoder&) = delete;
    Encoder& operator=(const Encoder&) = delete;

    bool send(const std::vector<uint8_t>& bytes) const {
        for (size_t sent = 0; sent < bytes.size();) {
            const ssize_t count = ::send(pictures_, &bytes[sent], bytes.size() - sent, MSG_NOSIGNAL);
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return false;
            sent += size_t(count);
        }
        return true;
    }
    /// Ends the input and waits; true if ffmpeg was content.
    bool finish() {
        ::close(std::exchange(pictures_, -1));
        const int status = wait();
        process_ = -1;
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    /// What ffmpeg has said.
    std::string words() const {
        std::array<char, 1000> text{};
        const ssize_t count = ::pread(words_.get(), text.data(), text.size(), 0);
        std::string said(text.data(), size_t(std::max<ssize_t>(count, 0)));
        while (said.ends_with('\n')) said.pop_back();
        return said.empty() ? "it gave no reason" : said;
    }
    const std::filesystem::path& temporary() const { return temporary_; }

private:
    int wait() const {
        int status = -1;
        while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
        }
        return status;
    }

    std::filesystem::path temporary_;
    Handle words_;
    int pictures_ = -1;
    pid_t process_ = -1;
};

VideoWriter::VideoWriter(std::filesystem::path path, int width, int height, double frame_rate)
    : path_(std::move(path)), width_(width), height_(height) {
    if (width % 2 != 0 || height % 2 != 0)
        throw InputError(path_.string(), "a film needs an even width and height", "960x540, for instance");
    check(std::isfinite(frame_rate) && frame_rate > 0, "a film has a positive frame rate");
    { const AtomicFile probe(path_); }  // says clearly that a folder cannot be written, which ffmpeg does not
    encoder_ = std::make_unique<Encoder>(path_, width, height, frame_rate);
}
VideoWriter::~VideoWriter() = default;

void VideoWriter::add(const Image& image) {
    check(encoder_ && image.width == width_ && image.height == height_, "all pictures of a film have one size");
    if (encoder_->send(image.rgb)) return;
    encoder_->finish();
    fail();
}

void VideoWriter::finish() {
    check(encoder_ != nullptr, "a film is finished once");
    if (!encoder_->finish()) fail();
    publish_file(encoder_->temporary(), path_);
    encoder_.reset();
}

void VideoWriter::fail() {
    const std::string words = encoder_->words();
    encoder_.reset();
    throw RunError(path_.string() + ": ffmpeg failed: " + words);
}

}  // namespace panta
