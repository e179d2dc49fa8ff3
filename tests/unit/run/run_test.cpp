// Running scenes from a program: callbacks, stopping, and what the folder holds.
#include "run/run.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "io/checkpoint.h"
#include "io/frame.h"
#include "run/checkpoints.h"
#include "run/warning.h"
#include "scene/count.h"
#include "scenes/worlds.h"
#include "unit/io/test_folder.h"

namespace panta::test {
namespace {

Scene pond() {
    return parse_scene(R"({"format": 1, "dimension": 2, "spacing": 0.05, "duration": 0.1, "frame_rate": 50, "bodies": [
        {"shape": {"box": {"min": [0, 0], "max": [0.5, 0.5]}}, "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0], "max": [1, 1]}}]})",
                       "test", scenes());
}

RunOptions into(const std::filesystem::path& folder) {
    RunOptions options;
    options.folder = folder;
    options.threads = 1;
    return options;
}

TEST(RunScene, tells_of_every_step_and_reports_what_it_did) {
    const TestFolder folder;
    std::vector<Progress> told;
    RunCallbacks callbacks;
    callbacks.progress = [&](const Progress& progress) { told.push_back(progress); };
    const RunResult result = run_scene(pond(), into(folder / "film"), callbacks);
    EXPECT_TRUE(result.finished);
    ASSERT_EQ(told.size(), result.report.steps);
    EXPECT_EQ(told.back().frame, 5);
    EXPECT_EQ(told.back().frames, 5);
    EXPECT_EQ(told.back().time, 0.1);
    EXPECT_EQ(told.back().particles, 100u);
    EXPECT_EQ(result.report.particles, 100u);
    EXPECT_EQ(result.report.frames, 5u);
    EXPECT_EQ(result.report.simulated_seconds, 0.1);
    EXPECT_EQ(result.report.escaped, 0u);
    for (size_t k = 1; k < told.size(); ++k) {
        EXPECT_EQ(told[k].step, told[k - 1].step + 1);
        EXPECT_NEAR(told[k].time - told[k - 1].time, told[k].last.dt, 1e-8);
    }
    // The worst compression of the run is that of its worst step.
    const auto worst =
        std::ranges::max_element(told, {}, [](const Progress& progress) { return progress.last.worst_compression; });
    EXPECT_EQ(result.report.worst_compression, double(worst->last.worst_compression));
}

/// Water that flows around and around between two ends.
Scene stream() {
    return parse_scene(R"({"format": 1, "dimension": 2, "spacing": 0.05, "duration": 0.2, "frame_rate": 50,
        "periodic": {"x": [-0.3, 0.3]}, "output": {"particles": ["vtp", "ply"]}, "bodies": [
        {"shape": {"box": {"min": [-0.3, 0], "max": [0.3, 0.3]}}, "velocity": [2, 0], "preset": "water"}],
        "boundaries": [{"plane": {}}]})",
                       "test", scenes());
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(RunScene, writes_what_left_at_one_end_where_it_entered_at_the_other) {
    const TestFolder folder;
    run_scene(stream(), into(folder / "whole"), {});
    RunOptions options = into(folder / "pieces");
    RunCallbacks callbacks;
    callbacks.stop = [] { return true; };
    while (!run_scene(stream(), options, callbacks).finished) options.resume = true;
    Real travelled = 0, last = -Real(0.3);
    for (int k = 0; k <= 10; ++k)
        for (const char* ending : {".vtp", ".ply"}) {
            const std::string name = (k < 10 ? "frames/frame_0000" : "frames/frame_000") + std::to_string(k) + ending;
            const ParticleFrame frame = read_frame(folder / ("whole/" + name));
            for (const Vec3& x : frame.particles[fields::position]) {
                EXPECT_GE(x.x, Real(-0.3)) << name;
                EXPECT_LT(x.x, Real(0.3)) << name;
            }
            const Real first = frame.particles[fields::position][0].x;
            travelled += first < last ? first - last + Real(0.6) : first - last;
            last = first;
            EXPECT_EQ(text_of(folder / ("pieces/" + name)), text_of(folder / ("whole/" + name))) << name;
        }
    EXPECT_GT(travelled, Real(0.3)) << "half of the particles have gone around";
}

/// A run that is stopped after every step and resumed ends as one that is not, to the last byte.
void expect_the_same_in_pieces(const Scene& scene) {
    const TestFolder folder;
    const RunResult whole = run_scene(scene, into(folder / "whole"), {});
    RunOptions options = into(folder / "pieces");
    RunCallbacks callbacks;
    callbacks.stop = [] { return true; };
    uint64_t pieces = 1;
    RunResult result = run_scene(scene, options, callbacks);
    EXPECT_FALSE(result.finished);
    EXPECT_EQ(result.report.steps, 1u);
    options.resume = true;
    for (; !result.finished && pieces <= whole.report.steps; ++pieces) result = run_scene(scene, options, callbacks);
    EXPECT_TRUE(result.finished);
    EXPECT_EQ(pieces, whole.report.steps);
    EXPECT_EQ(result.report.state_hash, whole.report.state_hash);
    EXPECT_EQ(result.report.mean_compression, whole.report.mean_compression);
    EXPECT_EQ(result.report.drift.momentum_drift, whole.report.drift.momentum_drift);
    EXPECT_EQ(result.report.drift.volume_drift, whole.report.drift.volume_drift);
}

TEST(CompressionWarning, comes_only_above_what_the_scene_allows) {
    const auto told = [](const std::string& keys, double mean) {
        Scene scene = pond();
        scene.pressure.method = keys == "wcsph" ? PressureMethod::wcsph : PressureMethod::dfsph;
        scene.pressure.compression = Real(0.05);
        if (keys == "loose") scene.pressure.tolerance = Real(0.02);
        if (keys == "fixed") scene.step.fixed = Real(0.01);
        RunReport report;
        report.mean_compression = mean;
        report.worst_compression = 2 * mean;
        return compression_warning(scene, report);
    };
    EXPECT_EQ(told("", 0.0099), "");
    EXPECT_NE(told("", 0.0101), "");
    EXPECT_EQ(told("loose", 0.0399), "");
    EXPECT_NE(told("loose", 0.0401), "");
    EXPECT_EQ(told("wcsph", 0.0599), "");
    EXPECT_NE(told("wcsph", 0.0601), "");
    EXPECT_NE(told("", NAN), "") << "what is no number is no good run";
    const std::string warning = told("fixed", 0.312);
    for (const char* part : {"31.2 % in the mean", "62.4 % at worst", "more than 1 %", "fixed"})
        EXPECT_NE(warning.find(part), std::string::npos) << part << " in " << warning;
    EXPECT_EQ(warning.find("cfl"), std::string::npos) << warning;
}

TEST(RunScene, tells_at_its_start_what_may_not_be_meant_that_way) {
    const TestFolder folder;
    const Scene scene = parse_scene(R"({"format": 1, "dimension": 2, "spacing": 0.05, "duration": 0.02, "bodies": [
        {"name": "pool", "shape": {"box": {"min": [0, 0], "max": [0.5, 0.5]}}, "preset": "water"},
        {"name": "ball", "shape": {"sphere": {"radius": 0.06}}, "at": [0.7, 0.3], "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0], "max": [1, 1]}}, {"sphere": {"radius": 0.1}, "at": [0.25, 0.25]}]})",
                                    "test", scenes());
    std::vector<std::string> notes;
    RunCallbacks callbacks;
    callbacks.note = [&](const std::string& note) { notes.push_back(note); };
    callbacks.stop = [] { return true; };
    RunOptions options = into(folder / "film");
    run_scene(scene, options, callbacks);
    ASSERT_EQ(notes.size(), 2u);
    const scene::Needs needs = scene::count(scene);
    EXPECT_NE(notes[0].find("pool"), std::string::npos) << notes[0];
    EXPECT_NE(notes[0].find(std::to_string(int(needs.bodies[0].carved)) + " carved away"), std::string::npos)
        << notes[0];
    EXPECT_NE(notes[1].find("ball"), std::string::npos) << notes[1];
    EXPECT_NE(notes[1].find(needs.bodies[1].note), std::string::npos) << notes[1];

    // Once is enough.
    notes.clear();
    options.resume = true;
    run_scene(scene, options, callbacks);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("resumed"), std::string::npos);
}

TEST(RunScene, that_is_stopped_and_resumed_at_every_step_ends_the_same) { expect_the_same_in_pieces(pond()); }

TEST(RunScene, in_which_volumes_change_is_resumed_at_every_step) {
    Scene scene = pond();
    Keyed<Real> volume;
    volume.keys = {{0, 1}, {0.05, Real(1.2)}, {0.1, Real(0.9)}};
    scene.bodies[0].track[0].set(matter::volume, volume);
    for (const PressureMethod method : {PressureMethod::dfsph, PressureMethod::pcisph}) {
        scene.pressure.method = method;
        expect_the_same_in_pieces(scene);
    }
}

TEST(RunScene, keeps_the_last_two_checkpoints) {
    const TestFolder folder;
    Scene scene = pond();
    scene.output.checkpoint_every = 1;
    run_scene(scene, into(folder / "film"), {});
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "film" / "checkpoints"))
        count += entry.path().extension() == ".panta";
    EXPECT_EQ(count, 2u);
}

