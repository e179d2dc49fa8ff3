#include "geometry/shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "base/error.h"
#include "base/random.h"

namespace panta {
namespace {

constexpr double pi = std::numbers::pi;
const Random chance(11);

std::vector<Shape> all_kinds() {
    const Placement turned{{0.3f, -0.2f, 0.1f}, {20, -50, 70}, 0.8f};
    return {Shape::box({{-1, -0.5f, -0.7f}, {1, 0.5f, 0.7f}}, turned), Shape::sphere({0.1f, 0.2f, 0}, 0.9f, turned),
            Shape::cylinder({0, 0.1f, 0}, 0.6f, 1.4f, turned), Shape::mesh(sphere_mesh({0, 0, 0}, 0.9f, 3), turned)};
}

TEST(Shape, measures_volumes_and_areas) {
    EXPECT_NEAR(Shape::box({{0, 0, 0}, {1, 2, 3}}, {{}, {}, 2}).volume(), 48, 1e-6);
    EXPECT_NEAR(Shape::sphere({}, 2).volume(), 32 * pi / 3, 1e-9);
    EXPECT_NEAR(Shape::cylinder({}, 2, 3).volume(), 12 * pi, 1e-9);
    EXPECT_NEAR(Shape::mesh(box_mesh({{0, 0, 0}, {1, 2, 3}})).volume(), 6, 1e-9);
    EXPECT_NEAR(Shape::box({{0, 0, 0}, {1, 2, 0}}, {}, 2).volume(), 2, 1e-9);
    EXPECT_NEAR(Shape::sphere({}, 2, {}, 2).volume(), 4 * pi, 1e-9);
}

TEST(Shape, distances_of_boxes_spheres_and_cylinders_are_exact) {
    const Shape box = Shape::box({{0, 0, 0}, {2, 2, 2}});
    EXPECT_NEAR(box.signed_distance(Vec3d{1, 1, 1}), -1, 1e-12);
    EXPECT_NEAR(box.signed_distance(Vec3d{1, 1.75, 1}), -0.25, 1e-12);
    EXPECT_NEAR(box.signed_distance(Vec3d{3, 3, 3}), std::sqrt(3.0), 1e-12);
    const Shape ball = Shape::sphere({1, 0, 0}, 2);
    EXPECT_NEAR(ball.signed_distance(Vec3d{1, 5, 0}), 3, 1e-12);
    EXPECT_NEAR(ball.signed_distance(Vec3d{1, 0, 0}), -2, 1e-12);
    const Shape can = Shape::cylinder({0, 0, 0}, 1, 4);
    EXPECT_NEAR(can.signed_distance(Vec3d{0, 0, 0}), -1, 1e-12);
    EXPECT_NEAR(can.signed_distance(Vec3d{0.5, 1.8, 0}), -0.2, 1e-12);
    EXPECT_NEAR(can.signed_distance(Vec3d{4, 6, 0}), 5, 1e-12);
}

TEST(Shape, distance_has_slope_one_along_its_gradient) {
    for (const Shape& shape : all_kinds())
        for (uint64_t k = 0; k < 500; ++k) {
            const Vec3d p = 2 * Vec3d(chance.in_cube(k, 1));
            const Distance d = shape.distance(p);
            EXPECT_NEAR(norm(d.gradient), 1, 1e-9);
            EXPECT_EQ(shape.contains(p), d.value < 0);
            // The foot point is on the surface, and no point of the surface is nearer.
            EXPECT_NEAR(shape.signed_distance(p - d.value * d.gradient), 0, 1e-9);
            const Vec3d q = p + 0.99 * std::abs(d.value) * unit(chance.in_cube(k, 2));
            EXPECT_EQ(shape.contains(q), d.value < 0);
        }
}

TEST(Shape, bounds_are_tight) {
    for (const Shape& shape : all_kinds()) {
        const Box box = shape.bounds();
        // From outside, each side of the box has a point of the shape within a small distance.
        for (int axis = 0; axis < 3; ++axis)
            for (const bool upper : {false, true}) {
                Vec3d far = box.centre();
                far[axis] = upper ? box.upper[axis] + 1e4 : box.lower[axis] - 1e4;
                EXPECT_NEAR(shape.signed_distance(far), 1e4, 2e-3);
            }
    }
}

TEST(Shape, a_segment_crosses_where_the_distance_changes_sign) {
    for (const Shape& shape : all_kinds())
        for (uint64_t k = 0; k < 1000; ++k) {
            const Vec3d from = 1.5 * Vec3d(chance.in_cube(k, 3)), to = 1.5 * Vec3d(chance.in_cube(k, 4));
            const bool inside = shape.contains(from);
            const auto crossing = shape.first_crossing(from, to);
            ASSERT_TRUE(crossing || shape.contains(to) == inside);
            const double until = crossing ? crossing->fraction : 1.0;
            if (crossing) {
                EXPECT_NEAR(shape.signed_distance(from + crossing->fraction * (to - from)), 0, 1e-9);
                EXPECT_LE(dot(crossing->normal, to - from), 0);
            }
            for (int s = 1; s < 20; ++s)
                EXPECT_EQ(shape.contains(from + (to - from) * (until * 0.999999 * s / 20)), inside);
        }
}

TEST(Shape, surface_may_touch_never_misses_the_surface) {
    for (const Shape& shape : all_kinds()) {
        for (uint64_t k = 0; k < 300; ++k) {
            const Vec3d p = 2 * Vec3d(chance.in_cube(k, 5));
            const Distance d = shape.distance(p);
            const Vec3 foot = to_real(p - d.value * d.gradient);
            EXPECT_TRUE(shape.surface_may_touch(Box{foot, foot}.grown(1e-4f)));
        }
        EXPECT_FALSE(shape.surface_may_touch({{50, 50, 50}, {51, 51, 51}}));
    }
}

TEST(Shape, ignores_z_in_two_dimensions) {
    const Shape rectangle = Shape::box({{0, 0, 0}, {2, 1, 0}}, {{}, {0, 0, 90}, 1}, 2);
    EXPECT_TRUE(rectangle.contains(Vec3d{-0.5, 1, 0}));
    EXPECT_NEAR(rectangle.signed_distance(Vec3d{-0.5, 1, 0}), -0.5, 1e-12);
    const Shape disc = Shape::sphere({0, 0, 7}, 1, {}, 2);
    EXPECT_NEAR(disc.signed_distance(Vec3d{0, 3, 0}), 2, 1e-12);
    EXPECT_EQ(disc.bounds().size().z, 0);
}

TEST(Shape, refuses_what_has_no_inside) {
    EXPECT_THROW(Shape::sphere({}, 0), InputError);
    EXPECT_THROW(Shape::box({{0, 0, 0}, {1, -1, 1}}), InputError);
    EXPECT_THROW(Shape::cylinder({}, 1, NAN), InputError);
    EXPECT_THROW(Shape::sphere({}, 1, {{}, {}, 0}), InputError);
    EXPECT_THROW(Shape::box({{0, 0, 0}, {1, 1, 0}}, {{}, {30, 0, 0}, 1}, 2), InputError);
}

}  // namespace
}  // namespace panta
