// Elastic solids that meet others or fly alone, with the step that the engine chooses.
#include <fmt/core.h>

#include <cmath>

#include "scenes/worlds.h"

namespace panta::test {
namespace {

// Elastic forces that were found before pressure, and not of what pressure made of the velocities, doubled the energy
// of this collision. Now a fifth and more of it is lost, as damping and implicit steps do.
TEST(ElasticContact, a_collision_gains_no_energy) {
    for (const char* preset : {"rubber", "steel"}) {
        const auto world = world_of(std::string(R"({"format": 1, "spacing": 0.05, "gravity": [0, 0, 0], "bodies": [
            {"shape": {"box": {"min": [0, 0, 0], "max": [0.3, 0.3, 0.3]}}, "velocity": [1, 0, 0], "preset": ")") +
                                    preset + R"("},
            {"shape": {"box": {"min": [0.4, 0, 0], "max": [0.7, 0.3, 0.3]}}, "preset": ")" +
                                    preset + R"("}]})");
        const double before = world->energy().kinetic;
        double most = 0;
        while (world->time() < 0.4) {
            world->step(0.4);
            most = std::max(most, world->energy().kinetic);
        }
        EXPECT_LT(most, 1.001 * before) << preset;
        EXPECT_LT(world->energy().kinetic, 0.95 * before) << preset << ": they must have met";
        EXPECT_LT(world->balance().momentum_drift, 1e-5) << preset;
    }
}

// Particles a tenth of a spacing off their lattice push each other until the solid is at ease. What the solve leaves of
// the spin made this block turn at 1.5 rad/s after 0.8 s.
TEST(ElasticContact, a_block_that_is_left_alone_does_not_begin_to_turn) {
    const auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.03, "gravity": [0, 0], "bodies": [
        {"shape": {"box": {"min": [0, 0], "max": [0.5, 0.6]}}, "jitter": 0.1, "track": [{"behaviour": "elastic",
         "youngs_modulus": 2e6, "density": 950, "poisson_ratio": 0.45, "damping": 0.001}]}]})");
    while (world->time() < 0.8) world->step(0.8);
    const Particles& particles = world->particles();
    double spin = 0, inertia = 0;
    for (size_t i = 0; i < particles.size(); ++i) {
        const Vec3 d = particles[fields::position][i] - Vec3{0.25f, 0.3f, 0}, v = particles[fields::velocity][i];
        spin += double(d.x) * v.y - double(d.y) * v.x;
        inertia += norm2(d);
    }
    EXPECT_LT(std::abs(spin / inertia), 0.02);
}

// Pressure and elastic forces are solved for one after the other and pass a wave that is faster than the steps between
// them for ever: with steps that only pressure limits, this cube trembles at 0.07 m/s; with the limit `wave` it moves
// at 0.0003 m/s.
TEST(ElasticContact, a_stiff_cube_comes_to_rest_on_the_floor) {
    const auto world = world_of(R"({"format": 1, "spacing": 0.04,
        "boundaries": [{"plane": {}}], "bodies": [
        {"shape": {"box": {"min": [0, 0, 0], "max": [0.24, 0.24, 0.24]}}, "preset": "steel"}]})");
    while (world->time() < 0.6) world->step(0.6);
    double sum = 0;
    for (const Vec3& v : world->particles()[fields::velocity]) sum += double(norm2(v));
    EXPECT_LT(std::sqrt(sum / double(world->particles().size())), 0.005);
}

// Pressure stops the lowest layer, and learns a step later what bonds bring down upon it. With steps in which a cube
// falls 0.4 spacings and more, single particles are compressed by 40 %; with the limit `contact` by 4 %.
TEST(ElasticContact, a_landing_does_not_crush_the_lowest_layer) {
    const auto world = world_of(R"({"format": 1, "spacing": 0.01, "boundaries": [{"plane": {}}], "bodies": [
        {"shape": {"box": {"min": [-0.05, 0.04, -0.05], "max": [0.05, 0.14, 0.05]}}, "preset": "jelly"}]})");
    Real worst = 0;
    int steps = 0;
    for (; world->time() < 0.3; ++steps) {
        world->step(std::floor(world->time() / 0.02 + 1.001) * 0.02);
        for (const Real c : world->particles()[fields::compression]) worst = std::max(worst, c - 1);
    }
    EXPECT_LT(worst, 0.1);
    EXPECT_LT(steps, 150) << "only near the floor; waves limit the rest to 2.9 ms";
}

/// Steps that `contact` limits while a cube of jelly of 8 cm and a floor, both with a velocity of their own along y,
/// are left alone for 50 ms.
int steps_in_contact(double floor, double cube) {
    const auto world = world_of(fmt::format(R"({{"format": 1, "spacing": 0.01, "gravity": [0, 0, 0],
        "boundaries": [{{"box": {{"min": [-0.1, -0.1, -0.1], "max": [0.1, 0, 0.1]}}, "solid": true,
            "motion": {{"translate": {{"keys": [[0, [0, 0, 0]], [1, [0, {}, 0]]]}}}}}}],
        "bodies": [{{"shape": {{"box": {{"min": [-0.04, 0, -0.04], "max": [0.04, 0.08, 0.04]}}}},
            "velocity": [0, {}, 0], "preset": "jelly"}}]}})",
                                            floor, cube));
    int count = 0;
    while (world->time() < 0.05) count += world->step(0.05).limit == "contact";
    return count;
}

TEST(ElasticContact, limits_steps_by_how_fast_solid_and_wall_come_together) {
    EXPECT_EQ(steps_in_contact(-1, -1), 0);
    EXPECT_GT(steps_in_contact(1, 0), 0);
}

}  // namespace
}  // namespace panta::test