/// The checkpoints in a folder, oldest first.
std::vector<std::filesystem::path> checkpoints_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}
void damage(const std::filesystem::path& file) {
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
}

/// The checkpoints of a world, told apart from others by the name of their scene.
class CheckpointsOf : public testing::Test {
public:
    void save(Checkpoints& checkpoints, int steps) {
        for (int k = 0; k < steps; ++k) world->step(1e9);
        checkpoints.save(*world, {});
    }
    bool restore(Checkpoints& checkpoints) {
        RunTally tally;
        return checkpoints.restore(*world, tally, [&](const std::string& note) { notes += note; });
    }
    std::vector<std::filesystem::path> files() const { return checkpoints_in(folder.path()); }

    TestFolder folder;
    std::unique_ptr<World> world = world_of(pond());
    std::string notes;
};

TEST_F(CheckpointsOf, a_run_that_are_damaged_are_removed_once_a_sound_one_is_saved) {
    Checkpoints before(folder.path(), {.text = "pond", .files = {}});
    for (int k = 0; k < 2; ++k) save(before, 4);
    const auto sound = files().front(), damaged = files().back();
    damage(damaged);
    Checkpoints after(folder.path(), {.text = "pond", .files = {}});
    ASSERT_TRUE(restore(after));
    EXPECT_NE(notes.find(damaged.filename()), std::string::npos) << notes;
    EXPECT_EQ(world->state().steps, 4u);
    EXPECT_EQ(files(), (std::vector{sound, damaged})) << "nothing is removed before there is something better";
    save(after, 1);
    EXPECT_EQ(files().size(), 2u);
    EXPECT_TRUE(std::filesystem::exists(sound));
    EXPECT_FALSE(std::filesystem::exists(damaged));
}

