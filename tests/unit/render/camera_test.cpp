#include "render/camera.h"

#include <gtest/gtest.h>

#include <vector>

namespace panta {
namespace {

TEST(Camera, a_ray_through_a_point_of_the_picture_leads_to_points_that_project_there) {
    const Camera camera({3, 2, 5}, {0, 1, 0}, 40, 1.5f);
    for (const Real u : {0.f, 0.3f, 1.f})
        for (const Real v : {0.1f, 0.5f, 0.9f}) {
            const Ray ray = camera.ray(u, v);
            EXPECT_NEAR(norm(ray.direction), 1, 1e-6);
            const Vec3 at = camera.project(ray.origin + ray.direction * Real(4));
            EXPECT_NEAR(at.x, u, 1e-5);
            EXPECT_NEAR(at.y, v, 1e-5);
        }
}

TEST(Camera, has_y_upwards_and_x_to_the_right_when_it_looks_along_minus_z) {
    const Camera camera({0, 0, 5}, {}, 40, 1);
    EXPECT_LT(camera.project({0, 1, 0}).y, 0.5f);
    EXPECT_GT(camera.project({1, 0, 0}).x, 0.5f);
}

TEST(Camera, may_look_straight_down) { EXPECT_TRUE(is_finite(Camera({0, 5, 0}, {}, 40, 1).ray(0.2f, 0.7f).direction)); }

class AutomaticCamera : public ::testing::TestWithParam<View> {};

TEST_P(AutomaticCamera, sees_the_whole_box_and_fills_the_picture_with_it) {
    for (const Vec3 size : {Vec3{1, 1, 1}, Vec3{5, 1, 2}, Vec3{1, 20, 1}, Vec3{3, 2, 0}}) {
        const Box box{Vec3{10, -3, 2}, Vec3{10, -3, 2} + size};
        const Camera camera = camera_that_sees(box, GetParam(), 30, 16.f / 9);
        Real left = 1, right = 0, top = 1, bottom = 0;
        for (int k = 0; k < 8; ++k) {
            const Vec3 at = camera.project({k & 1 ? box.upper.x : box.lower.x, k & 2 ? box.upper.y : box.lower.y,
                                            k & 4 ? box.upper.z : box.lower.z});
            EXPECT_GT(at.z, 0);
            left = std::min(left, at.x), right = std::max(right, at.x);
            top = std::min(top, at.y), bottom = std::max(bottom, at.y);
        }
        EXPECT_GT(std::min(left, top), 0);
        EXPECT_LT(std::max(right, bottom), 1);
        EXPECT_GT(std::max(right - left, bottom - top), 0.9);  // the wider direction leaves a margin of 8 per cent
    }
}
INSTANTIATE_TEST_SUITE_P(Views, AutomaticCamera, ::testing::Values(View::front, View::three_quarter));

TEST(BoundsWithoutOutliers, leave_out_the_few_that_flew_away_and_what_is_not_a_number) {
    std::vector<Vec3> points;
    for (int k = 0; k <= 1000; ++k) points.push_back({Real(k) / 1000, 0, -Real(k) / 1000});
    points.push_back({1e6f, -1e6f, 0});
    points.push_back({NAN, 0, 0});
    const Box box = bounds_without_outliers(points, 0.001f);
    EXPECT_NEAR(box.lower.x, 0, 0.002);
    EXPECT_NEAR(box.upper.x, 1, 0.002);
    EXPECT_EQ(box.lower.y, 0);
    EXPECT_TRUE(bounds_without_outliers({}, 0.001f).is_empty());
}

}  // namespace
}  // namespace panta
