// Loading scenes that are right, and how problems are told.
#include "scene/load.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.h"
#include "behaviours/fluid/properties.h"
#include "scene/problems.h"
#include "scene_text.h"

namespace panta {
namespace {

using namespace scene_text;

Scene parse(const std::string& text) { return parse_scene(text, "scene.json", empty_folder()); }

std::vector<Problem> problems_of(const std::string& text) {
    try {
        parse(text);
    } catch (const InputError& error) {
        return error.problems();
    }
    return {};
}

TEST(SceneLoader, fills_in_the_defaults) {
    const Scene scene = parse(with_top(""));
    EXPECT_EQ(scene.dimension, 3);
    EXPECT_EQ(scene.support, 2);
    EXPECT_EQ(scene.gravity, Keyed(Vec3{0, Real(-9.81), 0}));
    EXPECT_EQ(scene.frame_rate, 25);
    EXPECT_EQ(scene.output.particles, std::vector{scene::ParticleFormat::vtp});
    EXPECT_EQ(scene.bodies.at(0).name, "body_1");
    EXPECT_FALSE(scene.domain);
}

TEST(SceneLoader, reads_what_is_given) {
    const Scene scene = parse(R"({
        "format": 1, "spacing": 0.05, "support": 2.5, "kernel": "wendland_c2", "seed": 18446744073709551615,
        "duration": 3, "frame_rate": 30, "gravity": [1, 2, 3], "periodic": {"z": [-1, 1]},
        "domain": {"min": [-5, -5, -5], "max": [5, 5, 5]},
        "step": {"integrator": "leapfrog", "cfl": 0.3}, "pressure": {"compression": 0.02},
        "bodies": [{"name": "jet", "emitter": {"rectangle": {"size": [0.2, 0.4]}, "direction": [1, 0, 0], "speed": 2,
                                                "start": 0.5, "stop": 1}, "at": [0, 1, 0], "preset": "seawater"}],
        "boundaries": [{"name": "pipe", "cylinder": {"radius": 1, "height": 2}, "rotate": [0, 0, 90],
                        "open": ["-y", "+y"], "layers": 2},
                       {"sphere": {"radius": 0.5, "centre": [0, 1, 0]}, "solid": true}],
        "output": {"particles": ["ply", "vtp"], "checkpoint_every": 5}})");
    EXPECT_EQ(scene.kernel, scene::KernelChoice::wendland_c2);
    EXPECT_EQ(scene.seed, UINT64_MAX);
    EXPECT_EQ(scene.step.integrator, Integrator::leapfrog);
    EXPECT_FLOAT_EQ(scene.pressure.compression, 0.02f);
    ASSERT_TRUE(scene.periodic && scene.periodic->z);
    EXPECT_FALSE(scene.periodic->x);
    EXPECT_EQ(scene.periodic->z->max, 1);
    const auto& emitter = std::get<scene::Emitter>(scene.bodies.at(0).source);
    EXPECT_FLOAT_EQ(std::get<scene::Rectangle>(emitter.opening).size[1], 0.4f);
    EXPECT_EQ(emitter.stop, 1);
    EXPECT_TRUE(std::holds_alternative<scene::CylinderShape>(scene.boundaries.at(0).form));
    EXPECT_EQ(scene.boundaries[0].open, (std::vector{scene::Face::lower_y, scene::Face::upper_y}));
    EXPECT_EQ(scene.boundaries[0].placement.rotate.degrees.z, 90);
    EXPECT_EQ(scene.boundaries[1].name, "boundary_2");
    EXPECT_TRUE(scene.boundaries[1].solid);
    EXPECT_EQ(scene.output.checkpoint_every, 5);
    EXPECT_EQ(frame_count(scene), 90);
}

TEST(SceneLoader, allows_comments) {
    EXPECT_NO_THROW(parse("// first\n" + with_top("/* within */ \"seed\": 1 // last\n") + "\n// end"));
}

TEST(SceneLoader, lets_a_track_override_its_preset) {
    const Scene scene = parse(with_body(
        R"("shape": {"sphere": {"radius": 1}}, "preset": "glycerine", "track": [{"behaviour": "fluid", "density": 1200}])"));
    const Track& track = scene.bodies.at(0).track;
    EXPECT_FLOAT_EQ(initial_value(track, matter::density), 1200);
    EXPECT_FLOAT_EQ(initial_value(track, fluid::viscosity), 1.41f);
}

TEST(SceneLoader, keeps_behaviours_of_a_preset_that_the_track_does_not_name) {
    const Scene scene = parse(with_body(
        R"("shape": {"sphere": {"radius": 1}}, "preset": "wax", "track": [{"behaviour": "heat", "temperature": 400}])"));
    const Track& track = scene.bodies[0].track;
    ASSERT_EQ(track.size(), 3u);
    EXPECT_EQ(track[0].type->name, "heat");
    EXPECT_EQ(track[1].type->name, "elastic");
    EXPECT_EQ(track[2].type->name, "fluid");
}

TEST(SceneLoader, takes_two_numbers_for_a_vector_in_two_dimensions) {
    const Scene scene = parse(with_flat_top(R"("gravity": [1, -2], "boundaries": [{"box": {"size": [4, 2]}}])"));
    EXPECT_EQ(scene.gravity, Keyed(Vec3{1, -2, 0}));
    const scene::BoxCorners box = corners(std::get<scene::BoxShape>(scene.boundaries.at(0).form));
    EXPECT_EQ(box.min, (Vec3{-2, -1, 0}));
    EXPECT_EQ(box.max, (Vec3{2, 1, 0}));
}

TEST(SceneLoader, takes_boxes_for_containers_and_other_forms_for_obstacles) {
    const Scene scene = parse(with_top(
        R"("boundaries": [{"box": {"size": [1, 1, 1]}}, {"sphere": {"radius": 1}}, {"sphere": {"radius": 1}, "solid": false},
            {"cylinder": {"radius": 1, "height": 1}}, {"cylinder": {"radius": 1, "height": 1}, "open": ["+y"]}])"));
    EXPECT_EQ(scene.boundaries.at(0).solid, false);
    EXPECT_EQ(scene.boundaries.at(1).solid, true);
    EXPECT_EQ(scene.boundaries.at(2).solid, false);
    EXPECT_EQ(scene.boundaries.at(3).solid, true);
    EXPECT_EQ(scene.boundaries.at(4).solid, false) << "a cup";
}

TEST(SceneLoader, gives_free_names_to_the_unnamed) {
    const Scene scene = parse(R"({"format": 1, "spacing": 0.1, "bodies": [
        {"preset": "water", "shape": {"sphere": {"radius": 1}}},
        {"preset": "water", "shape": {"sphere": {"radius": 1}}, "name": "body_1"}]})");
    EXPECT_NE(scene.bodies.at(0).name, scene.bodies.at(1).name);
}