TEST_F(CheckpointsOf, a_run_replace_a_damaged_one_of_the_same_step) {
    Checkpoints before(folder.path(), {.text = "pond", .files = {}});
    for (int k = 0; k < 2; ++k) save(before, 4);
    const auto both = files();
    damage(both.back());
    Checkpoints after(folder.path(), {.text = "pond", .files = {}});
    ASSERT_TRUE(restore(after));
    save(after, 4);
    EXPECT_EQ(files(), both);
    EXPECT_NO_THROW(CheckpointReader{both.back()});
}

TEST_F(CheckpointsOf, another_scene_are_never_removed) {
    Checkpoints foreign(folder.path(), {.text = "lake", .files = {}});
    Checkpoints edited(folder.path(), {.text = "pond", .files = {{"mesh.obj", 1}}});
    save(foreign, 1);
    const auto lake = files().back();
    save(edited, 1);
    const auto with_another_mesh = files().back();
    Checkpoints own(folder.path(), {.text = "pond", .files = {{"mesh.obj", 2}}});
    save(own, 1);
    const auto first = files().back();

    // Found beside its own, by the process that wrote these and by one that resumes from them.
    save(own, 1);
    Checkpoints resumed(folder.path(), {.text = "pond", .files = {{"mesh.obj", 2}}});
    ASSERT_TRUE(restore(resumed));
    for (int k = 0; k < 3; ++k) save(resumed, 1);
    EXPECT_TRUE(std::filesystem::exists(lake));
    EXPECT_TRUE(std::filesystem::exists(with_another_mesh));
    EXPECT_FALSE(std::filesystem::exists(first));
    EXPECT_EQ(files().size(), 4u);

    // The newest: it is in the way, which is for the user to settle.
    save(foreign, 1);
    const auto newest = files();
    EXPECT_THROW(restore(resumed), InputError);
    EXPECT_EQ(files(), newest);
}

TEST_F(CheckpointsOf, another_version_of_the_program_are_refused_and_kept) {
    Checkpoints own(folder.path(), {.text = "pond", .files = {}});
    save(own, 1);
    const auto old = files().back();
    // The version follows the eight letters of the head.
    std::fstream(old, std::ios::in | std::ios::out | std::ios::binary).seekp(8).put(1);
    EXPECT_THROW(restore(own), OtherFormat);
    Checkpoints other(folder.path(), {.text = "pond", .files = {}});
    for (int k = 0; k < 3; ++k) save(other, 1);
    EXPECT_TRUE(std::filesystem::exists(old));
    EXPECT_EQ(files().size(), 3u);
}

TEST(RunScene, without_a_checkpoint_starts_at_the_beginning_and_says_so) {
    const TestFolder folder;
    RunOptions options = into(folder / "film");
    options.resume = true;
    std::string notes;
    RunCallbacks callbacks;
    callbacks.note = [&](const std::string& note) { notes += note; };
    const RunResult result = run_scene(pond(), options, callbacks);
    EXPECT_TRUE(result.finished);
    EXPECT_NE(notes.find("no checkpoint"), std::string::npos) << notes;
}

