// panta run: a scene to its end, with progress on a terminal and a report on request.
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <csignal>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "commands.h"
#include "io/atomic_file.h"
#include "plugins.h"
#include "run/run.h"
#include "run/warning.h"
#include "scene/load.h"
#include "scene_errors.h"
#include "time_text.h"

namespace panta::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;  // set by Ctrl-C; the run then finishes its step and saves

struct Arguments {
    std::string scene, report;
    std::shared_ptr<const Plugins> plugins;
    RunOptions options;
};

/// One line that is written over itself, cut where the terminal ends, and ended before anything else is said.
class ProgressLine {
public:
    ~ProgressLine() { end(); }

    void show(const Progress& p) {
        constexpr int width = 10;
        const int done = p.end > 0 ? int(width * p.time / p.end) : width;
        const std::string line = fmt::format(
            "[{:<{}}] frame {}/{}  left {}  step {}  dt {:.1e} s ({})  t {:.3f} s  compression {:.2f} %  {} particles",
            std::string(size_t(done), '#'), width, p.frame, p.frames, as_time(p.seconds_left), p.step, p.last.dt,
            p.last.limit, p.time, 100 * p.last.worst_compression, p.particles);
        winsize size{};
        const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
        fmt::print(stderr, "\r\033[K{}", known ? line.substr(0, size.ws_col - 1u) : line);
        is_open_ = true;
    }
    void end() {
        if (is_open_) fmt::print(stderr, "\n");
        is_open_ = false;
    }

private:
    bool is_open_ = false;
};

/// A report that could not be written would be noticed only after the run. It may be in the folder of the run, which
/// need not be there yet.
void demand_report(const std::filesystem::path& report, const std::filesystem::path& folder) {
    const std::filesystem::path parent = report.parent_path();
    const auto within = parent.lexically_relative(folder.lexically_normal());
    if (!parent.empty() && !within.empty() && *within.begin() != "..") make_folder(parent);
    demand_writable(report);
}

/// For a shell.
std::string quoted(const std::string& word) {
    const bool plain = std::ranges::all_of(word, [](unsigned char c) {
        return std::isalnum(c) != 0 || std::string_view("/._-+,:=@").find(char(c)) != std::string_view::npos;
    });
    if (plain && !word.empty()) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string command_to_resume(const Arguments& arguments, const std::filesystem::path& folder) {
    std::string command = fmt::format("panta run {} --out {}", quoted(arguments.scene), quoted(folder.string()));
    for (const std::string& file : arguments.plugins->files()) command += " --plugin " + quoted(file);
    if (arguments.options.frames) command += fmt::format(" --frames {}", *arguments.options.frames);
    if (!arguments.report.empty()) command += " --report " + quoted(arguments.report);
    return command + " --resume";
}

/// The error of a run that failed on the way, with how to go on where that is of use. Its report is written if it can
/// be.
RunError explained(const BrokenRun& error, const Arguments& arguments, const std::filesystem::path& folder) {
    if (!arguments.report.empty()) {
        try {
            write_file(arguments.report, to_json(error.report));
        } catch (const std::exception& second) {
            fmt::print(stderr, "{}\n", second.what());
        }
    }
    if (!error.mendable) return RunError(error.what());
    return RunError(fmt::format(
        "{}\nmend this, then {}: {}", error.what(),
        error.has_checkpoint ? "go on from the last checkpoint" : "start again (there is no checkpoint yet)",
        command_to_resume(arguments, folder)));
}

void run(const Arguments& arguments) {
    RunOptions options = arguments.options;
    options.behaviours = arguments.plugins->behaviours();
    const scene::Scene scene = load_scene(arguments.scene, options.behaviours);
    if (options.folder.empty()) options.folder = usual_folder(arguments.scene);

    if (!arguments.report.empty())
        demand_report(std::filesystem::path(arguments.report).lexically_normal(), options.folder);

    const bool on_terminal = isatty(STDERR_FILENO) != 0;
    std::signal(SIGINT, [](int) { interrupted = 1; });
    std::signal(SIGTERM, [](int) { interrupted = 1; });
    ProgressLine line;
    RunCallbacks callbacks;
    if (on_terminal) callbacks.progress = [&](const Progress& progress) { line.show(progress); };
    callbacks.stop = [] { return interrupted != 0; };
    callbacks.note = [&](const std::string& text) {
        line.end();
        fmt::print(stderr, "{}\n", text);
    };

    const RunResult result = with_name_of_scene(arguments.scene, [&] {
        try {
            return run_scene(scene, options, callbacks);
        } catch (const BrokenRun& error) {
            line.end();
            throw explained(error, arguments, options.folder);
        }
    });
    line.end();
    if (!arguments.report.empty()) write_file(arguments.report, to_json(result.report));
    const RunReport& report = result.report;
    fmt::print("{}: {} frames, {} steps, {:.3f} s simulated in {}, worst compression {:.2f} %, escaped {}\n",
               options.folder.string(), report.frames, report.steps, report.simulated_seconds,
               as_time(report.wall_seconds), 100 * report.worst_compression, report.escaped);
    if (const std::string warning = compression_warning(scene, report); !warning.empty())
        fmt::print(stderr, "{}\n", warning);
    if (!result.finished) {
        fmt::print("stopped; to go on: {}\n", command_to_resume(arguments, options.folder));
        throw CLI::RuntimeError(130);
    }
}

}  // namespace

void add_run(CLI::App& app) {
    CLI::App* command = app.add_subcommand("run", "Simulate a scene and write its frames");
    auto arguments = std::make_shared<Arguments>();
    command->add_option("scene", arguments->scene, "Scene file")->required();
    command->add_option("--out", arguments->options.folder, "Folder of the run (default: out/NAME OF THE SCENE)");
    command->add_option("--frames", arguments->options.frames, "Stop after so many frames")
        ->check(CLI::Range(0, 1000000000));
    command->add_option("--threads", arguments->options.threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, 1024));
    CLI::Option* resume =
        command->add_flag("--resume", arguments->options.resume, "Go on from the last checkpoint in the folder");
    command->add_flag("--overwrite", arguments->options.overwrite, "Replace an earlier run in the folder")
        ->excludes(resume);
    command->add_option("--report", arguments->report, "Write the figures of the run as JSON to this file");
    arguments->plugins = Plugins::option_of(*command);
    command->callback([arguments] { run(*arguments); });
}

}  // namespace panta::cli
