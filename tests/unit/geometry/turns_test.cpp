#include "geometry/turns.h"

#include <gtest/gtest.h>

#include <numbers>

namespace panta {
namespace {

double degrees(const Turn& turn) { return turn.angle * 180 / std::numbers::pi; }

TEST(Turns, between_angles_are_the_shortest) {
    EXPECT_NEAR(degrees(turn_between_angles({}, {0, 0, 30})), 30, 1e-9);
    EXPECT_NEAR(degrees(turn_between_angles({0, 0, -10}, {0, 0, 350})), 0, 1e-6);
    EXPECT_NEAR(degrees(turn_between_angles({90, 0, 0}, {90, 0, 90})), 90, 1e-6);
}

TEST(Turns, between_directions_lead_from_one_to_the_other) {
    const Vec3d directions[] = {{1, 0, 0}, {0, 2, 0}, {0, 0, -1}, {-3, 0, 0}, {1, -1, 0.5}, {-1, 1, -0.5}};
    for (const Vec3d& from : directions)
        for (const Vec3d& to : directions)
            EXPECT_LT(norm(rotation_of(turn_between_directions(from, to)).turn(unit(from)) - unit(to)), 1e-9);
}

TEST(Turns, follow_one_another_from_right_to_left) {
    const Rotation about_x = rotation_of(Turn{{1, 0, 0}, std::numbers::pi / 2}),
                   about_z = rotation_of(Turn{{0, 0, 1}, std::numbers::pi / 2});
    EXPECT_LT(norm((about_z * about_x).turn({0, 0, 1}) - Vec3d{1, 0, 0}), 1e-12);
}

}  // namespace
}  // namespace panta
