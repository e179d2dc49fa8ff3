// Solids at rest stay at rest, whatever holds them and however much they are damped. Before damping was solved for
// ahead of pressure, and steps were limited by compression waves, all of these trembled or hopped for ever.
#include <fmt/core.h>

#include <cmath>

#include "behaviours/elastic/fields.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

/// Of the first body, in the mean over a time, m/s: root mean square velocity less a common one along y.
double tremble(World& world, double from, double to, Real rising = 0) {
    while (world.time() < from) world.step(from);
    double sum = 0, count = 0;
    while (world.time() < to) {
        world.step(to);
        const auto v = world.particles()[fields::velocity];
        const auto body = world.particles()[fields::body];
        for (size_t i = 0; i < v.size(); ++i)
            if (body[i] == 0) sum += double(norm2(v[i] - Vec3{0, rising, 0})), ++count;
    }
    return std::sqrt(sum / count);
}

/// Bodies in an open box of 0.4 m width, in the plane, 2 cm spacing.
std::unique_ptr<World> box_with(const std::string& bodies) {
    return world_of(R"({"format": 1, "dimension": 2, "spacing": 0.02,
        "boundaries": [{"box": {"min": [0, 0], "max": [0.4, 0.6]}, "open": ["+y"]}], "bodies": [)" +
                    bodies + "]}");
}

std::string elastic_track(double youngs_modulus, double poisson_ratio, double damping) {
    return fmt::format(
        R"("track": [{{"behaviour": "elastic", "youngs_modulus": {}, "poisson_ratio": {}, "damping": {}}}])",
        youngs_modulus, poisson_ratio, damping);
}

// What solids at rest are left with is what their solver leaves: its tolerance of a thousandth, of velocities of about
// a spacing a step (0.02 m / 3 to 8 ms); 0.0001 to 0.001 m/s were found. What
// trembles does so at 0.04 m/s and more.
constexpr double at_rest = 0.003;

// Walls hold it sideways: at 0.45 compression waves are 1.95 times as fast as in a bar, which limited steps. It
// trembled at 0.03 to 0.13 m/s.
TEST(ElasticRest, a_layer_between_walls_rests_at_any_poisson_ratio) {
    for (const double nu : {0., 0.3, 0.45, 0.49})
        for (const double damping : {0., 0.005}) {
            const auto world = box_with(R"({"shape": {"box": {"min": [0, 0], "max": [0.4, 0.1]}}, )" +
                                        elastic_track(1e4, nu, damping) + "}");
            EXPECT_LT(tremble(*world, 0.8, 1), at_rest) << nu << ", " << damping;
        }
}

// 0.1 to 0.17 m/s before.
TEST(ElasticRest, a_layer_under_liquid_rests) {
    for (const char* liquid : {"honey", "oil"})
        for (const double nu : {0.3, 0.45}) {
            const auto world = box_with(
                R"({"shape": {"box": {"min": [0, 0], "max": [0.4, 0.1]}}, )" + elastic_track(5e4, nu, 0.005) +
                R"(}, {"shape": {"box": {"min": [0, 0.1], "max": [0.4, 0.2]}}, "preset": ")" + liquid + R"("})");
            EXPECT_LT(tremble(*world, 1, 1.2), 2 * at_rest) << liquid << ", " << nu << ": liquid moves still";
        }
}

