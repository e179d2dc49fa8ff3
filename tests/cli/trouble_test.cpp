// What users meet when something is wrong: clear messages, the right exit code, and nothing lost.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "cli/program.h"
#include "io/frame.h"

namespace panta::test {
namespace {

TEST(Run, with_a_scene_full_of_mistakes_lists_them_all_and_writes_nothing) {
    const TestFolder folder;
    write_text(folder / "bad.json", R"({"format": 1, "spacing": -1, "duratoin": 2,
"bodies": [{"shape": {"sphere": {"radius": 0}}, "preset": "watr"}]})");
    const Outcome outcome = panta(folder.path(), {"run", "bad.json", "--out", "film"});
    EXPECT_EQ(outcome.code, 2);
    for (const char* told : {"bad.json:1", "bad.json:2", "/spacing", "duratoin", "duration", "radius", "watr", "water"})
        EXPECT_NE(outcome.err.find(told), std::string::npos) << told << " in\n" << outcome.err;
    EXPECT_FALSE(fs::exists(folder / "film"));
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(panta(folder.path(), {"check", "bad.json"}).code, 2);
}

TEST(Check, tells_at_once_and_with_lines_what_shows_only_when_particles_are_placed) {
    const TestFolder folder;
    write_text(folder / "flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write_text(folder / "scene.json", R"({"format": 1, "spacing": 0.1, "duration": 0.1, "bodies": [
{"preset": "water", "shape": {"box": {"min": [5, 5, 5], "max": [6, 6, 6]}}},
{"preset": "water", "shape": {"mesh": "flat.obj"}},
{"shape": {"box": {"min": [0, 0, 0], "max": [1, 1, 1]}},
 "preset": "water", "track": [{"behaviour": "control"}]}],
"guides": [{"mesh": "flat.obj"}],
"boundaries": [{"box": {"min": [0, 0, 0], "max": [2, 2, 2]}}]})");
    const Outcome checked = panta(folder.path(), {"check", "scene.json"});
    EXPECT_EQ(checked.code, 2);
    size_t last = 0;
    for (const char* told :
         {"scene.json:2: /bodies/0", "scene.json:3: /bodies/1/shape/mesh", "scene.json:6: /guides/0"}) {
        const size_t at = checked.err.find(told);
        EXPECT_TRUE(at != std::string::npos && at >= last) << told << " in\n" << checked.err;
        last = at;
    }

    write_text(folder / "torn.obj", "v 0 0 0\nv 1 0 x\n");
    write_text(folder / "torn.json", R"({"format": 1, "spacing": 0.1, "bodies": [
{"preset": "water", "shape": {"mesh": "torn.obj"}}], "boundaries": [
{"mesh": "torn.obj"}]})");
    const Outcome run = panta(folder.path(), {"run", "torn.json"});
    EXPECT_EQ(run.code, 2);
    for (const char* told : {"torn.json:2: /bodies/0/shape/mesh", "torn.json:3: /boundaries/0/mesh", "torn.obj:2"})
        EXPECT_NE(run.err.find(told), std::string::npos) << told << " in\n" << run.err;
}

