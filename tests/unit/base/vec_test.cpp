#include "base/vec.h"

#include <gtest/gtest.h>

#include <limits>

namespace panta {
namespace {

TEST(Vec3, arithmetic_works_on_each_component) {
    const Vec3 a{1, 2, 3}, b{4, -5, 6};
    EXPECT_EQ(a + b, (Vec3{5, -3, 9}));
    EXPECT_EQ(a - b, (Vec3{-3, 7, -3}));
    EXPECT_EQ(-a, (Vec3{-1, -2, -3}));
    EXPECT_EQ(2 * a, a + a);
    EXPECT_EQ(a / 2, (Vec3{Real(0.5), 1, Real(1.5)}));
    EXPECT_EQ(min(a, b), (Vec3{1, -5, 3}));
    EXPECT_EQ(max(a, b), (Vec3{4, 2, 6}));
}

TEST(Vec3, an_axis_reads_and_writes_its_component) {
    Vec3 a{1, 2, 3};
    a[1] = 7;
    EXPECT_EQ(a, (Vec3{1, 7, 3}));
    EXPECT_EQ(a[0] + a[2], 4);
}

TEST(Vec3, cross_product_is_right_handed_and_perpendicular) {
    EXPECT_EQ(cross({1, 0, 0}, {0, 1, 0}), (Vec3{0, 0, 1}));
    const Vec3 a{1, 2, 3}, b{4, -5, 6};
    EXPECT_EQ(dot(cross(a, b), a), 0);
    EXPECT_EQ(dot(cross(a, b), b), 0);
    EXPECT_EQ(norm2(cross(a, b)), norm2(a) * norm2(b) - dot(a, b) * dot(a, b));  // Lagrange's identity
}

TEST(Vec3, norm_is_the_euclidean_length) {
    EXPECT_EQ(norm({2, 3, 6}), 7);
    EXPECT_NEAR(norm(normalised({2, 3, 6})), 1, 1e-6);
}

TEST(Vec3, one_nan_or_infinity_makes_it_not_finite) {
    EXPECT_TRUE(is_finite({1, 2, 3}));
    EXPECT_FALSE(is_finite({1, std::numeric_limits<Real>::quiet_NaN(), 3}));
    EXPECT_FALSE(is_finite({1, 2, -std::numeric_limits<Real>::infinity()}));
}

TEST(Box, a_new_one_is_empty_and_grows_to_hold_what_it_is_given) {
    Box box;
    EXPECT_TRUE(box.is_empty());
    box.extend(Vec3{1, 2, 3});
    EXPECT_FALSE(box.is_empty());
    EXPECT_EQ(box.size(), (Vec3{0, 0, 0}));
    box.extend(Vec3{-1, 4, 3});
    EXPECT_EQ(box.centre(), (Vec3{0, 3, 3}));
    EXPECT_TRUE(box.contains({0, 3, 3}));
    EXPECT_FALSE(box.contains({0, 3, Real(3.001)}));
    EXPECT_TRUE(box.grown(1).contains({Real(1.5), 3, 4}));
}

TEST(Box, extending_by_an_empty_box_changes_nothing) {
    Box box{{0, 0, 0}, {1, 1, 1}};
    box.extend(Box{});
    EXPECT_EQ(box.lower, (Vec3{0, 0, 0}));
    EXPECT_EQ(box.upper, (Vec3{1, 1, 1}));
}

TEST(Box, overlap_needs_all_three_axes_and_touching_counts) {
    const Box box{{0, 0, 0}, {1, 1, 1}};
    EXPECT_TRUE(box.overlaps({{1, 1, 1}, {2, 2, 2}}));
    for (int axis = 0; axis < 3; ++axis) {
        Box other = box;
        other.lower[axis] = Real(1.5);
        other.upper[axis] = 2;
        EXPECT_FALSE(box.overlaps(other)) << "axis " << axis;
        EXPECT_FALSE(other.overlaps(box)) << "axis " << axis;
    }
}

}  // namespace
}  // namespace panta
