// Free surfaces: how large they are found to be, and what they lose.
#include <numeric>

#include "strips.h"

namespace panta::test {
namespace {

/// A body alone in space, or endless along y, at 400 K in surroundings of 300 K. Density times capacity is one.
std::unique_ptr<World> cooling_body(const std::string& shape, int dimension, Real spacing, Real cooling,
                                    const std::string& more = "") {
    const std::string zero = dimension == 3 ? "[0, 0, 0]" : "[0, 0]";
    auto world = world_of(R"({"format": 1, "dimension": )" + std::to_string(dimension) + R"(, "gravity": )" + zero +
                          R"(, "spacing": )" + std::to_string(spacing) + more + R"(, "bodies": [{"shape": )" + shape +
                          R"(, "track": [{"behaviour": "fluid", "density": 1000}]}]})");
    const HeatParams p{
        .temperature = 400, .conductivity = 10, .capacity = 0.001f, .cooling = cooling, .surroundings = 300};
    world->add_module(std::make_unique<Heat>(std::vector{p}, world->settings().smoothing, 2 * spacing, spacing));
    return world;
}

/// The free surface of all particles, m^2.
double surface_of(World& world) {
    world.step(1e-6);
    const auto surface = world.particles()[heat::surface];
    return std::accumulate(surface.begin(), surface.end(), 0.);
}

/// Mean temperature above that of the surroundings.
double excess(const World& world) {
    const auto T = world.particles()[heat::temperature];
    return std::accumulate(T.begin(), T.end(), 0.) / double(T.size()) - 300;
}

/// How fast the mean temperature decays when only the slowest mode is left, 1/s.
double decay_of(World& world) {
    run_until(world, 0.03);
    const double before = excess(world);
    run_until(world, 0.1);
    return std::log(before / excess(world)) / 0.07;
}

// Exact for the faces of a lattice; gradients at edges are sums of those of two or three faces as vectors, which are
// shorter. A cube of 20 spacings has 12 edges of that length on 6 faces of 400 cells.
TEST(Cooling, the_free_surface_of_a_block_is_its_faces) {
    const auto square = cooling_body(R"({"box": {"min": [0, 0], "max": [1, 1]}})", 2, 0.025f, 1);
    EXPECT_NEAR(surface_of(*square), 4, 0.03 * 4);
    const auto cube = cooling_body(R"({"box": {"min": [0, 0, 0], "max": [1, 1, 1]}})", 3, 0.05f, 1);
    EXPECT_NEAR(surface_of(*cube), 6, 0.1 * 6);
}

// The sums see curvature: an error of the order of h / R = 0.2, most of which cancels.
TEST(Cooling, the_free_surface_of_a_ball_is_that_of_the_sphere) {
    const auto ball = cooling_body(R"({"sphere": {"centre": [0, 0, 0], "radius": 1}})", 3, 0.1f, 1);
    EXPECT_NEAR(surface_of(*ball), 4 * std::numbers::pi, 0.04 * 4 * std::numbers::pi);
}

TEST(Cooling, walls_are_no_free_surface) {
    const auto world = Strip{}.world({{.temperature = 400, .conductivity = 1, .capacity = 1, .cooling = 1}});
    EXPECT_EQ(surface_of(*world), 0);
}

// Newton's law at both faces: the slowest mode cos(z x / a) has z tan z = B, B = cooling a / k = 0.1, z^2 = 0.0967539.
// Heat leaves from the centres of
// particles rather than from the surface, half a spacing further: 0.5 %.
TEST(Cooling, a_slab_cools_as_newton_says) {
    const auto slab =
        cooling_body(R"({"box": {"min": [0, 0], "max": [1, 0.5]}})", 2, 0.05f, 2, R"(, "periodic": {"y": [0, 0.5]})");
    const double exact = 10 * 0.0967539 / 0.25;
    EXPECT_NEAR(decay_of(*slab), exact, 0.01 * exact);
}

// z cot z = 1 - B, z^2 = 0.294069 for B = 0.1; as exact as the free surface of the ball.
TEST(Cooling, a_ball_cools_as_newton_says) {
    const auto ball = cooling_body(R"({"sphere": {"centre": [0, 0, 0], "radius": 1}})", 3, 0.125f, 1);
    const double exact = 10 * 0.294069;
    EXPECT_NEAR(decay_of(*ball), exact, 0.05 * exact);
}

}  // namespace
}  // namespace panta::test