TEST(RunScene, of_no_frames_writes_the_start) {
    const TestFolder folder;
    RunOptions options = into(folder / "film");
    options.frames = 0;
    const RunResult result = run_scene(pond(), options, {});
    EXPECT_EQ(result.report.steps, 0u);
    const ParticleFrame start = read_frame(folder / "film" / "frames" / "frame_00000.vtp");
    EXPECT_EQ(start.particles.size(), 100u);
    EXPECT_EQ(start.time, 0);
}

TEST(RunReport, of_a_resumed_run_has_the_time_of_all_its_sessions) {
    const TestFolder folder;
    RunOptions options = into(folder / "film");
    const RunReport first = run_scene(pond(), options, {}).report;
    ASSERT_GT(first.stages.size(), 3u);
    // Nothing is left to do, so whatever it tells is from before.
    options.resume = true;
    const RunReport second = run_scene(pond(), options, {}).report;
    for (const auto& [name, seconds] : first.stages) {
        const auto stage = std::ranges::find(second.stages, name, &StageSeconds::value_type::first);
        ASSERT_NE(stage, second.stages.end()) << name;
        EXPECT_GE(stage->second, seconds) << name;
    }
}

TEST(RunReport, adds_up_the_sessions_and_has_the_most_memory_of_any) {
    const auto world = world_of(pond());
    world->step(1);
    const StageSeconds now = world->profile().seconds();
    RunTally before;
    before.wall_seconds = 100;
    before.particle_steps = 300'000'000;
    before.peak_rss_bytes = uint64_t(1) << 60;
    before.stages = {{"dreaming", 7}, {now[0].first, 50}};
    const RunReport report = make_report(before, *world, 50);
    EXPECT_EQ(report.wall_seconds, 150);
    EXPECT_NEAR(report.million_particle_steps_per_second, 2, 1e-12);
    EXPECT_EQ(report.peak_rss_bytes, uint64_t(1) << 60);
    EXPECT_EQ(report.stages[0], std::pair(std::string("dreaming"), 7.));
    EXPECT_EQ(report.stages[1], std::pair(now[0].first, 50 + now[0].second));
    EXPECT_EQ(report.stages.size(), now.size() + 1);
    EXPECT_EQ(make_report({}, *world, 50).peak_rss_bytes, peak_memory());
}

TEST(RunReport, remembers_what_had_escaped_at_the_end_of_any_frame) {
    const auto world = world_of(pond());
    RunTally tally;
    tally.end_frame(*world);
    EXPECT_EQ(make_report(tally, *world, 1).escaped, 0u);
    const auto x = world->particles().edit(fields::position);
    const Vec3 at_home[] = {x[1], x[2]};
    x[1].x = x[2].y = -1;
    EXPECT_EQ(make_report(tally, *world, 1).escaped, 2u);
    tally.end_frame(*world);
    x[1] = at_home[0], x[2] = at_home[1];
    EXPECT_EQ(make_report(tally, *world, 1).escaped, 2u);
    EXPECT_EQ(make_report({}, *world, 1).escaped, 0u);
}

TEST(RunReport, says_what_emitters_could_not_bring) {
    const TestFolder folder;
    const Scene scene = parse_scene(R"({"format": 1, "dimension": 2, "spacing": 0.05, "duration": 1, "bodies": [
        {"name": "hose", "emitter": {"disc": {"radius": 0.1}, "speed": 2, "direction": [0, 1]},
         "at": [0.15, 0.2], "preset": "water"},
        {"name": "drop", "emitter": {"disc": {"radius": 0.1}, "speed": 1, "direction": [0, 1], "stop": 0.06},
         "at": [0.45, 0.2], "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0], "max": [0.6, 0.4]}}]})",
                                    "test", scenes());
    std::vector<std::string> notes;
    RunCallbacks callbacks;
    callbacks.note = [&](const std::string& note) { notes.push_back(note); };
    const RunReport report = run_scene(scene, into(folder / "run"), callbacks).report;
    ASSERT_EQ(report.emitters.size(), 2u);
    const Delivery &hose = report.emitters[0], &drop = report.emitters[1];
    EXPECT_EQ(hose.body, "hose");
    EXPECT_EQ(hose.asked, 40u * 4);
    EXPECT_LT(hose.delivered, hose.asked * 9 / 10);
    EXPECT_GT(hose.waited, 0);
    EXPECT_EQ(drop.asked, 2u * 4);
    EXPECT_EQ(drop.delivered, drop.asked);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("emitter \"hose\" delivered"), std::string::npos) << notes[0];
    const auto json = nlohmann::json::parse(to_json(report));
    EXPECT_EQ(json["emitters"][0]["body"], "hose");
    EXPECT_EQ(json["emitters"][0]["delivered"], hose.delivered);
}

}  // namespace
}  // namespace panta::test
