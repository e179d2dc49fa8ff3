// The program `panta` as a child process, in a folder of its own, with what it wrote to its outputs.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "unit/io/test_folder.h"

namespace panta::test {

namespace fs = std::filesystem;

inline std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}
inline nlohmann::json json_of(const fs::path& file) { return nlohmann::json::parse(text_of(file)); }

inline fs::path frame(const fs::path& run, int k, const std::string& suffix = "vtp") {
    const std::string digits = std::to_string(k);
    return run / "frames" / ("frame_" + std::string(5 - digits.size(), '0') + digits + "." + suffix);
}

struct Outcome {
    int code = -1;    // exit code, or -1
    int signal = 0;   // that ended it, or 0
    std::string out;  // standard output
    std::string err;  // standard error
};

/// One run of the program. Its outputs go to files, so that neither is a terminal unless asked for.
class Program {
public:
    /// `largest_file`: the limit of `ulimit -f` in bytes, beyond which files cannot grow; 0 for none.
    /// `terminal`: an open terminal that takes standard error; -1 for none.
    Program(const fs::path& folder, const std::vector<std::string>& arguments, rlim_t largest_file = 0,
            int terminal = -1)
        : out_(folder / "stdout.txt"), err_(folder / "stderr.txt") {
        std::vector<std::string> words{PANTA_PROGRAM};
        words.insert(words.end(), arguments.begin(), arguments.end());
        std::vector<char*> argv;
        argv.reserve(words.size() + 1);
        for (std::string& word : words) argv.push_back(word.data());
        argv.push_back(nullptr);
        child_ = ::fork();
        if (child_ != 0) return;
        // In the child: only calls that are safe after a fork.
        if (::chdir(folder.c_str()) != 0) ::_exit(126);
        ::dup2(::open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDOUT_FILENO);
        ::dup2(terminal >= 0 ? terminal : ::open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDERR_FILENO);
        if (largest_file > 0) {
            const rlimit limit{largest_file, largest_file};
            ::setrlimit(RLIMIT_FSIZE, &limit);
        }
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    ~Program() {
        if (!ended_) ::kill(child_, SIGKILL), wait();
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    /// Looks again and again until `happened` or the program has ended; true if it is still running.
    bool runs_until(const std::function<bool()>& happened) {
        while (!happened()) {
            if (::waitpid(child_, &status_, WNOHANG) == child_) return ended_ = true, false;
            ::sched_yield();
        }
        return true;
    }
    void send(int signal) const { ::kill(child_, signal); }
    Outcome wait() {
        if (!ended_) ::waitpid(child_, &status_, 0);
        ended_ = true;
        Outcome outcome{-1, 0, text_of(out_), text_of(err_)};
        if (WIFEXITED(status_)) outcome.code = WEXITSTATUS(status_);
        if (WIFSIGNALED(status_)) outcome.signal = WTERMSIG(status_);
        return outcome;
    }

private:
    fs::path out_, err_;
    pid_t child_ = -1;
    int status_ = 0;
    bool ended_ = false;
};

/// Runs the program to its end.
inline Outcome panta(const fs::path& folder, const std::vector<std::string>& arguments, rlim_t largest_file = 0) {
    return Program(folder, arguments, largest_file).wait();
}

/// A column that falls under a tap in the plane; `frames` of film, a checkpoint every `every` frames.
inline std::string splash(int frames, int every, const std::string& formats = R"("vtp")") {
    return R"({"format": 1, "dimension": 2, "spacing": 0.02, "frame_rate": 100, "duration": )" +
           std::to_string(frames * 0.01) + R"(, "bodies": [
        {"name": "column", "shape": {"box": {"min": [0, 0], "max": [0.4, 0.6]}}, "jitter": 0.1, "preset": "water"},
        {"name": "tap", "emitter": {"disc": {"radius": 0.06}, "direction": [1, -1], "speed": 2}, "at": [0.3, 0.9],
         "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0], "max": [1, 1]}, "open": ["+y"]},
                       {"sphere": {"radius": 0.1}, "at": [0.6, 0.1]}],
        "domain": {"min": [-1, -1], "max": [2, 2]},
        "output": {"particles": [)" +
           formats + R"(], "checkpoint_every": )" + std::to_string(every) + "}}";
}
inline void write_text(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

}  // namespace panta::test
