// Rest is rest: water in a tank keeps its level and calms down, with every implicit solver and the step that it
// chooses. Steps that do not resolve how particles oscillate under pressure (pressure_terms.h) make it collapse.
#include <algorithm>
#include <cmath>

#include "pressure/operators.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

constexpr double spacing = 0.05;

class Stillness : public testing::TestWithParam<PressureMethod> {
protected:
    /// Water in an open box, `count` spacings of 5 cm along each edge.
    static std::unique_ptr<World> tank(int dimension, int count, Real support = 2, Real longest_step = 1) {
        const std::string edge = std::to_string(0.05 * count), high = std::to_string(0.1 * count);
        Scene scene =
            parse_scene(R"({"format": 1, "dimension": )" + std::to_string(dimension) +
                            R"(, "spacing": 0.05, "bodies": [{"shape": {"box": {"min": [0, 0, 0], "max": [)" + edge +
                            ", " + edge + (dimension == 3 ? ", " + edge : ", 0") +
                            R"(]}}, "preset": "water"}], "boundaries": [{"box": {"min": [0, 0, 0], "max": [)" + edge +
                            ", " + high + (dimension == 3 ? ", " + edge : ", 0") + R"(]}, "open": ["+y"]}]})",
                        "test", scenes());
        scene.pressure.method = GetParam();
        scene.support = support;
        scene.step.longest = std::min(scene.step.longest.constant, longest_step);
        return world_of(scene);
    }
    static double level(const World& world) {
        double sum = 0;
        for (const Vec3& x : world.particles()[fields::position]) sum += x.y;
        return 2 * sum / double(world.particles().size());  // of a column whose mean height this is
    }
};

// The lattice that the tank is filled with gives way to a denser packing, which has 0.4 % more particles per area at
// the same compression in the plane, and the topmost row sinks by a fifth of a spacing into the surface: both happen
// in the first second. From then on the level is kept.
TEST_P(Stillness, a_tank_keeps_its_level_and_calms_down) {
    constexpr int count = 20;
    constexpr double depth = spacing * count;
    const auto world = tank(2, count);
    const double at_start = level(*world), scale = world->state().totals.mass * 9.81 * depth;
    double compression = 0, steps = 0;
    const auto run_until = [&](double end) {
        for (; world->time() < end; ++steps) compression += world->step(end).mean_compression;
    };
    run_until(1);
    const double settled = level(*world);
    run_until(2);
    const double late = world->energy().kinetic;
    EXPECT_NEAR(level(*world) / settled, 1, 0.005);
    EXPECT_NEAR(settled / at_start, 1, 0.004 + 0.2 / count);
    EXPECT_LT(compression / steps, 0.001);
    EXPECT_LT(late, 0.00005 * scale);  // from the start on it is hardly livelier
}

TEST_P(Stillness, a_deep_tank_starts_without_a_jolt) {
    const auto world = tank(2, 40);
    const double at_start = level(*world);
    Real worst = 0, fastest = 0;
    while (world->time() < 0.1) {
        const StepReport report = world->step(0.1);
        worst = std::max(worst, report.worst_compression);
        fastest = std::max(fastest, report.fastest);
    }
    EXPECT_LT(worst, 0.03);
    // Particles change places under pressure, whose scale of speed is that of a fall from the surface.
    EXPECT_LT(fastest, std::sqrt(9.81 * spacing * 40) / 2);
    EXPECT_NEAR(level(*world) / at_start, 1, 0.004 + 0.2 / 40);
}

// What a step leaves must be less than what it undoes, also in steps of a fiftieth of what the tank would choose: when
// pressure was left what it may leave on top of what was left for later, particles were compressed by 10 to 20 %.
TEST_P(Stillness, short_steps_do_not_wear_it_down) {
    const auto world = tank(2, 10, 2, Real(1e-4));
    const double at_start = level(*world);
    Real worst = 0;
    while (world->time() < 0.2) worst = std::max(worst, world->step(0.2).worst_compression);
    EXPECT_LT(worst, 0.01);
    EXPECT_NEAR(level(*world) / at_start, 1, 0.004 + 0.2 / 10);
}

// Water in a cup: where the wall had gaps, as they were where its particles had been laid from two sides, water was
// pressed into the edge of the bottom: 310 % after 0.4 s, and ever more of it.
TEST_P(Stillness, a_round_cup_holds_water) {
    Scene scene = parse_scene(R"({"format": 1, "spacing": 0.0125, "bodies": [{"preset": "water",
        "shape": {"cylinder": {"radius": 0.1, "height": 0.2}}, "at": [0, 0.1, 0]}],
        "boundaries": [{"cylinder": {"radius": 0.1, "height": 0.3}, "at": [0, 0.15, 0], "open": ["+y"],
                        "solid": false}]})",
                              "test", scenes());
    scene.pressure.method = GetParam();
    const auto world = world_of(scene);
    Real worst = 0;
    while (world->time() < 0.4) worst = std::max(worst, world->step(0.4).worst_compression);
    EXPECT_LT(worst, 0.08);
}