TEST(SceneLoader, finds_meshes_beside_the_scene_file) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "panta_scene_with_mesh";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "drop.obj") << "v 0 0 0\n";
    std::ofstream(folder / "scene.json") << with_shape(R"("mesh": "drop.obj", "scale": 0.3)");
    const Scene scene = load_scene(folder / "scene.json");
    const auto& shape = std::get<scene::Shape>(scene.bodies.at(0).source);
    EXPECT_TRUE(std::filesystem::equivalent(std::get<scene::MeshShape>(shape.form).file.path, folder / "drop.obj"));
    EXPECT_FLOAT_EQ(shape.scale, 0.3f);
    // The resolved scene loads from anywhere.
    EXPECT_EQ(resolved(parse(resolved(scene))), resolved(scene));
    std::filesystem::remove_all(folder);
}

TEST(SceneLoader, says_when_there_is_no_file) {
    EXPECT_THROW(load_scene("/nonexistent/scene.json"), InputError);
    EXPECT_THROW(load_scene("/"), InputError);
}

TEST(SceneLoader, tells_all_problems_at_once_in_the_order_of_the_file) {
    const auto problems = problems_of(R"({
        "format": 3,
        "spacing": -1,
        "gravty": [0, 0, 0],
        "bodies": [
            {"shape": {"sphere": {"radius": "big"}}, "preset": "watr"},
            {"shape": {"box": {"min": [0, 0, 0], "max": [0, 1, 1]}}, "preset": "water"}
        ]
    })");
    std::vector<std::string> where;
    for (const Problem& problem : problems) where.push_back(problem.where);
    EXPECT_EQ(where, (std::vector<std::string>{"scene.json:2: /format", "scene.json:3: /spacing",
                                               "scene.json:4: /gravty", "scene.json:6: /bodies/0/shape/sphere/radius",
                                               "scene.json:6: /bodies/0/preset", "scene.json:7: /bodies/1/shape/box"}));
}

