// Meshes whose vertices move.
#include "geometry/mesh_animation.h"

#include <gtest/gtest.h>

#include "geometry/anchor.h"

namespace panta {
namespace {

constexpr double frame_rate = 10;

/// One triangle that goes up by one, then ahead by two.
MeshAnimation triangle(bool repeat) {
    const std::vector<Vec3> first{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
    std::vector<std::vector<Vec3>> frames{first, first, first};
    for (Vec3& v : frames[1]) v += {0, 1, 0};
    for (Vec3& v : frames[2]) v += {2, 1, 0};
    return {{{0, 1, 2}}, frames, frame_rate, repeat};
}

TEST(MeshAnimation, goes_straight_from_frame_to_frame_and_rests_at_the_end) {
    const MeshAnimation animation = triangle(false);
    EXPECT_EQ(animation.at(0).vertices[1], (Vec3{1, 0, 0}));
    EXPECT_LT(norm(animation.at(0.05).vertices[1] - Vec3{1, 0.5f, 0}), 1e-6f);
    EXPECT_LT(norm(animation.at(0.15).vertices[1] - Vec3{2, 1, 0}), 1e-6f);
    EXPECT_EQ(animation.at(7).vertices[1], (Vec3{3, 1, 0}));
    EXPECT_LT(norm(animation.velocities(0.05)[0] - Vec3{0, 10, 0}), 1e-5f);
    EXPECT_LT(norm(animation.velocities(0.15)[0] - Vec3{20, 0, 0}), 1e-5f);
    EXPECT_EQ(animation.velocities(7)[0], Vec3{});
}

TEST(MeshAnimation, starts_over_if_it_repeats) {
    const MeshAnimation animation = triangle(true);
    EXPECT_LT(norm(animation.at(0.25).vertices[0] - Vec3{1, 0.5f, 0}), 1e-6f);  // on the way back
    EXPECT_LT(norm(animation.at(0.35).vertices[0] - animation.at(0.05).vertices[0]), 1e-5f);
    EXPECT_LT(norm(animation.velocities(0.25)[0] - Vec3{-20, -10, 0}), 1e-5f);
}

TEST(MeshAnimation, bounds_its_speed) {
    EXPECT_DOUBLE_EQ(triangle(false).fastest(0, 0.05), 10);
    EXPECT_DOUBLE_EQ(triangle(false).fastest(0, 0.15), 20);
    EXPECT_DOUBLE_EQ(triangle(false).fastest(0.5, 9), 0);
    EXPECT_NEAR(triangle(true).fastest(0.21, 0.29), 10 * std::sqrt(5.), 1e-5);
    EXPECT_NEAR(triangle(true).fastest(3, 4), 10 * std::sqrt(5.), 1e-5);
}

// What is tied to the mesh goes along at the velocity that its positions have: a ball that grows, stretches and turns,
// against a quotient of differences, which is right to the square of its step, 1e-6, times rates of ten a second.
TEST(MeshAnimation, takes_anchored_points_along) {
    const TriangleMesh ball = sphere_mesh({}, 1, 2);
    std::vector<Vec3> after = placed(ball, {{1, 0, 0}, {0, 40, 0}, 1.2f}).vertices;
    for (Vec3& v : after) v.y *= 2;
    const MeshAnimation animation(ball.triangles, {ball.vertices, after}, frame_rate, false);
    const TriangleBvh surface(ball);
    constexpr double t = 0.05, step = 1e-3;
    for (const Vec3d p : {Vec3d{0.1, 0.2, 0.9}, Vec3d{-0.7, 0, 0.1}, Vec3d{0.9, -0.9, 0.5}}) {
        const Anchor anchor = anchor_of(surface, p);
        const Vec3d velocity = anchored_velocity(animation.at(t), animation.velocities(t), anchor);
        const Vec3d way = anchored(animation.at(t + step), anchor) - anchored(animation.at(t - step), anchor);
        EXPECT_GT(norm(velocity), 1);
        EXPECT_LT(norm(way / (2 * step) - velocity), 2e-3 * norm(velocity));
    }
}

}  // namespace
}  // namespace panta
