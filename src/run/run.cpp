#include "run/run.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "io/atomic_file.h"
#include "io/frame.h"
#include "run/checkpoints.h"
#include "scene/load.h"
#include "scene/remarks.h"

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
            for (const char* part : {"frames", "checkpoints", "images", "film.mp4", "run.json"})
                fs::remove_all(folder_ / part, error);
        for (const char* part : {"frames", "checkpoints"}) {
            fs::create_directories(folder_ / part, error);
            if (error)
                throw InputError((folder_ / part).string(), "cannot create the folder: " + error.message(),
                                 "name a folder you may write to with --out");
        }
        log_.open(folder_ / "log.txt", options.resume ? std::ios::app : std::ios::trunc);
        if (!log_)
            throw InputError((folder_ / "log.txt").string(), "cannot write the log",
                             "name a folder you may write to with --out");
    }
    void write_scene(const std::string& text) { write_file(folder_ / "scene.json", text); }
    void write_frame(const World& world, uint64_t frame) {
        for (const scene::ParticleFormat format : scene_.output.particles) {
            const bool vtp = format == scene::ParticleFormat::vtp;
            const fs::path file = folder_ / "frames" / fmt::format("frame_{:05}.{}", frame, vtp ? "vtp" : "ply");
            (vtp ? write_vtp : write_ply)(file, world.particles(), world.time(), world.settings().periodicity);
        }
    }
    /// The series for ParaView lists all frames so far; their times follow from the frame rate.
    void write_series(uint64_t frame) {
        if (!has_vtp()) return;
        std::vector<FrameEntry> series;
        for (uint64_t k = 0; k <= frame; ++k)
            series.push_back({double(k) / scene_.frame_rate, folder_ / "frames" / fmt::format("frame_{:05}.vtp", k)});
        write_pvd(folder_ / "frames" / "frames.pvd", series);
    }
    void log(const Progress& progress) {
        log_ << fmt::format("frame {} step {} time {:.6f} dt {:.3e} limit {} particles {} worst_compression {:.4f}\n",
                            progress.frame, progress.step, progress.time, progress.last.dt, progress.last.limit,
                            progress.particles, progress.last.worst_compression);
        if (!log_.flush()) throw RunError((folder_ / "log.txt").string() + ": cannot write: " + std::strerror(errno));
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

/// One run, from where it starts or goes on to its end.
class Run {
public:
    Run(const Scene& scene, const RunOptions& options, const RunCallbacks& callbacks)
        : scene_(scene),
          callbacks_(callbacks),
          frames_(options.frames.value_or(scene::frame_count(scene))),
          folder_(options.folder, scene),
          built_(scene::build(scene, Threads(options.threads), options.behaviours)),
          checkpoints_(folder_.checkpoints(), identity_of(scene)) {}

    /// Starts, or goes on where the last checkpoint was.
    void begin(const RunOptions& options) {
        folder_.prepare(options);
        const bool resumed = options.resume && checkpoints_.restore(world_, tally_, callbacks_.note);
        if (resumed) last_frame_ = tally_.frames;
        if (resumed)
            callbacks_.note(fmt::format("resumed at step {}, {:.4f} s", world_.state().steps, world_.time()));
        else if (options.resume)
            callbacks_.note("no checkpoint to resume from: starting at the beginning");
        if (!resumed)
            for (const std::string& remark : scene::remarks(scene_, built_)) callbacks_.note(remark);
        start_ = Clock::now();
        start_time_ = world_.time();
    }

    /// Goes on to the end, or until it is asked to stop; true at the end.
    bool go_on() {
        folder_.write_scene(resolved(scene_));  // only now: a run of another scene has been refused
        if (!last_frame_) write_frame();
        while (int64_t(tally_.frames) < frames_) {
            const double frame_end = double(tally_.frames + 1) / scene_.frame_rate;
            step(frame_end);
            const bool frame_done = world_.time() >= frame_end;
            if (frame_done) finish_frame();
            tell(frame_done);
            if (callbacks_.stop() && int64_t(tally_.frames) < frames_) return false;
        }
        return true;
    }

    void save() { checkpoints_.save(world_, tally_.up_to_now(world_, seconds_since(start_))); }
    RunReport write_report() {
        const RunReport done = report();
        folder_.write_report(done);
        return done;
    }

    /// What is told of a run that cannot go on; as much as can be written is.
    BrokenRun broken(const std::string& cause) {
        if (diverged_) attempt([&] { save(); });
        RunReport done = report();
        done.frames = last_frame_.value_or(0);  // one that was computed but not written does not count
        attempt([&] { folder_.write_report(done); });
        const std::string frame = last_frame_ ? fmt::format("the last complete frame is {}", *last_frame_)
                                              : std::string("no frame is complete");
        return {cause + "\n" + frame, done, !diverged_, !checkpoints_.empty()};
    }

private:
    RunReport report() { return make_report(tally_, world_, seconds_since(start_)); }

    void step(double frame_end) {
        diverged_ = true;  // unless it returns
        progress_.last = world_.step(frame_end);
        diverged_ = false;
        tally_.add(progress_.last, world_.particles().size());
    }
    void write_frame() {
        folder_.write_frame(world_, tally_.frames);
        last_frame_ = tally_.frames;
        folder_.write_series(tally_.frames);
    }
    void finish_frame() {
        tally_.end_frame(world_);
        write_frame();
        const int every = scene_.output.checkpoint_every;
        if (every > 0 && tally_.frames % uint64_t(every) == 0) save();
    }
    void tell(bool frame_done) {
        const double end = double(frames_) / scene_.frame_rate;
        progress_.frames = frames_;
        progress_.end = end;
        progress_.frame = int64_t(tally_.frames);
        progress_.step = world_.state().steps;
        progress_.time = world_.time();
        progress_.particles = world_.particles().size();
        progress_.seconds_left =
            seconds_since(start_) * (end - world_.time()) / std::max(1e-9, world_.time() - start_time_);
        if (frame_done) folder_.log(progress_);
        callbacks_.progress(progress_);
    }
    /// Does what can be done without once something has failed; the first failure is the one to tell.
    template <class Work>
    void attempt(const Work& work) {
        try {
            work();
        } catch (const std::exception& error) {
            callbacks_.note(error.what());
        }
    }

    const Scene& scene_;
    const RunCallbacks& callbacks_;
    int64_t frames_;
    RunFolder folder_;
    scene::BuiltWorld built_;
    World& world_ = *built_.world;
    Checkpoints checkpoints_;
    RunTally tally_;
    Progress progress_;
    Clock::time_point start_ = Clock::now();
    double start_time_ = 0;
    std::optional<uint64_t> last_frame_;  // that is on disk
    bool diverged_ = false;
};

/// Says which emitters brought less than they should have, and why.
void tell_of_shortage(const RunReport& report, const RunCallbacks& callbacks) {
    constexpr double noticed = 0.9;  // of what was asked; a layer that is about to leave may be missing in short runs
    for (const Delivery& emitter : report.emitters) {
        if (double(emitter.delivered) >= noticed * double(emitter.asked)) continue;
        callbacks.note(fmt::format(
            "emitter \"{}\" delivered {} of {} particles: the rest found no room before its opening, which was covered "
            "by particles that did not give way",
            emitter.body, emitter.delivered, emitter.asked));
    }
}

}  // namespace

RunResult run_scene(const Scene& scene, const RunOptions& options, const RunCallbacks& callbacks) {
    Run run(scene, options, callbacks);
    run.begin(options);
    try {
        const bool finished = run.go_on();
        run.save();
        const RunReport report = run.write_report();
        tell_of_shortage(report, callbacks);
        return {report, finished};
    } catch (const RunError& error) {
        throw run.broken(error.what());
    } catch (const InputError& error) {  // a folder that has become unwritable is no longer a matter of input
        throw run.broken(error.what());
    } catch (const fs::filesystem_error& error) {
        throw run.broken(error.what());
    }
}

}  // namespace panta
