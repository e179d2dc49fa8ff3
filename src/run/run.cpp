#include "run/run.h"

#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <fstream>

#include "base/error.h"
#include "io/atomic_file.h"
#include "io/frame.h"
#include "run/checkpoints.h"
#include "scene/load.h"

namespace panta {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The files of one run.
class RunFolder {
public:
    RunFolder(fs::path folder, const scene::Scene& scene) : folder_(std::move(folder)), scene_(scene) {}

    void prepare(const RunOptions& options) {
        std::error_code error;
        const bool used = fs::exists(folder_ / "frames") || fs::exists(folder_ / "checkpoints");
        if (used && !options.resume && !options.overwrite)
            throw InputError(folder_.string(), "this folder holds a run already",
                             "--resume continues it, --overwrite replaces it, --out names another folder");
        if (options.overwrite && !options.resume)
            for (const char* part : {"frames", "checkpoints", "images", "film.mp4"})
                fs::remove_all(folder_ / part, error);
        for (const char* part : {"frames", "checkpoints"}) {
            fs::create_directories(folder_ / part, error);
            if (error)
                throw InputError((folder_ / part).string(), "cannot create the folder: " + error.message(),
                                 "name a folder you may write to with --out");
        }
        log_.open(folder_ / "log.txt", options.resume ? std::ios::app : std::ios::trunc);
    }
    void write_scene(const std::string& text) { write_file(folder_ / "scene.json", text); }
    void write_frame(const World& world, uint64_t frame) {
        for (const scene::ParticleFormat format : scene_.output.particles) {
            const bool vtp = format == scene::ParticleFormat::vtp;
            const fs::path file = folder_ / "frames" / fmt::format("frame_{:05}.{}", frame, vtp ? "vtp" : "ply");
            (vtp ? write_vtp : write_ply)(file, world.particles(), world.time());
        }
        // The series for ParaView lists all frames so far; their times follow from the frame rate.
        std::vector<FrameEntry> series;
        for (uint64_t k = 0; k <= frame; ++k)
            series.push_back({double(k) / scene_.frame_rate, folder_ / "frames" / fmt::format("frame_{:05}.vtp", k)});
        if (has_vtp()) write_pvd(folder_ / "frames" / "frames.pvd", series);
    }
    void log(const Progress& progress) {
        log_ << fmt::format("frame {} step {} time {:.6f} dt {:.3e} limit {} particles {} worst_compression {:.4f}\n",
                            progress.frame, progress.step, progress.time, progress.last.dt, progress.last.limit,
                            progress.particles, progress.last.worst_compression);
        log_.flush();
    }
    void write_report(const RunReport& report) { write_file(folder_ / "run.json", to_json(report)); }
    fs::path checkpoints() const { return folder_ / "checkpoints"; }

private:
    bool has_vtp() const {
        return std::ranges::find(scene_.output.particles, scene::ParticleFormat::vtp) != scene_.output.particles.end();
    }
    fs::path folder_;
    const scene::Scene& scene_;
    std::ofstream log_;
};

}  // namespace

RunResult run_scene(const scene::Scene& scene, const RunOptions& options, const RunCallbacks& callbacks) {
    const std::string scene_text = resolved(scene);
    const SceneIdentity identity = identity_of(scene);
    const int64_t frames = options.frames.value_or(scene::frame_count(scene));
    scene::BuiltWorld built = scene::build(scene, Threads(options.threads));
    World& world = *built.world;
    RunFolder folder(options.folder, scene);
    folder.prepare(options);
    Checkpoints checkpoints(folder.checkpoints(), identity);

    // Start, or go on where the last checkpoint was.
    RunTally tally;
    const bool resumed = options.resume && checkpoints.restore(world, tally, callbacks.note);
    folder.write_scene(scene_text);  // only now: a run of another scene has been refused
    if (options.resume && !resumed) callbacks.note("no checkpoint to resume from: starting at the beginning");
    if (resumed)
        callbacks.note(fmt::format("resumed at step {}, {:.4f} s", world.state().steps, world.time()));
    else
        folder.write_frame(world, 0);

    const auto start = Clock::now();
    const double start_time = world.time(), end = double(frames) / scene.frame_rate;
    Progress progress;
    progress.frames = frames;
    progress.end = end;
    const auto report = [&] { return make_report(tally, world, seconds_since(start)); };
    const auto save = [&] { checkpoints.save(world, tally.up_to_now(world, seconds_since(start))); };

    while (int64_t(tally.frames) < frames) {
        // One step.
        const double frame_end = double(tally.frames + 1) / scene.frame_rate;
        try {
            progress.last = world.step(frame_end);
        } catch (const RunError&) {
            save();
            folder.write_report(report());
            throw;
        }
        tally.add(progress.last, world.particles().size());

        // At the end of a frame: write it, and a checkpoint now and then.
        const bool frame_done = world.time() >= frame_end;
        if (frame_done) {
            tally.end_frame(world);
            folder.write_frame(world, tally.frames);
            if (scene.output.checkpoint_every > 0 && tally.frames % uint64_t(scene.output.checkpoint_every) == 0)
                save();
        }

        progress.frame = int64_t(tally.frames);
        progress.step = world.state().steps;
        progress.time = world.time();
        progress.particles = world.particles().size();
        progress.seconds_left = seconds_since(start) * (end - world.time()) / std::max(1e-9, world.time() - start_time);
        if (frame_done) folder.log(progress);
        callbacks.progress(progress);
        if (callbacks.stop() && int64_t(tally.frames) < frames) {
            save();
            const RunResult result{report(), false};
            folder.write_report(result.report);
            return result;
        }
    }
    save();
    const RunResult result{report(), true};
    folder.write_report(result.report);
    return result;
}

}  // namespace panta
