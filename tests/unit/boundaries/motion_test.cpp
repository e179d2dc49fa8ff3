#include "boundaries/motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace panta {
namespace {

constexpr double pi = std::numbers::pi;

/// From x to y about z and up, then on about x; the turns of the last piece are about no axis of the scene.
MotionParams tour(Ease ease) {
    MotionParams params;
    params.pivot = {1, 2, 3};
    params.translation.keys = {{0.5, {}}, {1, {0, 1, 0}}, {3, {2, 1, 0}}};
    params.rotation.keys = {{0.5, {}}, {1, {0, 0, 90}}, {3, {60, 20, 90}}};
    params.translation.ease = params.rotation.ease = ease;
    params.spin = Vec3{0, 30, 40};
    return params;
}

double distance(const Vec3d& a, const Vec3d& b) { return norm(a - b); }

TEST(WallMotion, passes_through_its_keys_and_rests_outside_them) {
    MotionParams params = tour(Ease::smooth);
    params.spin = Vec3{};
    const WallMotion motion(params);
    const Vec3d p{2, 2, 3};  // one metre from the pivot along x
    EXPECT_LT(distance(motion.pose(0).to_world(p), {2, 2, 3}), 1e-12);
    EXPECT_LT(distance(motion.pose(1).to_world(p), {1, 4, 3}), 1e-12);
    // Turned by 60 about x, 20 about y, 90 about z: x -> (cos 20, 0, -sin 20) -> (0, cos 20, -sin 20).
    const double angle = 20 * pi / 180;
    const Vec3d last{3, 3 + std::cos(angle), 3 - std::sin(angle)};
    EXPECT_LT(distance(motion.pose(3).to_world(p), last), 1e-6) << "angles are floats";
    EXPECT_LT(distance(motion.pose(9).to_world(p), last), 1e-6);
    EXPECT_EQ(norm(motion.velocity(0.2).at(p)) + norm(motion.velocity(9).at(p)), 0);
}

TEST(WallMotion, spins_in_a_circle) {
    MotionParams params;
    params.pivot = {1, 0, 0};
    params.spin = Vec3{0, 0, 90};
    const WallMotion motion(params);
    // A quarter of a turn a second, counter-clockwise.
    EXPECT_LT(distance(motion.pose(1).to_world({3, 0, 5}), {1, 2, 5}), 1e-12);
    EXPECT_LT(distance(motion.pose(401).to_world({3, 0, 5}), {1, 2, 5}), 1e-9);
    EXPECT_LT(distance(motion.velocity(1).at({1, 2, 5}), {-pi, 0, 0}), 1e-12);
    EXPECT_NEAR(motion.fastest(0, 1, 2), pi, 1e-12);
}

TEST(WallMotion, turns_at_a_steady_rate_between_linear_keys) {
    MotionParams params = tour(Ease::linear);
    params.spin = Vec3{};
    const WallMotion motion(params);
    const Vec3d first = motion.velocity(1.01).angular;
    for (const double time : {1.5, 2.0, 2.99}) EXPECT_LT(distance(motion.velocity(time).angular, first), 1e-12);
}

TEST(WallMotion, velocity_is_the_rate_of_change_of_the_pose) {
    constexpr double dt = 1e-5;
    for (const Ease ease : {Ease::linear, Ease::smooth}) {
        const WallMotion motion(tour(ease));
        for (const double time : {0.2, 0.6, 0.99, 1.3, 2.2, 2.9, 4.0}) {
            const Vec3d p{1.5, 1, 4}, here = motion.pose(time).to_world(p);
            const Vec3d rate = (motion.pose(time + dt).to_world(p) - motion.pose(time - dt).to_world(p)) / (2 * dt);
            // The error of a central difference is of the order of dt^2 times a third derivative of about 100 m/s^3.
            EXPECT_LT(distance(motion.velocity(time).at(here), rate), 1e-7) << time;
        }
    }
}

TEST(WallMotion, bounds_the_speed_of_its_points) {
    constexpr double reach = 1.5;
    for (const Ease ease : {Ease::linear, Ease::smooth}) {
        const WallMotion motion(tour(ease));
        for (double time = 0; time < 4; time += 0.01) {
            const double bound = motion.fastest(time, time + 0.05, reach);
            for (const Vec3d& d : {Vec3d{1, 0, 0}, {0, 1, 0}, {0.6, 0, 0.8}}) {
                const Vec3d here = motion.pose(time + 0.03).to_world(motion.pivot() + reach * d);
                EXPECT_LE(norm(motion.velocity(time + 0.03).at(here)), bound * (1 + 1e-9)) << time;
            }
        }
    }
}

TEST(WallMotion, starts_over_when_it_repeats) {
    MotionParams params;
    params.translation.keys = {{1, {}}, {2, {1, 0, 0}}, {4, {}}};
    params.repeat = true;
    const WallMotion motion(params);
    for (const double time : {1.25, 2.5, 3.75}) {
        const Vec3d here = motion.pose(time).to_world({});
        EXPECT_LT(distance(motion.pose(time + 300).to_world({}), here), 1e-9);
    }
    EXPECT_NEAR(motion.pose(4.5).to_world({}).x, 0.5, 1e-12);
    EXPECT_NEAR(motion.fastest(3.9, 4.1, 0), 1, 1e-12) << "the fast piece comes next";
}

// The shift goes around in two seconds, the turn in three: both start over after three.
TEST(WallMotion, starts_over_after_the_last_of_all_keys) {
    MotionParams params;
    params.translation.keys = {{0, {}}, {1, {1, 0, 0}}, {2, {}}};
    params.rotation.keys = {{1, {}}, {2, {0, 0, 90}}, {3, {}}};
    params.repeat = true;
    const WallMotion motion(params);
    EXPECT_LT(distance(motion.pose(2.5).to_world({1, 0, 0}), {std::cos(pi / 4), std::sin(pi / 4), 0}), 1e-12);
    EXPECT_LT(distance(motion.pose(3.5).to_world({1, 0, 0}), {1.5, 0, 0}), 1e-12);
    EXPECT_NEAR(motion.fastest(2.9, 3.1, 1), 1 + pi / 2, 1e-12);
}

// From rest to a turn a second within two seconds, which is a whole turn; then on at that rate.
TEST(WallMotion, spins_up_by_what_its_keys_add_up_to) {
    MotionParams params;
    params.spin.keys = {{0, {}}, {2, {0, 0, 360}}};
    const WallMotion motion(params);
    EXPECT_LT(distance(motion.pose(1).to_world({1, 0, 0}), {0, 1, 0}), 1e-9) << "a quarter of a turn";
    EXPECT_LT(distance(motion.pose(2).to_world({1, 0, 0}), {1, 0, 0}), 1e-9);
    EXPECT_LT(distance(motion.pose(2.25).to_world({1, 0, 0}), {0, 1, 0}), 1e-9);
    EXPECT_NEAR(motion.velocity(1).angular.z, pi, 1e-9);
    EXPECT_NEAR(motion.fastest(0, 1, 2), 2 * pi, 1e-9);
    EXPECT_NEAR(motion.fastest(1, 9, 2), 4 * pi, 1e-9);
}

}  // namespace
}  // namespace panta