TEST(Run, without_its_scene_or_with_wrong_options_exits_with_2) {
    const TestFolder folder;
    const Outcome missing = panta(folder.path(), {"run", "no.json"});
    EXPECT_EQ(missing.code, 2);
    EXPECT_NE(missing.err.find("no.json"), std::string::npos) << missing.err;
    EXPECT_EQ(panta(folder.path(), {"run"}).code, 2);
    EXPECT_EQ(panta(folder.path(), {"run", "no.json", "--threads", "0"}).code, 2);
    EXPECT_EQ(panta(folder.path(), {"run", "no.json", "--frames", "-1"}).code, 2);
    EXPECT_EQ(panta(folder.path(), {"rnu"}).code, 2);
    EXPECT_EQ(panta(folder.path(), {"--help"}).code, 0);
    EXPECT_EQ(panta(folder.path(), {"run", "--help"}).code, 0);
    EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST(CommandLine, that_misses_a_word_is_told_what_there_is_to_choose_from) {
    struct Case {
        std::vector<std::string> words;
        std::vector<std::string> told;
    };
    const Case cases[] = {
        {{"list"}, {"WHAT is required", "behaviours", "presets", "pressure", "formats"}},
        {{"bench"}, {"dam_break", "neighbours"}},
        {{"rnu"}, {"no command rnu", "run", "check"}},
        {{}, {"which command", "run", "check", "list"}},
    };
    const TestFolder folder;
    for (const Case& wrong : cases) {
        const Outcome outcome = panta(folder.path(), wrong.words);
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(outcome.out, "");
        for (const std::string& told : wrong.told)
            EXPECT_NE(outcome.err.find(told), std::string::npos) << told << " in\n" << outcome.err;
    }
}

TEST(Run, into_a_folder_that_cannot_be_exits_with_2_and_says_so) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(2, 1));
    write_text(folder / "file", "not a folder");
    const Outcome outcome = panta(folder.path(), {"run", "splash.json", "--out", "file/film"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("file/film"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("--out"), std::string::npos) << outcome.err;
    // A folder without the right to write; nothing stops the superuser.
    if (::geteuid() != 0) {
        fs::create_directory(folder / "locked");
        fs::permissions(folder / "locked", fs::perms::owner_read | fs::perms::owner_exec);
        EXPECT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "locked/film"}).code, 2);
    }
}

TEST(Run, whose_report_cannot_be_written_says_so_before_it_begins) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(2, 1));
    fs::create_directory(folder / "a_folder");
    for (const char* report : {"nowhere/report.json", "a_folder", "splash.json/report.json"}) {
        const Outcome outcome = panta(folder.path(), {"run", "splash.json", "--out", "film", "--report", report});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_NE(outcome.err.find(report), std::string::npos) << outcome.err;
        EXPECT_FALSE(fs::exists(folder / "film"));
    }
    // An earlier run is not given up for one that will not begin.
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "film", "--report", "film/more/report.json"}).code,
              0);
    EXPECT_EQ(json_of(folder / "film/more/report.json"), json_of(folder / "film/run.json"));
    const Outcome refused =
        panta(folder.path(), {"run", "splash.json", "--out", "film", "--overwrite", "--report", "nowhere/report.json"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(fs::exists(frame(folder / "film", 2)));
}

TEST(BenchAndValidate, whose_report_cannot_be_written_say_so_before_they_begin) {
    const TestFolder folder;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"bench", "neighbours", "--particles", "1e9"}, {"validate", "--out", "plots"}}) {
        std::vector<std::string> with_report = words;
        with_report.insert(with_report.end(), {"--report", "nowhere/report.json"});
        const Outcome outcome = panta(folder.path(), with_report);
        EXPECT_EQ(outcome.code, 2) << words[0];
        EXPECT_NE(outcome.err.find("nowhere/report.json"), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.out, "") << words[0];
    }
}

TEST(Run, into_a_used_folder_is_refused_unless_told) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(3, 1));
    const std::vector<std::string> words{"run", "splash.json", "--out", "film"};
    ASSERT_EQ(panta(folder.path(), words).code, 0);
    const std::string before = text_of(folder / "film/run.json");
    const Outcome refused = panta(folder.path(), words);
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("--resume"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("--overwrite"), std::string::npos) << refused.err;
    EXPECT_EQ(text_of(folder / "film/run.json"), before);

    // Overwriting leaves nothing of the earlier, longer run, and touches nothing that is not of a run.
    fs::create_directory(folder / "film/images");
    for (const char* name : {"images/frame_00003.png", "film.mp4", "notes.txt"})
        write_text(folder / "film" / name, "of the earlier run");
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "film", "--frames", "1", "--overwrite"}).code, 0);
    EXPECT_TRUE(fs::exists(frame(folder / "film", 1)));
    EXPECT_FALSE(fs::exists(frame(folder / "film", 2)));
    EXPECT_FALSE(fs::exists(folder / "film/images"));
    EXPECT_FALSE(fs::exists(folder / "film/film.mp4"));
    EXPECT_TRUE(fs::exists(folder / "film/notes.txt"));
    EXPECT_EQ(json_of(folder / "film/run.json")["frames"], 1);
}

