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
    for (const std::string file : {"text.so", "missing.so", PANTA_OTHER_LIBRARY}) {
        const Outcome outcome = panta(folder.path(), {"run", scene, "--plugin", file});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(outcome.err.find(file + ": "), 0u) << outcome.err;
        EXPECT_FALSE(fs::exists(folder / "out"));
    }
}

}  // namespace
}  // namespace panta::test
