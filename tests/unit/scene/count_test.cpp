// What `panta check` counts against what a run builds, emits and writes.
#include "scene/count.h"

#include <filesystem>
#include <numeric>

#include "base/error.h"
#include "io/frame.h"
#include "scenes/worlds.h"
#include "unit/io/test_folder.h"

namespace panta::test {
namespace {

scene::Scene parsed(const std::string& text) { return parse_scene(text, "test", scenes()); }

/// A prism of 1 m x 0.75 m / 2 x 0.75 m from a mesh, partly within a pool with a ball; a ramp, a sheet, a floor.
std::string crowded(const std::string& spacing) {
    return R"({"format": 1, "spacing": )" + spacing + R"(, "bodies": [
        {"name": "wedge", "shape": {"mesh": "wedge.obj", "scale": 5}, "preset": "water"},
        {"name": "pool", "shape": {"box": {"min": [-1, -0.5, -0.5], "max": [1, 0.5, 0.5]}}, "preset": "olive_oil"}],
        "boundaries": [{"name": "ball", "sphere": {"radius": 0.3}, "at": [-0.5, 0, 0]},
                       {"name": "ramp", "mesh": "wedge.obj", "scale": 5, "at": [3, 0, 0], "layers": 2},
                       {"name": "sheet", "mesh": "sheet.obj", "at": [0, 3, 0]},
                       {"name": "floor", "plane": {}, "at": [0, -2, 0]}]})";
}

TEST(Count, is_what_a_run_starts_with_for_meshes_planes_and_what_is_carved) {
    const scene::Scene scene = parsed(crowded("0.05"));
    const scene::Needs needs = scene::count(scene);
    const scene::BuiltWorld built = scene::build(scene, Threads(1));
    EXPECT_TRUE(needs.exact);
    ASSERT_EQ(needs.bodies.size(), 2u);
    ASSERT_EQ(needs.boundaries.size(), 4u);
    for (size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(needs.bodies[k].particles, double(built.bodies[k].particles)) << k;
        EXPECT_EQ(needs.bodies[k].carved, double(built.bodies[k].carved)) << k;
    }
    for (size_t k = 0; k < 4; ++k) EXPECT_EQ(needs.boundaries[k].particles, double(built.boundaries[k].particles)) << k;
    EXPECT_EQ(needs.particles, double(built.world->particles().size()));
    EXPECT_EQ(needs.wall_particles, double(built.world->walls().size()));
    EXPECT_GT(needs.bodies[1].carved, 0);
}

TEST(Count, of_an_emitter_is_what_it_emits_but_for_the_last_layer) {
    const scene::Scene scene = parsed(R"({"format": 1, "spacing": 0.1, "gravity": [0, 0, 0], "duration": 0.96,
        "frame_rate": 20, "bodies": [
        {"name": "early", "preset": "water", "emitter": {"disc": {"radius": 0.2}, "speed": 2, "stop": 0.42}},
        {"name": "late", "preset": "water", "at": [5, 0, 0],
         "emitter": {"rectangle": {"size": [0.4, 0.3]}, "speed": 1.5, "start": 0.3}}]})");
    const scene::Needs needs = scene::count(scene);
    // Layers every 0.05 s from 0 to 0.4 s, twelve points each; every 1/15 s from 0.3 s to 0.96 s, of 4 x 3 points.
    EXPECT_EQ(needs.bodies[0].particles, 9 * 12);
    EXPECT_EQ(needs.bodies[1].particles, 10 * 12);
    const scene::BuiltWorld built = scene::build(scene, Threads(1));
    const double end = double(needs.frames) / 20;
    while (built.world->time() < end) built.world->step(end);
    EXPECT_NEAR(double(built.world->particles().size()), needs.particles, 12);
}

