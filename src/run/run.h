// Running a scene to its end: steps, frames, checkpoints, a log and a report in one folder.
//
//     DIR/scene.json      the scene, settings filled in     DIR/frames/       frame_00000.vtp ..., frames.pvd
//     DIR/log.txt         one line per frame                DIR/checkpoints/  the last two
//     DIR/run.json        the report
//
// A run killed at any moment continues from its last checkpoint and arrives at the same bytes as one that was not.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "base/error.h"
#include "run/report.h"
#include "scene/build.h"

namespace panta {

struct RunOptions {
    std::filesystem::path folder;
    std::optional<int64_t> frames;  // stop after so many; otherwise the scene's
    int threads = 0;                // 0: as many as the machine has
    bool resume = false;
    bool overwrite = false;                                     // replace an earlier run in the folder
    scene::Catalogue behaviours = scene::builtin_behaviours();  // that the scene may name
};

/// Where a run is, told after every step.
struct Progress {
    int64_t frame = 0, frames = 0;  // frames finished, and in all
    uint64_t step = 0;
    double time = 0, end = 0;  // simulated seconds, now and at the end
    size_t particles = 0;
    StepReport last;
    double seconds_left = 0;  // estimate
};

struct RunCallbacks {
    std::function<void(const Progress&)> progress = [](const Progress&) {};
    std::function<bool()> stop = [] { return false; };  // true: finish the step, write a checkpoint, return
    std::function<void(const std::string&)> note = [](const std::string&) {};  // one sentence for the user
};

struct RunResult {
    RunReport report;
    bool finished = true;  // false: stopped on request; resume continues it
};

/// A run that failed on the way: finished frames and the last checkpoint are on disk, the message names the cause and
/// the last complete frame.
class BrokenRun : public RunError {
public:
    BrokenRun(const std::string& what, RunReport what_it_did, bool is_mendable, bool from_checkpoint)
        : RunError(what), report(std::move(what_it_did)), mendable(is_mendable), has_checkpoint(from_checkpoint) {}

    RunReport report;
    bool mendable = false;        // a file could not be written: once it can, resuming goes on
    bool has_checkpoint = false;  // false: resuming begins at the start
};

/// Runs the scene. Throws InputError before anything is written if the folder or the scene cannot be used, BrokenRun if
/// the run fails.
RunResult run_scene(const scene::Scene& scene, const RunOptions& options, const RunCallbacks& callbacks);

}  // namespace panta