TEST(Run, on_a_full_disk_exits_with_1_and_keeps_every_finished_frame) {
    const TestFolder folder;
    // The tap makes every frame larger than the one before; somewhere in the film one does not fit.
    std::string scene = splash(30, 0);
    scene.replace(scene.find("0.4, 0.6"), 8, "0.1, 0.1");
    write_text(folder / "splash.json", scene);
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "whole"}).code, 0);
    const auto limit = fs::file_size(frame(folder / "whole", 15)) + 1;
    ASSERT_GT(fs::file_size(frame(folder / "whole", 30)), limit);

    const Outcome outcome =
        panta(folder.path(), {"run", "splash.json", "--out", "film", "--report", "report.json"}, limit);
    EXPECT_EQ(outcome.code, 1) << outcome.signal;
    EXPECT_NE(outcome.err.find("cannot write"), std::string::npos) << outcome.err;
    int kept = 0;
    for (; fs::exists(frame(folder / "film", kept)); ++kept)
        EXPECT_TRUE(text_of(frame(folder / "film", kept)) == text_of(frame(folder / "whole", kept))) << kept;
    EXPECT_GE(kept, 16);
    EXPECT_LT(kept, 30);
    const std::string resume = "panta run splash.json --out film --report report.json --resume";
    for (const std::string& told : {frame("film", kept).string(), "last complete frame is " + std::to_string(kept - 1),
                                    std::string("there is no checkpoint"), resume})
        EXPECT_NE(outcome.err.find(told), std::string::npos) << told << " in\n" << outcome.err;
    EXPECT_EQ(json_of(folder / "report.json"), json_of(folder / "film/run.json"));
    EXPECT_GT(json_of(folder / "report.json")["steps"], kept - 1);
    EXPECT_EQ(read_pvd(folder / "film/frames/frames.pvd").size(), size_t(kept));
    for (const auto& entry : fs::recursive_directory_iterator(folder / "film"))
        EXPECT_NE(entry.path().extension(), ".partial") << entry.path();

    // With room again, it can be finished.
    const Outcome again = panta(folder.path(), {"run", "splash.json", "--out", "film", "--resume"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(json_of(folder / "film/run.json")["state_hash"], json_of(folder / "whole/run.json")["state_hash"]);
}

TEST(Run, whose_folder_vanishes_on_the_way_says_which_frame_was_the_last_and_how_to_go_on) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(5000, 2));
    Program program(folder.path(), {"run", "splash.json", "--out", "film", "--report", "report.json"});
    ASSERT_TRUE(program.runs_until([&] { return fs::exists(frame(folder / "film", 5)); }));
    fs::rename(folder / "film/frames", folder / "elsewhere");
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 1) << "it was no mistake of the input";
    int last = 0;
    while (fs::exists(folder / "elsewhere" / frame("", last + 1).filename())) ++last;
    for (const std::string& told :
         {std::string("film/frames/frame"), "last complete frame is " + std::to_string(last),
          std::string(
              "go on from the last checkpoint: panta run splash.json --out film --report report.json --resume")})
        EXPECT_NE(outcome.err.find(told), std::string::npos) << told << " in\n" << outcome.err;
    EXPECT_EQ(json_of(folder / "report.json"), json_of(folder / "film/run.json"));

    // What it says is how it is.
    const Outcome resumed =
        panta(folder.path(), {"run", "splash.json", "--out", "film", "--resume", "--frames", std::to_string(last)});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_NE(resumed.err.find("resumed at step"), std::string::npos) << resumed.err;
}