TEST(Count, beyond_its_limit_is_an_estimate_that_says_so_and_knows_meshes) {
    // Without what is carved, the estimate is the volume in particles: 9/32 of the prism and 2 of the pool, in m^3.
    const scene::Scene scene = parsed(crowded("0.05"));
    const scene::Needs estimated = scene::count(scene, 1000), counted = scene::count(scene);
    EXPECT_FALSE(estimated.exact);
    EXPECT_NEAR(estimated.bodies[0].particles, 9. / 32 * 8000, 1);
    EXPECT_NEAR(estimated.bodies[1].particles, 2 * 8000, 1);
    // A lattice finds the volume of the prism but for half a layer of cells on its surface of 3 m^2.
    EXPECT_NEAR(counted.bodies[0].particles, 9. / 32 * 8000, 3. * 400 / 2);
    // Walls are only some 15 spacings wide, and their samples lie half a spacing and more within: areas differ by up to
    // a half. A plane's estimate is an upper bound.
    for (size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(estimated.boundaries[k].particles / counted.boundaries[k].particles, 1, 0.6) << k;
    EXPECT_GE(estimated.boundaries[3].particles, counted.boundaries[3].particles);
}

TEST(Count, refuses_meshes_and_planes_that_need_more_particles_than_a_scene_may_have) {
    const auto huge = [](const std::string& body, const std::string& boundary) {
        return parsed(R"({"format": 1, "spacing": 0.1, "bodies": [{"preset": "water", "shape": )" + body +
                      R"(}], "boundaries": [)" + boundary + "]}");
    };
    const std::string drop = R"({"sphere": {"radius": 1}})";
    const scene::Scene body = huge(R"({"mesh": "wedge.obj", "scale": 1000})", ""),
                       ramp = huge(drop, R"({"mesh": "wedge.obj", "scale": 9000})"),
                       plane = huge(drop, R"({"plane": {}}, {"sphere": {"radius": 1}, "at": [2e4, 0, 2e4]})");
    for (const scene::Scene* scene : {&body, &ramp, &plane}) {
        EXPECT_THROW(scene::count(*scene), InputError);
        EXPECT_THROW(scene::build(*scene, Threads(1)), InputError);
    }
    EXPECT_THROW(scene::count(huge(R"({"mesh": "sheet.obj"})", "")), InputError) << "a sheet has no inside";
}

TEST(Count, tells_what_lies_so_far_from_the_origin_that_positions_are_coarse) {
    const auto at = [](const std::string& x) {
        return parsed(R"({"format": 1, "dimension": 2, "spacing": 0.1, "bodies": [
            {"name": "near", "preset": "water", "shape": {"box": {"size": [1, 1]}}, "at": [-390, 0]},
            {"name": "pool", "preset": "water", "shape": {"box": {"size": [1, 1]}}, "at": [)" +
                      x + R"(, 0]},
            {"name": "tap", "preset": "water", "emitter": {"disc": {"radius": 0.2}, "speed": 1}, "at": [)" +
                      x + R"(, 3]}],
            "boundaries": [{"name": "ball", "sphere": {"radius": 1}, "at": [)" +
                      x + R"(, -3]}, {"name": "floor", "plane": {}, "at": [0, -)" + x + "]}]}");
    };
    // Beyond the limit and within it, counted and estimated.
    for (const double most : {scene::most_counted, 10.}) {
        const scene::Needs far = scene::count(at("500"), most), near = scene::count(at("395"), most);
        for (const auto& part : {far.bodies[1], far.bodies[2], far.boundaries[0], far.boundaries[1]})
            EXPECT_NE(part.note.find("from the origin"), std::string::npos) << part.name << most;
        EXPECT_NE(far.bodies[1].note.find("5005 spacings"), std::string::npos) << far.bodies[1].note;
        for (const auto& part : {far.bodies[0], near.bodies[1], near.bodies[2], near.boundaries[0], near.boundaries[1]})
            EXPECT_EQ(part.note, "") << part.name << most;
    }
}

TEST(Count, tells_of_volumes_that_burst_at_the_start_and_of_supports_that_press_into_walls) {
    const auto notes = [](const std::string& volume, const std::string& support) {
        const scene::Needs needs = scene::count(
            parsed(R"({"format": 1, "dimension": 2, "spacing": 0.1, "kernel": "wendland_c2", "support": )" + support +
                   R"(, "bodies": [{"shape": {"box": {"size": [1, 1]}}, "track": [{"behaviour": "fluid", "volume": )" +
                   volume + R"(}]}], "boundaries": [{"plane": {}, "at": [0, -1]}]})"));
        return needs.bodies[0].note + needs.boundaries[0].note;
    };
    for (const char* volume : {"1", R"({"keys": [[0, 1], [1, 1.5]]})", R"({"over": "height", "keys": [[0, 1.5]]})"})
        EXPECT_EQ(notes(volume, "3"), "");
    EXPECT_NE(notes("1.5", "3").find("1.5 times its volume"), std::string::npos);
    EXPECT_NE(notes(R"({"keys": [[0, 0.7], [1, 1]]})", "3").find("0.7 times its volume"), std::string::npos);
    EXPECT_NE(notes("1", "3.5").find("3.5 spacings"), std::string::npos);
}

TEST(Count, foretells_the_size_of_frames) {
    const scene::Scene scene = parsed(R"({"format": 1, "spacing": 0.05, "duration": 0.04, "bodies": [
        {"preset": "water", "shape": {"box": {"size": [1, 1, 1]}}}]})");
    const scene::Needs needs = scene::count(scene);
    ASSERT_EQ(needs.particles, 8000);
    const scene::BuiltWorld built = scene::build(scene, Threads(1));
    const TestFolder folder;
    write_vtp(folder / "frame.vtp", built.world->particles(), 0);
    // Two frames and two checkpoints, which are a sixteenth larger; the head of a file is a kilobyte or two.
    const double frame = double(std::filesystem::file_size(folder / "frame.vtp"));
    EXPECT_NEAR(needs.disk / (frame * (2 + 2 * 17. / 16)), 1, 0.02);
}

}  // namespace
}  // namespace panta::test
