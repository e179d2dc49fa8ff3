// The cases and their folders; the fall, which is exact, as a case that runs.
#include "validation/cases.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "scene/load.h"

namespace panta::validation {
namespace {

const std::filesystem::path problems = std::filesystem::path(PANTA_SOURCE_DIR) / "validation";

TEST(Cases, have_a_scene_a_reference_a_page_and_a_plot_each) {
    for (const Case& c : cases()) {
        const std::filesystem::path folder = problems / c.name;
        EXPECT_NO_THROW(load_scene(folder / "scene.json")) << c.name;
        EXPECT_FALSE(Reference::load(folder / "reference.json").citation().empty()) << c.name;
        EXPECT_TRUE(std::filesystem::exists(folder / "README.md")) << c.name;
        EXPECT_TRUE(std::filesystem::exists(folder / "plot.svg")) << c.name;
    }
}

TEST(Cases, are_listed_once_and_found_by_name) {
    std::set<std::string_view> names;
    for (const Case& c : cases()) {
        EXPECT_TRUE(names.insert(c.name).second) << c.name;
        EXPECT_EQ(&find_case(c.name), &c);
    }
    for (const auto& folder : std::filesystem::directory_iterator(problems))
        EXPECT_TRUE(!folder.is_directory() || names.contains(folder.path().filename().string())) << folder.path();
}

TEST(Cases, an_unknown_name_is_told_with_those_there_are) {
    try {
        find_case("dam_brake_front");
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("dam_break_front"), std::string::npos);
    }
}

TEST(Cases, a_reference_without_a_target_is_refused) {
    const Reference reference = Reference::load(problems / "free_fall/reference.json");
    EXPECT_NO_THROW(reference.target("path"));
    EXPECT_THROW(reference.target("colour"), InputError);
    EXPECT_THROW(Reference::load(problems / "nowhere.json"), InputError);
}

TEST(Cases, a_block_falls_as_gravity_says) {
    CaseInput input{"free_fall", load_scene(problems / "free_fall/scene.json"),
                    Reference::load(problems / "free_fall/reference.json"), 1};
    input.scene.duration = input.reference.number("fall");
    const CaseResult result = run_free_fall(input);
    EXPECT_EQ(result.findings[0].verdict, Verdict::stretch) << result.findings[0].error;
    EXPECT_NE(result.findings[1].verdict, Verdict::fail) << result.findings[1].error;
}

}  // namespace
}  // namespace panta::validation
