// The choice of the time step: which limit binds, what it allows, and what happens when a step goes wrong.
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "behaviours/fluid/fluid.h"
#include "pressure/wcsph.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

constexpr Real h = 0.25f;

struct Particle {
    Vec3 position, velocity;
    uint32_t body = 0;
};

World world_with(const StepParams& step, const std::vector<Particle>& list, const Vec3& gravity = {}) {
    WorldSettings settings;
    settings.gravity = gravity;
    settings.spacing = h / 2;
    settings.step = step;
    World world(settings, Threads(1));
    Particles& particles = world.particles();
    particles.append(list.size());
    for (size_t i = 0; i < list.size(); ++i) {
        particles.edit(fields::position)[i] = list[i].position;
        particles.edit(fields::velocity)[i] = list[i].velocity;
        particles.edit(fields::body)[i] = list[i].body;
        particles.edit(fields::volume)[i] = h * h * h / 8;
        particles.edit(fields::mass)[i] = 1000 * h * h * h / 8;
        particles.edit(fields::support)[i] = h;
    }
    world.name_bodies({"pond", "jet"});
    return world;
}

void expect_limit(World& world, const std::string& name, double dt, double frame_end = 1e9) {
    world.start();
    const StepReport report = world.step(frame_end);
    EXPECT_EQ(report.limit, name);
    EXPECT_NEAR(report.dt, dt, 1e-6 * dt);
    EXPECT_EQ(report.attempts, 1);
}

TEST(TimeStep, is_bound_by_the_fastest_particle) {
    World world = world_with({}, {{{0, 0, 0}, {3, 4, 12}}, {{1, 0, 0}, {0, 2, 0}}});
    expect_limit(world, "speed", 0.4 * h / 13);
}

TEST(TimeStep, is_bound_by_the_fastest_wall) {
    // The rim of a wheel of 1 m that turns once a second, far from the fluid, which rests.
    const auto world = test::world_of(R"({"format": 1, "spacing": 0.1, "gravity": [0, 0, 0], "bodies":
        [{"shape": {"box": {"size": [1, 1, 1]}}, "preset": "water"}], "step": {"longest": 1}, "boundaries":
        [{"cylinder": {"radius": 1, "height": 0.4}, "at": [9, 0, 0], "motion": {"spin": [0, 360, 0]}}]})");
    test::take_steps(*world, 10);  // the first is short whatever moves, and steps grow by half at most
    const StepReport report = world->step(1e9);
    EXPECT_EQ(report.limit, "walls");
    // Wall particles are half a spacing behind the rim; those of the corner are farther from the pivot by their height.
    EXPECT_GT(report.dt, 0.4 * 0.2 / (2 * std::numbers::pi));
    EXPECT_LT(report.dt, 0.4 * 0.2 / (2 * std::numbers::pi) * 1.1);
}

TEST(TimeStep, is_bound_by_acceleration) {
    World world = world_with({}, {{{0, 0, 0}, {0, 0, 0}}}, {0, -1000, 0});
    expect_limit(world, "acceleration", 0.25 * std::sqrt(h / 1000));
}

TEST(TimeStep, is_bound_by_the_accelerations_of_the_step_before) {
    // A push that nobody announced: the first step is the longest one, the second knows better.
    class Push final : public Module {
        void attach(Particles&, Pipeline& pipeline) override {
            pipeline.at(Stage::forces, "push", [](const Step& step) {
                step.particles.edit(fields::acceleration)[0] += Vec3{400, 0, 0};
            });
        }
    };
    StepParams params;
    params.longest = 0.005f;
    World world = world_with(params, {{{0, 0, 0}, {0, 0, 0}}});
    world.add_module(std::make_unique<Push>());
    world.start();
    EXPECT_EQ(world.step(1e9).limit, "longest");
    // a = 400: 0.25 sqrt(h / a) = 6.25 ms is no limit here, at 0.02 it would have been.
    EXPECT_NEAR(world.state().strongest, 400, 0.01);
    EXPECT_EQ(world.step(1e9).limit, "longest");
}

TEST(TimeStep, is_bound_by_the_longest_step_asked_for) {
    StepParams params;
    params.longest = 0.001f;
    World world = world_with(params, {{{0, 0, 0}, {1, 0, 0}}});
    expect_limit(world, "longest", 0.001);
}

TEST(TimeStep, follows_keys) {
    StepParams params;
    params.longest.keys = {{0, 0.004f}, {0.004, 0.002f}};
    params.longest.ease = Ease::step;
    World world = world_with(params, {{{0, 0, 0}, {1, 0, 0}}});
    world.start();
    EXPECT_EQ(world.step(1e9).dt, 0.004f);
    EXPECT_EQ(world.step(1e9).dt, 0.002f);
    EXPECT_EQ(world.step(1e9).dt, 0.002f);
}

TEST(TimeStep, is_bound_by_sound) {
    World world = world_with({}, {{{0, 0, 0}, {1, 0, 0}}});
    auto pressure = std::make_unique<Wcsph>(PressureParams{}, Real(2));
    EXPECT_NEAR(pressure->speed_of_sound(), 20, 1e-5);  // compression of one per cent
    world.set_pressure(std::move(pressure));
    expect_limit(world, "sound", 0.25 * h / 20);
}

/// A world of thick fluid.
World thick_world(Real viscosity, const ViscosityParams& params) {
    World world = world_with({}, {{{0, 0, 0}, {1, 0, 0}}});
    TrackEntry thick(fluid::type());
    thick.set(fluid::viscosity, viscosity).set(fluid::artificial_viscosity, Real(0));
    world.set_tracks(Tracks({{thick}, {thick}}));
    world.add_module(std::make_unique<Fluid>(world.tracks(), params, Real(1)));
    world.start();
    return world;
}