// Nothing tells a tank that is carried along at an even speed from one at rest, but tolerances that follow the fastest
// particle. When compression was looked for where walls had been, water at 1 m/s got 0.15 to 0.2 m/s of its own.
TEST_P(Stillness, a_tank_that_is_carried_along_is_calm) {
    Scene scene = parse_scene(R"({"format": 1, "dimension": 2, "spacing": 0.02, "bodies": [{"preset": "water",
        "shape": {"box": {"min": [0, 0], "max": [0.4, 0.2]}}, "velocity": [1, 0]}],
        "boundaries": [{"box": {"min": [0, 0], "max": [0.4, 0.4]},
                        "motion": {"translate": {"keys": [[0, [0, 0]], [2, [2, 0]]]}}}]})",
                              "test", scenes());
    scene.pressure.method = GetParam();
    const auto world = world_of(scene);
    while (world->time() < 1) world->step(1);
    double sum = 0;
    for (const Vec3& v : world->particles()[fields::velocity]) sum += double(norm2(v - Vec3{1, 0, 0}));
    EXPECT_LT(std::sqrt(sum / double(world->particles().size())), 0.06);
}

// The first layer stands a little nearer to the floor than half a spacing, and the topmost row crowds: the mean height
// sinks by 0.06 spacings with a support of two, by 0.1 with a wider one. Fluid that creeps up to the walls and packs
// more densely there would make it 0.15; with the wider support it collapsed in the corners.
TEST_P(Stillness, a_cube_keeps_its_level) {
    for (const auto& [support, sinks] : {std::pair{Real(2), 0.125}, std::pair{Real(2.5), 0.2}}) {
        const auto world = tank(3, 12, support);
        const double at_start = level(*world);
        Real worst = 0;
        while (world->time() < 0.4) worst = std::max(worst, world->step(0.4).worst_compression);
        EXPECT_LT(worst, 0.05) << support;
        EXPECT_NEAR(level(*world) / at_start, 1, sinks / 12) << support;
    }
}

// Without a surface there is no room for disorder, and pressure has no level but that of compression: in the mean it is
// that of the weight, and (lack of room / tolerance) rho v^2 (implicit_pressure.h). It may be twice the weight; an
// incompressible fluid has fifty times and more.
TEST_P(Stillness, a_closed_box_that_is_full_comes_to_rest) {
    constexpr double edge = 10 * spacing, from_weight = 1000 * 9.81 * edge / 2;
    Scene scene = parse_scene(R"({"format": 1, "spacing": 0.05, "bodies": [{"preset": "water", "shape":
        {"box": {"min": [0, 0, 0], "max": [0.5, 0.5, 0.5]}}}], "boundaries": [{"box": {"min": [0, 0, 0], "max": [0.5, 0.5, 0.5]}}]})",
                              "test", scenes());
    scene.pressure.method = GetParam();
    const auto world = world_of(scene);
    while (world->time() < 0.6) world->step(0.6);
    double mean = 0;
    for (const Real p : world->particles()[fields::pressure]) mean += p / double(world->particles().size());
    EXPECT_GT(mean, 0.8 * from_weight);
    EXPECT_LT(mean, 2 * from_weight);
    EXPECT_LT(world->energy().kinetic, 0.001 * world->state().totals.mass * 9.81 * edge);
}

// A full box has no room for disorder; where there is a free surface fluid has to be as dense as it says.
TEST_P(Stillness, only_fluid_without_a_free_surface_is_left_a_tolerance) {
    const auto least_left = [](World& world) {
        take_steps(world, 20);
        return *std::ranges::min_element(world.particles()[pressure::allowance]);
    };
    EXPECT_EQ(least_left(*tank(2, 20)), 0);
    EXPECT_EQ(least_left(*tank(3, 10)), 0);
    Scene box = parse_scene(R"({"format": 1, "dimension": 2, "spacing": 0.05, "bodies": [{"preset": "water",
        "shape": {"box": {"min": [0, 0], "max": [1, 1]}}}], "boundaries": [{"box": {"min": [0, 0], "max": [1, 1]}}]})",
                            "test", scenes());
    box.pressure.method = GetParam();
    EXPECT_GE(least_left(*world_of(box)), box.pressure.tolerance.constant);
}

INSTANTIATE_TEST_SUITE_P(Methods, Stillness, implicit_methods, method_name);

}  // namespace
}  // namespace panta::test