TEST(SceneLoader, knows_the_line_of_a_number_at_the_end_of_a_line) {
    const auto problems = problems_of("{\"format\": 1, \"spacing\": 0.1, \"bodies\": [\n1,\n2\n]\n}");
    ASSERT_EQ(problems.size(), 2u);
    EXPECT_EQ(problems[0].where, "scene.json:2: /bodies/0");
    EXPECT_EQ(problems[1].where, "scene.json:3: /bodies/1");
}

TEST(SceneLoader, does_not_list_thousands_of_problems) {
    std::string bodies = "0";
    for (int i = 0; i < 5000; i++) bodies += ", 0";
    const auto problems = problems_of(R"({"format": 1, "spacing": 1, "bodies": [)" + bodies + "]}");
    ASSERT_EQ(problems.size(), 101u);
    EXPECT_EQ(problems.back().what, "and 4901 more problems");
}

TEST(ResolvedScene, loads_again_to_the_same_scene) {
    const std::string text = R"({
        "format": 1, "spacing": 0.07, "seed": 12345678901234567890, "dimension": 3, "gravity": [0.1, -9.81, 1e-7],
        "periodic": {"x": [0, 3.3]}, "domain": {"min": [-1, -1, -1], "max": [9, 9, 9]},
        "bodies": [{"name": "säule \"eins\"", "shape": {"box": {"size": [0.3, 0.7, 0.9]}, "scale": 1.1}, "rotate": [0.1, 0.2, 0.3],
                    "velocity": [-0.0, 1, 2], "jitter": 0.3, "preset": "olive_oil"},
                   {"emitter": {"disc": {"radius": 0.21}, "speed": 0.9}, "track": [{"behaviour": "fluid", "density": 700.7}]}],
        "boundaries": [{"plane": {"normal": [0.1, 1, 0]}}, {"box": {"min": [0, 0, 0], "max": [1, 1.7, 1]}, "open": ["+y", "-z"]}],
        "output": {"particles": []}})";
    const Scene first = parse(text);
    const Scene second = parse(resolved(first));
    EXPECT_EQ(resolved(first), resolved(second));
    EXPECT_EQ(first.seed, second.seed);
    EXPECT_EQ(first.gravity, second.gravity);
    EXPECT_EQ(first.spacing, second.spacing);
    EXPECT_EQ(first.bodies[0].name, second.bodies[0].name);
    EXPECT_EQ(first.bodies[0].placement.rotate.degrees, second.bodies[0].placement.rotate.degrees);
    EXPECT_EQ(*first.bodies[1].track[0].find(matter::density), *second.bodies[1].track[0].find(matter::density));
    EXPECT_EQ(std::get<scene::Emitter>(second.bodies[1].source).stop, 1);
}

TEST(ResolvedScene, writes_numbers_as_people_do) {
    const std::string text = resolved(parse(with_top(R"("support": 2.3)")));
    EXPECT_NE(text.find("\"support\": 2.3,"), std::string::npos) << text;
    EXPECT_NE(text.find("\"gravity\": [0, -9.81, 0]"), std::string::npos) << text;
}

TEST(GrownFluid, is_accepted_as_far_as_kernels_reach_and_solids_alone_further) {
    const auto growing = [](const std::string& top, const std::string& behaviour) {
        return R"({"format": 1, "spacing": 0.1, )" + top + R"("bodies": [{"shape": {"sphere": {"radius": 1}},
            "track": [{"behaviour": ")" +
               behaviour + R"(", "volume": {"keys": [[0, 1], [1, 3]]}}]}]})";
    };
    EXPECT_NO_THROW(parse(growing(R"("support": 2.3, )", "fluid")));
    EXPECT_THROW(parse(growing(R"("support": 2.25, )", "fluid")), InputError);
    EXPECT_THROW(parse(growing("", "fluid")), InputError);
    EXPECT_NO_THROW(parse(growing("", "elastic")));
}

TEST(NearestKey, is_the_one_with_the_fewest_mistakes) {
    const std::vector<std::string_view> keys{"density", "viscosity", "artificial_viscosity"};
    EXPECT_EQ(scene::nearest("desnity", keys), "density");
    EXPECT_EQ(scene::nearest("viscosty", keys), "viscosity");
    EXPECT_EQ(scene::nearest("artificial_viscocity", keys), "artificial_viscosity");
}

TEST(NearestKey, is_none_when_nothing_is_near) {
    EXPECT_EQ(scene::nearest("temperature", {"density", "viscosity"}), "");
    EXPECT_EQ(scene::nearest("x", {"y"}), "");
    EXPECT_EQ(scene::nearest(std::string(100000, 'd'), {"density"}), "");
}

}  // namespace
}  // namespace panta