TEST(TimeStep, is_bound_by_viscosity) {
    const ViscosityParams all_explicit{.method = ViscosityMethod::explicit_force};
    const StepReport report = thick_world(5000, all_explicit).step(1e9);
    EXPECT_EQ(report.limit, "viscosity");
    // Twice the viscosity, half the step: diffusion.
    EXPECT_NEAR(thick_world(10000, all_explicit).step(1e9).dt, report.dt / 2, 1e-6 * report.dt);
}

TEST(TimeStep, is_not_bound_by_viscosity_that_is_solved_for) {
    EXPECT_NE(thick_world(1e6f, {}).step(1e9).limit, "viscosity");
}

TEST(TimeStep, ends_at_the_end_of_the_frame_without_crumbs) {
    StepParams params;
    params.longest = 0.01f;
    World world = world_with(params, {{{0, 0, 0}, {1, 0, 0}}});
    world.start();
    // 0.024 s in steps of at most 0.01: three of 0.008.
    for (int k = 0; k < 3; ++k) {
        const StepReport report = world.step(0.024);
        EXPECT_NEAR(report.dt, 0.008, 1e-8);
        EXPECT_EQ(report.limit, "longest");
    }
    EXPECT_EQ(world.time(), 0.024) << "exactly, not nearly";
    EXPECT_EQ(world.step(0.027).limit, "frame");
}

TEST(TimeStep, that_is_fixed_is_taken_as_it_is_but_for_the_end_of_a_frame) {
    StepParams params;
    params.fixed = 0.01f;
    World world = world_with(params, {{{0, 0, 0}, {1, 0, 0}}});
    expect_limit(world, "fixed", 0.01, 0.024);
    EXPECT_NEAR(world.step(0.024).dt, 0.01, 1e-8);
    EXPECT_NEAR(world.step(0.024).dt, 0.004, 1e-8);
}

TEST(RejectedStep, is_tried_again_with_half_the_step_and_counted) {
    StepParams params;
    params.fixed = 0.1f;
    World world = world_with(params, {{{0, 0, 0}, {10, 0, 0}}});
    world.start();
    // At most half a support radius a step: 10 m/s * 0.0125 s is the first that fits.
    const StepReport report = world.step(1e9);
    EXPECT_EQ(report.attempts, 4);
    EXPECT_FLOAT_EQ(report.dt, 0.0125f);
    EXPECT_EQ(world.state().totals.retried_steps, 3u);
    EXPECT_FLOAT_EQ(world.particles()[fields::position][0].x, 0.125f);
    EXPECT_NEAR(world.time(), 0.0125, 1e-9);
    EXPECT_EQ(world.step(1e9).attempts, 4);
    EXPECT_EQ(world.state().totals.retried_steps, 6u);
}

TEST(RejectedStep, that_would_have_ended_the_frame_does_not_end_it) {
    StepParams params;
    params.fixed = 0.04f;
    World world = world_with(params, {{{0, 0, 0}, {10, 0, 0}}});
    world.start();
    EXPECT_EQ(world.step(0.04).attempts, 3);
    EXPECT_NEAR(world.time(), 0.01, 1e-9);
    int steps = 1;
    while (world.time() < 0.04 && steps < 20) world.step(0.04), ++steps;
    EXPECT_EQ(world.time(), 0.04);
    EXPECT_NEAR(world.particles()[fields::position][0].x, 0.4f, 1e-6);
}

TEST(RejectedStep, leaves_no_trace_of_the_attempts) {
    // A force that is only too strong for long steps: what remains is as if the short step had been the first.
    class Kick final : public Module {
        void attach(Particles&, Pipeline& pipeline) override {
            pipeline.at(Stage::forces, "kick", [](const Step& step) {
                step.particles.edit(fields::acceleration)[0] += Vec3{0, 100, 0};
            });
        }
    };
    const auto run = [](Real fixed) {
        StepParams params;
        params.fixed = fixed;
        World world = world_with(params, {{{0, 0, 0}, {0, 0, 0}}, {{0.1f, 0, 0}, {0, 1, 0}}});
        world.add_module(std::make_unique<Kick>());
        world.set_pressure(std::make_unique<Wcsph>(PressureParams{}, Real(0.1)));
        world.start();
        world.step(1e9);
        return world.particles().hash();
    };
    EXPECT_EQ(run(0.25f), run(0.03125f));
}

std::string what_went_wrong(World& world) {
    try {
        world.start();
        world.step(1e9);
    } catch (const RunError& error) {
        return error.what();
    }
    return "";
}

TEST(HopelessStep, stops_with_a_sentence_that_names_the_body) {
    for (const Real speed : {1e9f, Real(INFINITY), Real(NAN)}) {
        StepParams params;
        params.fixed = 0.1f;
        World world = world_with(params, {{{0, 0, 0}, {1, 0, 0}, 0}, {{1, 0, 0}, {0, speed, 0}, 1}});
        const std::string message = what_went_wrong(world);
        EXPECT_NE(message.find("\"jet\""), std::string::npos) << message;
        EXPECT_NE(message.find("10 times"), std::string::npos) << message;
        // Nothing has moved: what is saved now is the last good state.
        EXPECT_EQ(world.particles()[fields::position][0].x, 0) << speed;
        EXPECT_EQ(world.time(), 0);
        EXPECT_EQ(world.state().steps, 0u);
    }
}

}  // namespace
}  // namespace panta::test
