// A run that is killed or interrupted and resumed arrives at the same bytes as one that was not.
#include "base/random.h"
#include "cli/program.h"
#include "io/frame.h"

namespace panta::test {
namespace {

constexpr int frames = 24;

/// The hash of an unbroken run of the scene in `folder`, and its last frame.
struct Reference {
    int frames;
    std::string hash, last_frame;
    uint64_t steps = 0;
};
Reference unbroken(const fs::path& folder, int count) {
    const Outcome outcome =
        panta(folder, {"run", "splash.json", "--out", "unbroken", "--frames", std::to_string(count), "--threads", "2"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const auto report = json_of(folder / "unbroken/run.json");
    return {count, report["state_hash"], text_of(frame(folder / "unbroken", count)), report["steps"]};
}

/// What every finished run must have, however it got there.
void expect_whole(const fs::path& run, const Reference& reference) {
    const auto report = json_of(run / "run.json");
    EXPECT_EQ(report["state_hash"], reference.hash);
    EXPECT_EQ(report["steps"], reference.steps);
    EXPECT_EQ(report["frames"], reference.frames);
    EXPECT_TRUE(text_of(frame(run, reference.frames)) == reference.last_frame) << "the last frames differ";
    const auto series = read_pvd(run / "frames/frames.pvd");
    ASSERT_EQ(series.size(), size_t(reference.frames + 1));
    for (int k = 0; k <= reference.frames; ++k) EXPECT_NEAR(read_frame(series[size_t(k)].file).time, 0.01 * k, 1e-9);
    for (const auto& entry : fs::recursive_directory_iterator(run))
        EXPECT_NE(entry.path().extension(), ".partial") << entry.path();
}

TEST(Killed, run_that_is_resumed_ends_as_if_nothing_had_happened) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(frames, 3));
    const Reference reference = unbroken(folder.path(), frames);
    const Random random(20);
    int killed = 0;
    for (uint64_t round = 0; round < 5; ++round) {
        const fs::path run = folder / ("film" + std::to_string(round));
        // Killed three times at moments of chance: some looks after a frame of chance has appeared.
        int reached = 0;
        for (uint64_t k = 0; k < 3; ++k) {
            std::vector<std::string> words{"run", "splash.json", "--out", run, "--threads", "2"};
            if (k > 0) words.emplace_back("--resume");
            Program program(folder.path(), words);
            reached = std::min(frames - 1, reached + 1 + int(5 * random.uniform(round, 2 * k)));
            auto looks = int(200 * random.uniform(round, 2 * k + 1));
            const bool running = program.runs_until([&] { return fs::exists(frame(run, reached)) && --looks < 0; });
            program.send(SIGKILL);
            const Outcome outcome = program.wait();
            killed += running && outcome.signal == SIGKILL;
        }
        const Outcome outcome =
            panta(folder.path(), {"run", "splash.json", "--out", run, "--threads", "1", "--resume"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        expect_whole(run, reference);
    }
    EXPECT_GT(killed, 0) << "somebody must have died young";
}

TEST(Killed, run_whose_last_checkpoint_is_damaged_goes_on_from_the_one_before) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(frames, 3));
    const fs::path run = folder / "film";
    {
        Program program(folder.path(), {"run", "splash.json", "--out", run});
        ASSERT_TRUE(program.runs_until([&] { return fs::exists(frame(run, 8)); }));
        program.send(SIGKILL);
        program.wait();
    }
    std::vector<fs::path> checkpoints;
    for (const auto& entry : fs::directory_iterator(run / "checkpoints"))
        if (entry.path().extension() == ".panta") checkpoints.push_back(entry.path());
    std::ranges::sort(checkpoints);
    // Two are kept; three, if death came before the oldest was removed.
    ASSERT_GE(checkpoints.size(), 2u);
    fs::resize_file(checkpoints.back(), fs::file_size(checkpoints.back()) / 2);
    const Outcome outcome = panta(folder.path(), {"run", "splash.json", "--out", run, "--resume"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("trying the checkpoint before it"), std::string::npos) << outcome.err;
    expect_whole(run, unbroken(folder.path(), frames));
}

class Interrupted : public testing::TestWithParam<int> {};

TEST_P(Interrupted, run_saves_itself_says_how_to_go_on_and_does) {
    // A film so long that it does not end before the signal arrives, however busy the machine is.
    constexpr int endless = 5000;
    const TestFolder folder;
    write_text(folder / "splash.json", splash(endless, 0));
    Program program(folder.path(), {"run", "splash.json", "--out", "my film", "--report", "report.json"});
    ASSERT_TRUE(program.runs_until([&] { return fs::exists(frame(folder / "my film", 4)); }));
    program.send(GetParam());
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 130);
    EXPECT_NE(outcome.out.find("panta run splash.json --out 'my film' --report report.json --resume"),
              std::string::npos)
        << outcome.out;
    EXPECT_FALSE(fs::is_empty(folder / "my film/checkpoints"));
    const int reached = json_of(folder / "report.json")["frames"];
    EXPECT_GE(reached, 4);
    EXPECT_LT(reached, endless);
    EXPECT_EQ(json_of(folder / "my film/run.json")["frames"], reached);

    const int last = reached + 3;
    const Outcome resumed =
        panta(folder.path(), {"run", "splash.json", "--out", "my film", "--resume", "--frames", std::to_string(last)});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_NE(resumed.err.find("resumed at step"), std::string::npos) << resumed.err;
    expect_whole(folder / "my film", unbroken(folder.path(), last));
}

INSTANTIATE_TEST_SUITE_P(BySignal, Interrupted, testing::Values(SIGINT, SIGTERM));

TEST(Resume, of_another_scene_is_refused) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(3, 1));
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "film"}).code, 0);
    const std::string before = text_of(folder / "film/run.json"), scene = text_of(folder / "film/scene.json");
    std::string other = splash(3, 1);
    other.replace(other.find("0.4, 0.6"), 8, "0.4, 0.5");
    write_text(folder / "other.json", other);
    const Outcome outcome = panta(folder.path(), {"run", "other.json", "--out", "film", "--resume"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("another scene"), std::string::npos) << outcome.err;
    EXPECT_EQ(text_of(folder / "film/run.json"), before);
    EXPECT_EQ(text_of(folder / "film/scene.json"), scene) << "the folder still tells which scene it holds";
}

