// Behaviours from shared libraries, with the sample that is one.
#include "cli/program.h"

namespace panta::test {
namespace {

const std::string swirl = PANTA_SWIRL, scene = PANTA_SOURCE_DIR "/samples/cpp/scenes/swirl.json";

TEST(Plugin, brings_a_behaviour_to_every_command_that_reads_scenes) {
    const TestFolder folder;
    const auto says = [&](const std::vector<std::string>& arguments) {
        const Outcome outcome = panta(folder.path(), arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.out;
    };
    EXPECT_NE(says({"list", "behaviours", "--plugin", swirl}).find("centre = [0,0,0] m"), std::string::npos);
    EXPECT_NE(says({"schema", "--plugin", swirl}).find(R"("const": "swirl")"), std::string::npos);
    EXPECT_EQ(says({"list", "behaviours"}).find("swirl"), std::string::npos);
    EXPECT_NE(says({"check", scene, "--plugin", swirl}).find("fine"), std::string::npos);
    EXPECT_EQ(panta(folder.path(), {"check", scene}).code, 2);
    says({"run", scene, "--plugin", swirl, "--out", "tea", "--frames", "2"});
    says({"run", scene, "--plugin", swirl, "--out", "tea", "--frames", "3", "--resume"});
    const Outcome drawn = panta(folder.path(), {"render", "tea", "--plugin", swirl, "--frame", "3", "--size", "64x36",
                                                "--samples", "1", "--no-video"});
    EXPECT_EQ(drawn.code, 0);
    EXPECT_EQ(drawn.err, "");  // nothing about walls that are not drawn
}

TEST(Plugin, that_is_none_is_told_with_its_name) {
    const TestFolder folder;
    write_text(folder / "text.so", "not a library");
    for (const std::string file : {"text.so", "missing.so", PANTA_PLUGIN_NONE, PANTA_PLUGIN_OLD}) {
        const Outcome outcome = panta(folder.path(), {"run", scene, "--plugin", file});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(outcome.err.find(file + ": "), 0u) << outcome.err;
        EXPECT_FALSE(fs::exists(folder / "out"));
    }
}

TEST(Plugin, takes_one_file_wherever_it_stands) {
    const TestFolder folder;
    const auto code = [&](const std::vector<std::string>& arguments) { return panta(folder.path(), arguments).code; };
    EXPECT_EQ(code({"check", "--plugin", swirl, scene}), 0);
    EXPECT_EQ(code({"check", "--plugin", swirl, "--plugin", PANTA_PLUGIN_FAILING, scene}), 0);
    EXPECT_EQ(code({"check", scene, "--plugin", swirl, "another"}), 2);
    const Outcome twice = panta(folder.path(), {"check", "--plugin", swirl, "--plugin", swirl, scene});
    EXPECT_EQ(twice.code, 2);
    EXPECT_NE(twice.err.find("given twice"), std::string::npos) << twice.err;
}

TEST(Plugin, that_fails_on_the_way_is_told_with_time_and_loses_no_frame) {
    const TestFolder folder;
    write_text(folder / "scene.json", R"({"format": 1, "spacing": 0.1, "frame_rate": 25, "bodies": [{
        "shape": {"sphere": {"radius": 0.3}}, "preset": "water", "track": [{"behaviour": "failing"}]}]})");
    const Outcome outcome =
        panta(folder.path(), {"run", "scene.json", "--plugin", PANTA_PLUGIN_FAILING, "--out", "film"});
    EXPECT_EQ(outcome.code, 1);
    for (const char* told : {"behaviour failing", " s: cannot find my table", "frame"})
        EXPECT_NE(outcome.err.find(told), std::string::npos) << told << " in\n" << outcome.err;
    EXPECT_TRUE(fs::exists(folder / "film" / "frames" / "frame_00002.vtp"));
}

}  // namespace
}  // namespace panta::test
