// How time advances, against closed forms. The worlds here have no pressure: particles fall or swing alone.
#include <cmath>

#include "scenes/worlds.h"

namespace panta::test {
namespace {

constexpr Real dt = 0x1p-9f;

/// A soft spring that holds every particle to the origin: a = -k x / (1 + x^2), which is no linear force.
class Spring final : public Module {
public:
    static constexpr Real stiffness = 40;
    static Vec3 pull(const Vec3& x) { return -stiffness / (1 + norm2(x)) * x; }

    void attach(Particles&, Pipeline& pipeline) override {
        pipeline.at(Stage::forces, "spring", [](const Step& step) {
            const auto x = step.particles[fields::position];
            const auto a = step.particles.edit(fields::acceleration);
            for (size_t i = 0; i < x.size(); ++i) a[i] += pull(x[i]);
        });
    }
};

/// Three particles that do not feel each other.
World lone_particles(Integrator integrator, const Vec3& gravity) {
    WorldSettings settings;
    settings.gravity = gravity;
    settings.spacing = 0.01f;
    settings.step.integrator = integrator;
    settings.step.fixed = dt;
    World world(settings, Threads(1));
    Particles& particles = world.particles();
    particles.append(3);
    for (size_t i = 0; i < 3; ++i) {
        particles.edit(fields::position)[i] = {Real(i) - 1.25f, 2, 0.5f};
        particles.edit(fields::velocity)[i] = {0.5f, Real(i), -1};
        particles.edit(fields::mass)[i] = particles.edit(fields::volume)[i] = 1e-6f;
        particles.edit(fields::support)[i] = 0.25f;
    }
    return world;
}

TEST(SymplecticEuler, falls_as_its_closed_form_says) {
    const Vec3 g{0, -10, 1};
    World world = lone_particles(Integrator::symplectic_euler, g);
    world.start();
    const int n = 200;
    take_steps(world, n);
    for (size_t i = 0; i < 3; ++i) {
        const auto id = double(world.particles()[fields::id][i]);
        const Vec3 x = world.particles()[fields::position][i], v = world.particles()[fields::velocity][i];
        // v_n = v_0 + n g dt,  x_n = x_0 + n v_0 dt + n (n + 1) / 2 g dt^2; all below 8 m and m/s, rounded n times.
        const double tolerance = n * 8 * rounding, t = n * double(dt), square = n * (n + 1) / 2 * double(dt) * dt;
        EXPECT_NEAR(v.y, id + g.y * t, tolerance);
        EXPECT_NEAR(x.x, id - 1.25 + 0.5 * t, tolerance);
        EXPECT_NEAR(x.y, 2 + id * t + g.y * square, tolerance);
        EXPECT_NEAR(x.z, 0.5 - t + g.z * square, tolerance);
    }
    EXPECT_NEAR(world.time(), n * double(dt), 1e-12);
}

TEST(Leapfrog, falls_exactly) {
    const Vec3 g{0, -10, 1};
    World world = lone_particles(Integrator::leapfrog, g);
    world.start();
    const int n = 200;
    take_steps(world, n);
    const double t = n * double(dt);
    for (size_t i = 0; i < 3; ++i) {
        const auto id = double(world.particles()[fields::id][i]);
        // Of second order: x = x_0 + v_0 t + g t^2 / 2 without any error but rounding; velocities are half a step old.
        const Vec3 x = world.particles()[fields::position][i], v = world.particles()[fields::velocity][i];
        EXPECT_NEAR(x.y, 2 + id * t + g.y * t * t / 2, n * 8 * rounding);
        EXPECT_NEAR(v.y, id + g.y * (t - dt / 2), n * 8 * rounding);
    }
}

TEST(Leapfrog, goes_back_the_way_it_came) {
    const auto swinging = [] {
        World world = lone_particles(Integrator::leapfrog, {});
        world.add_module(std::make_unique<Spring>());
        return world;
    };
    World there = swinging(), back = swinging();
    there.start();
    const int n = 400;
    take_steps(there, n);

    // Bring the velocities to the time of the positions, turn them round, and start anew with the half kick.
    for (size_t i = 0; i < 3; ++i) {
        const Vec3 x = there.particles()[fields::position][i], v = there.particles()[fields::velocity][i];
        back.particles().edit(fields::position)[i] = x;
        back.particles().edit(fields::velocity)[i] = -(v + dt / 2 * Spring::pull(x));
        back.particles().edit(fields::id)[i] = there.particles()[fields::id][i];
    }
    back.start();
    take_steps(back, n);
    const World start = swinging();
    EXPECT_GT(largest_difference(start.particles(), there.particles(), fields::position), 0.5f);
    // 400 steps there and as many back, of positions below 4 m; Euler's error would be of the order of dt, 2e-3.
    EXPECT_LT(largest_difference(start.particles(), back.particles(), fields::position), 2 * n * 4 * rounding);
}

TEST(Leapfrog, is_of_second_order_where_euler_is_of_first) {
    // A linear spring with the period 1: after it, every particle is where it was.
    const auto miss = [](Integrator integrator, int steps) {
        WorldSettings settings;
        settings.gravity = {};
        settings.spacing = 0.01f;
        settings.step.integrator = integrator;
        settings.step.fixed = 1 / Real(steps);
        World world(settings, Threads(1));
        world.particles().append(1);
        world.particles().edit(fields::position)[0] = {1, 0, 0};
        world.particles().edit(fields::mass)[0] = world.particles().edit(fields::volume)[0] = 1;
        world.particles().edit(fields::support)[0] = 1;
        class Linear final : public Module {
            void attach(Particles&, Pipeline& pipeline) override {
                pipeline.at(Stage::forces, "linear", [](const Step& step) {
                    const auto a = step.particles.edit(fields::acceleration);
                    a[0] = Real(-4 * M_PI * M_PI) * step.particles[fields::position][0];
                });
            }
        };
        world.add_module(std::make_unique<Linear>());
        world.start();
        take_steps(world, steps / 4);  // a quarter: it must be at the origin
        return std::abs(double(world.particles()[fields::position][0].x));
    };
    EXPECT_NEAR(miss(Integrator::symplectic_euler, 128) / miss(Integrator::symplectic_euler, 256), 2, 0.1);
    EXPECT_NEAR(miss(Integrator::leapfrog, 64) / miss(Integrator::leapfrog, 128), 4, 0.2);
}

}  // namespace
}  // namespace panta::test