TEST(Run, that_runs_away_exits_with_1_names_the_body_and_leaves_its_last_good_state) {
    const TestFolder folder;
    write_text(folder / "wild.json", R"({"format": 1, "dimension": 2, "spacing": 0.02, "gravity": [0, 0],
        "duration": 1, "frame_rate": 10, "step": {"fixed": 0.1}, "pressure": {"expected_speed": 1}, "bodies":
        [{"name": "calm", "shape": {"sphere": {"radius": 0.1}}, "preset": "water"},
         {"name": "bullet", "shape": {"sphere": {"radius": 0.1}}, "at": [1, 0], "velocity": [1e6, 0],
          "preset": "water"}]})");
    const Outcome outcome = panta(folder.path(), {"run", "wild.json", "--out", "film", "--report", "report.json"});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.err.find("\"bullet\""), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("last complete frame is 0"), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("--resume"), std::string::npos) << "it would run away again\n" << outcome.err;
    EXPECT_EQ(json_of(folder / "report.json"), json_of(folder / "film/run.json"));
    EXPECT_TRUE(fs::exists(frame(folder / "film", 0)));
    EXPECT_FALSE(fs::is_empty(folder / "film/checkpoints"));
    EXPECT_EQ(json_of(folder / "film/run.json")["retried_steps"], 9);
}

TEST(Run, writes_a_report_with_exactly_the_promised_keys) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(2, 1));
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "film", "--report", "report.json"}).code, 0);
    const auto report = json_of(folder / "report.json");
    std::set<std::string> keys;
    for (const auto& [key, value] : report.items()) {
        if (key == "stages" || !value.is_object()) {
            keys.insert(key);
        } else {
            for (const auto& inner : value.items()) keys.insert(key + "." + inner.key());
        }
    }
    const std::set<std::string> promised{"particles",
                                         "steps",
                                         "frames",
                                         "wall_seconds",
                                         "simulated_seconds",
                                         "compression.mean",
                                         "compression.worst",
                                         "emitters",
                                         "mass.drift",
                                         "momentum.drift",
                                         "million_particle_steps_per_second",
                                         "escaped",
                                         "volume.drift",
                                         "retried_steps",
                                         "peak_rss_bytes",
                                         "pressure.mean_iterations",
                                         "pressure.mean_residual",
                                         "pressure.unconverged_steps",
                                         "energy.kinetic",
                                         "energy.potential",
                                         "removed.particles",
                                         "removed.mass",
                                         "viscosity.mean_iterations",
                                         "viscosity.unconverged_steps",
                                         "state_hash",
                                         "stages"};
    EXPECT_EQ(keys, promised);
    EXPECT_EQ(report["frames"], 2);
    EXPECT_EQ(report["escaped"], 0);
    EXPECT_NEAR(report["simulated_seconds"], 0.02, 1e-12);
    EXPECT_LT(std::abs(report["mass"]["drift"].get<double>()), 1e-9);
    EXPECT_GT(report["stages"].size(), 3u);
    EXPECT_EQ(report["state_hash"].get<std::string>().size(), 16u);
}

TEST(Run, writes_frames_in_id_order_in_every_format_and_a_complete_series) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(6, 2, R"("vtp", "ply")"));
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "film"}).code, 0);
    const auto series = read_pvd(folder / "film/frames/frames.pvd");
    ASSERT_EQ(series.size(), 7u);
    for (int k = 0; k <= 6; ++k) {
        EXPECT_NEAR(series[size_t(k)].time, 0.01 * k, 1e-12);
        EXPECT_EQ(fs::weakly_canonical(series[size_t(k)].file), fs::weakly_canonical(frame(folder / "film", k)));
        for (const char* suffix : {"vtp", "ply"}) {
            const ParticleFrame read = read_frame(frame(folder / "film", k, suffix));
            const auto ids = read.particles[fields::id];
            EXPECT_GT(ids.size(), 100u);
            EXPECT_TRUE(std::ranges::is_sorted(ids, std::less_equal{})) << k << suffix;
            EXPECT_NEAR(read.time, 0.01 * k, 1e-6);
        }
    }
    EXPECT_EQ(std::ranges::count(text_of(folder / "film/log.txt"), '\n'), 6);
    EXPECT_TRUE(fs::exists(folder / "film/scene.json"));
}

