// Orientations that follow keys, against turns worked out by hand.
#include "tracks/turning.h"

#include <gtest/gtest.h>

#include <numbers>

namespace panta::test {
namespace {

constexpr double close = 1e-6;  // keys are floats

Keyed<Vec3> keyed(std::vector<Key<Vec3>> keys, Ease ease = Ease::linear) {
    Keyed<Vec3> value;
    value.keys = std::move(keys);
    value.ease = ease;
    return value;
}

void expect_turned(const Turning& turning, double time, const Vec3d& from, const Vec3d& to) {
    EXPECT_LT(norm(turning.at(time).turn(from) - to), close) << "at " << time;
}

TEST(Turning, goes_at_a_steady_rate_between_directions_of_any_length) {
    const Turning turning = Turning::through_directions(keyed({{1, {2, 0, 0}}, {3, {0, 0.1f, 0}}}));
    const double half = std::numbers::sqrt2 / 2, quarter = std::numbers::pi / 2;
    expect_turned(turning, 0, {1, 0, 0}, {1, 0, 0});
    expect_turned(turning, 2, {1, 0, 0}, {half, half, 0});
    expect_turned(turning, 1.5, {1, 0, 0}, {std::cos(quarter / 4), std::sin(quarter / 4), 0});
    expect_turned(turning, 9, {1, 0, 0}, {0, 1, 0});
    EXPECT_LT(norm(turning.velocity(2) - Vec3d{0, 0, quarter / 2}), close);
    EXPECT_EQ(turning.velocity(0), Vec3d{});
    EXPECT_NEAR(turning.fastest(0, 9), quarter / 2, close);
    EXPECT_EQ(turning.fastest(3, 9), 0);
}

// What is across the direction must not jump, however far it goes: a round trip that stays level keeps up where it is.
TEST(Turning, carries_what_is_across_the_direction_along) {
    const Turning round = Turning::through_directions(
        keyed({{0, {1, 0, 0}}, {1, {0, 0, -1}}, {2, {-1, 0, 0}}, {3, {0, 0, 1}}, {4, {1, 0, 0}}}));
    for (double time = 0; time < 4.5; time += 0.25) expect_turned(round, time, {0, 1, 0}, {0, 1, 0});
    expect_turned(round, 2, {1, 0, 0}, {-1, 0, 0});
    expect_turned(round, 4, {1, 0, 0}, {1, 0, 0});
}

TEST(Turning, jumps_by_half_a_turn_in_the_plane_when_it_steps) {
    const Turning turning = Turning::through_directions(keyed({{0, {0, 1, 0}}, {1, {0, -1, 0}}}, Ease::step));
    expect_turned(turning, 0.99, {0, 1, 0}, {0, 1, 0});
    expect_turned(turning, 1, {0, 1, 0}, {0, -1, 0});
    expect_turned(turning, 1, {1, 0, 0}, {-1, 0, 0});
    EXPECT_EQ(turning.velocity(0.5), Vec3d{});
}

TEST(Turning, goes_the_shortest_way_between_angles) {
    const Turning turning = Turning::through_angles(keyed({{0, {0, 0, 170}}, {1, {0, 0, -170}}}, Ease::smooth));
    expect_turned(turning, 0.5, {1, 0, 0}, {-1, 0, 0});
    EXPECT_NEAR(turning.fastest(0, 1), 1.5 * std::numbers::pi / 9, close);  // 20 degrees, half as fast again amid them
    EXPECT_NEAR(turning.velocity(0.5).z, 1.5 * std::numbers::pi / 9, close);
}

}  // namespace
}  // namespace panta::test