/// A project folder: a scene of two frames with a mesh that is a body, one that is a wall and one that leads.
void write_project(const fs::path& project) {
    fs::create_directories(project / "meshes");
    for (const char* name : {"body.obj", "wall.obj", "guide.obj"})
        fs::copy_file(fs::path(PANTA_SOURCE_DIR) / "tests/scenes/wedge.obj", project / "meshes" / name);
    write_text(project / "scene.json", R"({"format": 1, "spacing": 0.02, "frame_rate": 100, "duration": 0.02,
        "bodies": [{"shape": {"mesh": "meshes/body.obj"}, "at": [0, 0.3, 0], "preset": "water",
                    "track": [{"behaviour": "control"}]}],
        "boundaries": [{"plane": {}}, {"mesh": "meshes/wall.obj"}],
        "guides": [{"frames": ["meshes/guide.obj", "meshes/guide.obj"]}]})");
}
Outcome resume_project(const fs::path& project) {
    return panta(project, {"run", "scene.json", "--out", "film", "--resume"});
}

TEST(Resume, after_a_mesh_was_edited_is_refused_and_names_it) {
    const TestFolder folder;
    write_project(folder / "project");
    ASSERT_EQ(panta(folder / "project", {"run", "scene.json", "--out", "film", "--frames", "1"}).code, 0);
    const std::string before = text_of(folder / "project/film/run.json");
    for (const char* name : {"body.obj", "wall.obj", "guide.obj"}) {
        const fs::path mesh = folder / "project/meshes" / name;
        const std::string as_it_was = text_of(mesh);
        // A vertex moves by a hair.
        std::string edited = as_it_was;
        edited.replace(edited.find("0.15"), 4, "0.14");
        write_text(mesh, edited);
        const Outcome refused = resume_project(folder / "project");
        EXPECT_EQ(refused.code, 2) << name;
        for (const char* told : {name, "has changed since the checkpoint", "as it was", "--overwrite"})
            EXPECT_NE(refused.err.find(told), std::string::npos) << told << " in\n" << refused.err;
        EXPECT_EQ(text_of(folder / "project/film/run.json"), before);
        write_text(mesh, as_it_was);
    }
    const Outcome resumed = resume_project(folder / "project");
    EXPECT_EQ(resumed.code, 0) << resumed.err;
}

TEST(Resume, after_the_project_was_moved_goes_on_as_if_it_had_not) {
    const TestFolder folder;
    write_project(folder / "project");
    ASSERT_EQ(panta(folder / "project", {"run", "scene.json", "--out", "whole"}).code, 0);
    ASSERT_EQ(panta(folder / "project", {"run", "scene.json", "--out", "film", "--frames", "1"}).code, 0);
    fs::rename(folder / "project", folder / "elsewhere");
    const Outcome resumed = resume_project(folder / "elsewhere");
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_NE(resumed.err.find("resumed at step"), std::string::npos) << resumed.err;
    EXPECT_EQ(json_of(folder / "elsewhere/film/run.json")["state_hash"],
              json_of(folder / "elsewhere/whole/run.json")["state_hash"]);
}

TEST(Resume, of_a_finished_run_changes_nothing_and_of_a_longer_one_goes_on) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(frames, 3));
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "film", "--frames", "5"}).code, 0);
    const auto first = json_of(folder / "film/run.json");
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "film", "--frames", "5", "--resume"}).code, 0);
    EXPECT_EQ(json_of(folder / "film/run.json")["state_hash"], first["state_hash"]);
    EXPECT_EQ(json_of(folder / "film/run.json")["steps"], first["steps"]);
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "film", "--resume"}).code, 0);
    expect_whole(folder / "film", unbroken(folder.path(), frames));
}

}  // namespace
}  // namespace panta::test