TEST(Run, is_quiet_when_nobody_watches) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(3, 1));
    const Outcome outcome = panta(folder.path(), {"run", "splash.json"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1) << outcome.out;
    EXPECT_EQ(outcome.out.find('\r'), std::string::npos);
    EXPECT_TRUE(fs::exists(frame(folder / "out/splash", 3))) << "the folder is named after the scene";
}

TEST(Render, with_options_that_no_picture_can_be_made_with_exits_with_2) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(1, 0));
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "film"}).code, 0);
    struct Case {
        std::vector<std::string> options;
        std::string told;
    };
    const Case cases[] = {
        {{"--eye", "nan", "0", "0"}, "eye"},  {{"--target", "0", "inf", "0"}, "target"},
        {{"--eye", "0", "0", "1e30"}, "eye"}, {{"--eye", "1", "2", "3", "--target", "1", "2", "3"}, "the same point"},
        {{"--range", "0:inf"}, "range"},      {{"--colour-map", "#12,#34"}, "#rrggbb"},
    };
    for (const Case& wrong : cases) {
        std::vector<std::string> words{"render", "film", "--frame", "1", "--size", "64x36"};
        words.insert(words.end(), wrong.options.begin(), wrong.options.end());
        const Outcome outcome = panta(folder.path(), words);
        EXPECT_EQ(outcome.code, 2) << wrong.told << " signal " << outcome.signal;
        EXPECT_NE(outcome.err.find(wrong.told), std::string::npos) << outcome.err;
        EXPECT_FALSE(fs::exists(folder / "film/images"));
    }
}

TEST(Render, with_a_name_that_is_neither_of_a_picture_nor_of_a_film_exits_with_2) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(1, 0));
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "film"}).code, 0);
    for (const char* name : {"x.jpg", "x.mp4"}) {
        const Outcome outcome = panta(folder.path(), {"render", "film", "--frame", "1", "--out", name});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_NE(outcome.err.find(std::string(name) + ": "), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find(".png"), std::string::npos) << outcome.err;
        EXPECT_FALSE(fs::exists(folder / name));
    }
}

/// Water in a box, with more keys of the scene and more boundaries.
std::string boxed(const std::string& keys, const std::string& boundaries = "") {
    return R"({"format": 1, "dimension": 2, "spacing": 0.02, "frame_rate": 50, "duration": 0.1, )" + keys +
           R"("bodies": [{"name": "water", "shape": {"box": {"min": [0, 0], "max": [0.4, 0.4]}}, "preset": "water"}],
              "boundaries": [{"box": {"min": [0, 0], "max": [0.4, 0.4]}})" +
           boundaries + "]}";
}

TEST(Run, that_compressed_its_fluid_warns_of_it) {
    const TestFolder folder;
    // A piston without an outlet: no method can help it.
    write_text(folder / "piston.json", boxed("", R"(, {"solid": true, "box": {"min": [-0.3, -0.1], "max": [-0.1, 0.5]},
        "motion": {"translate": {"keys": [[0, [0, 0]], [0.1, [0.2, 0]]]}}})"));
    // Fluid that is told to be soft, by mistake and by intention.
    write_text(folder / "soft.json", boxed(R"("pressure": {"method": "wcsph", "expected_speed": 0.3}, )"));
    write_text(folder / "stiff.json", boxed(R"("pressure": {"method": "wcsph", "compression": 0.05}, )"));
    struct Case {
        std::string scene;
        std::vector<std::string> told;
    };
    const Case cases[] = {
        {"piston", {"warning", "compressed by", "% in the mean", "finer", "cfl", "room", "another pressure method"}},
        {"soft", {"warning", "compressed by", "% in the mean", "finer", "expected_speed", "another pressure method"}},
        {"stiff", {}},
    };
    for (const Case& one : cases) {
        const Outcome outcome = panta(folder.path(), {"run", one.scene + ".json", "--out", one.scene});
        EXPECT_EQ(outcome.code, 0);
        const double mean = json_of(folder / one.scene / "run.json")["compression"]["mean"];
        EXPECT_EQ(mean > 0.02, !one.told.empty()) << mean;
        if (one.told.empty()) {
            EXPECT_EQ(outcome.err, "");
        }
        for (const std::string& told : one.told)
            EXPECT_NE(outcome.err.find(told), std::string::npos) << told << " in\n" << outcome.err;
        EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1) << outcome.out;
    }
}

