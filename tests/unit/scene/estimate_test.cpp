// Particle counts against volumes and areas known in closed form.
#include "scene/estimate.h"

#include <gtest/gtest.h>

#include <numbers>

#include "scene/load.h"
#include "scene_text.h"

namespace panta {
namespace {

using namespace scene_text;
constexpr double pi = std::numbers::pi;

scene::Needs needs(const std::string& text) { return scene::estimate(parse_scene(text, "scene.json", empty_folder())); }

// Spacing 0.1, so a cubic metre has a thousand particles. Tolerances are those of single precision.
TEST(Estimate, counts_the_particles_of_shapes) {
    EXPECT_NEAR(needs(with_shape(R"("box": {"min": [0, 0, 0], "max": [1, 2, 3]})")).particles, 6000, 0.01);
    EXPECT_NEAR(needs(with_shape(R"("box": {"size": [1, 2, 3]}, "scale": 2)")).particles, 48000, 0.1);
    EXPECT_NEAR(needs(with_shape(R"("sphere": {"radius": 1})")).particles, 4000 * pi / 3, 0.01);
    EXPECT_NEAR(needs(with_shape(R"("cylinder": {"radius": 1, "height": 2})")).particles, 2000 * pi, 0.01);
}

TEST(Estimate, counts_the_particles_of_emitters_by_the_time_they_are_open) {
    const auto open = needs(with_emitter(R"("rectangle": {"size": [0.5, 2]}, "speed": 3, "start": 0.25, "stop": 9)"));
    EXPECT_NEAR(open.particles, 1000 * 0.5 * 2 * 3 * 0.75, 0.01);  // the scene ends after 1 s
}

TEST(Estimate, counts_the_particles_of_walls_by_area_and_layers) {
    EXPECT_NEAR(needs(with_boundary(R"("box": {"size": [1, 2, 3]}, "layers": 2)")).wall_particles, 2 * 2200, 0.01);
    EXPECT_NEAR(needs(with_boundary(R"("sphere": {"radius": 1})")).wall_particles, 400 * pi, 0.01);
}

TEST(Estimate, counts_areas_and_lengths_in_two_dimensions) {
    const auto flat = needs(with_flat_top(R"("boundaries": [{"box": {"size": [2, 3]}}])"));
    EXPECT_NEAR(flat.particles, 100 * pi, 0.01);
    EXPECT_NEAR(flat.wall_particles, 100, 0.01);
}

TEST(Estimate, leaves_out_what_it_cannot_count) {
    const auto walls = needs(with_boundary(R"("plane": {})"));
    EXPECT_FALSE(walls.exact);
    EXPECT_EQ(walls.wall_particles, 0);
}

TEST(Estimate, needs_disk_for_every_frame_and_format) {
    const auto one = needs(with_top(R"("duration": 100)"));
    const auto two = needs(with_top(R"("duration": 100, "output": {"particles": ["vtp", "ply"]})"));
    EXPECT_EQ(one.frames, 2500);
    EXPECT_NEAR(two.disk / one.disk, 2, 0.01);  // apart from the checkpoints
    EXPECT_NEAR(one.disk, 2501. * 1000 * 64, 2 * 68 * 1000 + 1);
}

}  // namespace
}  // namespace panta
