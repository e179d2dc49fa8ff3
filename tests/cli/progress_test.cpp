// The line of progress, as somebody at a terminal sees it. That nobody else does is in trouble_test.cpp.
#include <sys/ioctl.h>

#include <cstdlib>

#include "cli/program.h"

namespace panta::test {
namespace {

/// A terminal without a screen: what is written to `inner` can be read from `outer`.
class Terminal {
public:
    explicit Terminal(unsigned short columns) : outer_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
        if (outer_ < 0 || ::grantpt(outer_) != 0 || ::unlockpt(outer_) != 0) return;
        const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
        ::ioctl(outer_, TIOCSWINSZ, &size);
        inner_ = ::open(::ptsname(outer_), O_RDWR | O_NOCTTY | O_CLOEXEC);
    }
    ~Terminal() {
        if (inner_ >= 0) ::close(inner_);
        if (outer_ >= 0) ::close(outer_);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    int inner() const { return inner_; }
    /// All that is written until everybody has closed it.
    std::string text() {
        ::close(std::exchange(inner_, -1));
        std::string all;
        char part[4096];
        for (ssize_t got; (got = ::read(outer_, part, sizeof part)) > 0;) all.append(part, size_t(got));
        return all;
    }

private:
    int outer_, inner_ = -1;
};

/// What a run of three frames shows on a terminal so wide: every line that was written over the one before.
struct Shown {
    std::vector<std::string> lines;
    std::string rest;  // after the last of them
};
Shown shown(const fs::path& folder, unsigned short columns) {
    write_text(folder / "splash.json", splash(3, 1));
    Terminal terminal(columns);
    EXPECT_GE(terminal.inner(), 0);
    Program program(folder, {"run", "splash.json", "--overwrite"}, 0, terminal.inner());
    std::string text = terminal.text();
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 0) << text;
    EXPECT_EQ(outcome.out.find('\r'), std::string::npos) << "results are for files too";

    Shown result;
    const std::string over = "\r\033[K";
    EXPECT_TRUE(text.starts_with(over)) << text;
    const size_t end = std::min(text.find("\r\n"), text.size());
    result.rest = text.substr(end);
    for (size_t at = over.size(); at < end;) {
        const size_t next = std::min(text.find(over, at), end);
        result.lines.push_back(text.substr(at, next - at));
        at = next + over.size();
    }
    return result;
}

TEST(ProgressLine, tells_frames_time_step_and_compression_and_is_ended) {
    const TestFolder folder;
    const Shown wide = shown(folder.path(), 300);
    const auto report = json_of(folder / "out/splash/run.json");
    ASSERT_EQ(wide.lines.size(), report["steps"].get<size_t>()) << "one for every step";
    EXPECT_TRUE(wide.lines.front().starts_with("[")) << wide.lines.front();
    EXPECT_NE(wide.lines.front().find("] frame 0/3  left "), std::string::npos) << wide.lines.front();
    const std::string& last = wide.lines.back();
    for (const std::string& told :
         {std::string("[##########] frame 3/3  left 0 s"), "step " + report["steps"].dump() + "  dt ",
          std::string("t 0.030 s  compression "), report["particles"].dump() + " particles"})
        EXPECT_NE(last.find(told), std::string::npos) << told << " in " << last;
    EXPECT_EQ(wide.rest, "\r\n");
}

TEST(ProgressLine, fits_a_narrow_terminal) {
    const TestFolder folder;
    const Shown narrow = shown(folder.path(), 40);
    ASSERT_FALSE(narrow.lines.empty());
    // The last column stays free: some terminals go to the next line as soon as it is filled.
    for (const std::string& line : narrow.lines) EXPECT_EQ(line.size(), 39u) << line;
    EXPECT_TRUE(narrow.lines.back().starts_with("[##########] frame 3/3")) << narrow.lines.back();
    EXPECT_EQ(narrow.rest, "\r\n");
}

}  // namespace
}  // namespace panta::test