TEST(Run, says_at_its_start_what_check_says) {
    const TestFolder folder;
    write_text(folder / "far.json", R"({"format": 1, "dimension": 2, "spacing": 0.02, "duration": 0.04, "bodies": [
        {"name": "water", "shape": {"box": {"min": [400, 0], "max": [400.4, 0.4]}}, "preset": "water"}], "boundaries": [
        {"name": "tank", "box": {"min": [400, 0], "max": [401, 1]}},
        {"name": "ball", "sphere": {"radius": 0.1}, "at": [400.2, 0.2]}]})");
    const std::string checked = panta(folder.path(), {"check", "far.json"}).out;
    const Outcome run = panta(folder.path(), {"run", "far.json"});
    EXPECT_EQ(run.code, 0);
    for (const char* told : {"carved away", "spacings from the origin", "move the scene"}) {
        EXPECT_NE(checked.find(told), std::string::npos) << told << " in\n" << checked;
        EXPECT_NE(run.err.find(told), std::string::npos) << told << " in\n" << run.err;
    }
    for (const char* name : {"water", "tank", "ball"}) EXPECT_NE(run.err.find(name), std::string::npos) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 3) << run.err;
    EXPECT_EQ(std::ranges::count(run.out, '\n'), 1) << run.out;
}

TEST(Run, goes_on_or_starts_over_but_not_both) {
    const TestFolder folder;
    const Outcome both = panta(folder.path(), {"run", "x.json", "--resume", "--overwrite"});
    EXPECT_EQ(both.code, 2);
    EXPECT_NE(both.err.find("--resume excludes --overwrite"), std::string::npos) << both.err;
}

TEST(Version, is_told) {
    const TestFolder folder;
    const Outcome outcome = panta(folder.path(), {"--version"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(outcome.out.starts_with("panta 0.")) << outcome.out;
}

// The weight of 30 cm of water's density is 2943 Pa at the foot: half of 5886 Pa.
TEST(Check, tells_of_solids_that_do_not_carry_their_weight) {
    const TestFolder folder;
    for (const int stiffness : {5880, 5890}) {
        write_text(folder / "block.json", fmt::format(R"({{"format": 1, "dimension": 2, "spacing": 0.01, "bodies": [
            {{"shape": {{"box": {{"min": [0, 0], "max": [0.2, 0.3]}}}},
              "track": [{{"behaviour": "elastic", "youngs_modulus": {}}}]}}]}})",
                                                      stiffness));
        const Outcome checked = panta(folder.path(), {"check", "block.json"});
        EXPECT_EQ(checked.code, 0);
        EXPECT_EQ(checked.out.find("too soft to carry its weight") != std::string::npos, stiffness < 5886)
            << checked.out;
    }
}

TEST(Run, of_its_own_resolved_scene_gives_the_same_film) {
    const TestFolder folder;
    write_text(folder / "splash.json", splash(4, 2));
    ASSERT_EQ(panta(folder.path(), {"run", "splash.json", "--out", "one"}).code, 0);
    ASSERT_EQ(panta(folder.path(), {"run", "one/scene.json", "--out", "two"}).code, 0);
    EXPECT_EQ(json_of(folder / "one/run.json")["state_hash"], json_of(folder / "two/run.json")["state_hash"]);
}

}  // namespace
}  // namespace panta::test