/// A block that was put onto a floor.
std::unique_ptr<World> damped_block(double damping) {
    return world_of(R"({"format": 1, "dimension": 2, "spacing": 0.02, "boundaries": [{"plane": {}}],
        "bodies": [{"shape": {"box": {"min": [0.1, 0], "max": [0.3, 0.2]}}, )" +
                    elastic_track(1e5, 0.3, damping) + "}]}");
}

// It hopped at 0.07 m/s with 0.05 s, at 0.16 m/s with 100 s.
TEST(ElasticRest, a_block_rests_with_any_damping) {
    for (const double damping : {0., 0.005, 0.05, 0.5, 100.})
        EXPECT_LT(tremble(*damped_block(damping), 0.8, 1), at_rest) << damping;
}

// It swings at about 60 / s since it was put down. From 0.02 s on the bound on damping acts, and more changes nothing.
TEST(ElasticRest, more_damping_calms_more) {
    double last = 1e9;
    for (const double damping : {0., 0.005, 0.02}) {
        const double now = tremble(*damped_block(damping), 0.1, 0.4);
        EXPECT_LT(now, last) << damping;
        last = now;
    }
    EXPECT_LT(tremble(*damped_block(100), 0.1, 0.4), 1.01 * last);
}

// It trembled at 0.02 to 0.35 m/s.
TEST(ElasticRest, jelly_rises_calmly_on_a_plate) {
    const auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.02,
        "bodies": [{"shape": {"box": {"min": [0.1, 0], "max": [0.3, 0.2]}}, "preset": "jelly"}],
        "boundaries": [{"box": {"min": [0, -0.1], "max": [0.4, 0]}, "solid": true,
            "motion": {"translate": {"keys": [[0, [0, 0, 0]], [2, [0, 2, 0]]]}}}]})");
    EXPECT_LT(tremble(*world, 1.7, 2, 1), 0.01) << "its slow swings since the jerk at the start have 0.003 m/s";
}

// Liquid between a frozen shell and walls has no room, and pressure acts on all of the solid. The energy rose from
// 0.007 J, when the shell closed, to 0.3 to 0.5 J.
TEST(ElasticRest, a_pool_that_freezes_from_its_walls_gets_no_energy) {
    for (const char* E : {"1e4", "5e4"}) {
        const auto world = world_of(std::string(R"({"format": 1, "dimension": 2, "spacing": 0.02,
            "boundaries": [{"box": {"min": [0, 0], "max": [0.4, 0.6]}, "open": ["+y"],
                            "temperature": {"keys": [[0, 345], [0.3, 345], [0.4, 280]]}}],
            "bodies": [{"shape": {"box": {"min": [0, 0], "max": [0.4, 0.2]}}, "track": [
                {"behaviour": "elastic", "density": 900, "youngs_modulus": )") +
                                    E + R"(, "weight": {"over": "temperature", "keys": [[320, 1], [330, 0]]}},
                {"behaviour": "fluid", "density": 900,
                 "viscosity": {"over": "temperature", "keys": [[326, 5], [340, 0.5]]},
                 "weight": {"over": "temperature", "keys": [[320, 0], [330, 1]]}},
                {"behaviour": "heat", "temperature": 345, "conductivity": 2000, "capacity": 2500,
                 "latent_heat": 20000, "melting_point": 325, "melting_range": 6}]}]})");
        while (world->time() < 0.6) world->step(0.6);
        double most = 0;
        while (world->time() < 2.2) {
            world->step(2.2);
            if (world->time() > 1.1) most = std::max(most, world->energy().kinetic);
        }
        EXPECT_LT(most, 0.02) << E;
    }
}

// What an attempt at a step finds, elastic forces and damping too, is gone with it: with a solid that is too fast for a
// long first step, all is as if the short step that remains had been tried at once.
TEST(RejectedStep, leaves_no_trace_in_solids) {
    const auto moving = [](double fixed) {
        auto world = world_of(fmt::format(R"({{"format": 1, "dimension": 2, "spacing": 0.02,
            "step": {{"fixed": {}}}, "bodies": [{{"shape": {{"box": {{"min": [0, 0], "max": [0.2, 0.2]}}}},
            "velocity": [5, 0], {}}}]}})",
                                          fixed, elastic_track(1e5, 0.3, 0.01)));
        world->particles().edit(fields::velocity)[0] += Vec3{5, 5, 0};
        return world;
    };
    const auto tried = moving(0.015625);
    const StepReport report = tried->step(1e9);
    ASSERT_GT(report.attempts, 1);
    const auto at_once = moving(report.dt);
    ASSERT_EQ(at_once->step(1e9).attempts, 1);
    for (const auto* field : {&fields::velocity, &elastic::acceleration, &elastic::damping_acceleration})
        EXPECT_EQ(largest_difference(tried->particles(), at_once->particles(), *field), 0) << field->name;
}

}  // namespace
}  // namespace panta::test
