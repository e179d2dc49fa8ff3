#include "render/scenery.h"

#include <gtest/gtest.h>

namespace panta {
namespace {

const Box unit{{0, 0, 0}, {1, 1, 1}};

Box around(const std::vector<DrawnLine>& lines) {
    Box box;
    for (const DrawnLine& line : lines) box.extend(line.from), box.extend(line.to);
    return box;
}

TEST(Scenery, shows_obstacles_where_they_are_placed_and_containers_as_boxes) {
    const std::vector<Wall> walls{
        {BoxWall{unit, FluidSide::inside, 0}, {{10, 0, 0}, {}, 3}},
        {BoxWall{unit, FluidSide::outside, 0}, {{5, 0, 0}, {0, 0, 90}, 2}},
        {PlaneWall{}, {}},
        {SphereWall{{0, 1, 0}, 2, FluidSide::inside}, {}},
    };
    const Scenery scenery = scenery_of(walls, 3, 0.1f);
    ASSERT_EQ(scenery.containers.size(), 12u);
    EXPECT_EQ(around(scenery.containers).lower, (Vec3{10, 0, 0}));
    EXPECT_EQ(around(scenery.containers).upper, (Vec3{13, 3, 3}));
    ASSERT_EQ(scenery.obstacles.size(), 1u);  // a quarter turn about z puts the box to the left of its place
    EXPECT_EQ(bounds(scenery.obstacles[0]).lower, (Vec3{3, 0, 0}));
    EXPECT_EQ(bounds(scenery.obstacles[0]).upper, (Vec3{5, 2, 2}));
}

TEST(Scenery, is_where_walls_are_at_the_time) {
    MotionParams turn;
    turn.spin = Vec3{0, 0, 90};
    const std::vector<Wall> walls{{BoxWall{unit, FluidSide::inside, 0}, {{2, 0, 0}, {}, 1}, turn},
                                  {BoxWall{unit, FluidSide::outside, 0}, {{5, 0, 0}, {}, 1}, turn}};
    // A quarter turn about the origin takes x to y.
    const Scenery scenery = scenery_of(walls, 3, 0.1f, 1);
    EXPECT_LT(norm(around(scenery.containers).lower - Vec3{-1, 2, 0}), 1e-6f);
    EXPECT_LT(norm(bounds(scenery.obstacles.at(0)).upper - Vec3{0, 6, 1}), 1e-6f);
}

TEST(Scenery, of_a_flat_world_is_a_slab_around_z_zero) {
    const std::vector<Wall> walls{{SphereWall{{0, 0, 7}, 1, FluidSide::outside}, {}},
                                  {BoxWall{unit, FluidSide::inside, 0}, {}}};
    const Scenery scenery = scenery_of(walls, 2, 0.2f);
    EXPECT_NEAR(bounds(scenery.obstacles[0]).lower.z, -0.1, 1e-6);
    EXPECT_NEAR(bounds(scenery.obstacles[0]).upper.z, 0.1, 1e-6);
    EXPECT_NEAR(bounds(scenery.obstacles[0]).upper.x, 1, 1e-3);
    EXPECT_EQ(around(scenery.containers).upper.z, 0);
}

}  // namespace
}  // namespace panta
