// Points that are tied to a mesh.
#include "geometry/anchor.h"

#include <gtest/gtest.h>

namespace panta {
namespace {

// Vertices are single precision and a metre from the origin: some roundings of 1.
constexpr double tolerance = 1e-6;

TEST(Anchor, follows_a_rigid_motion_exactly) {
    const TriangleMesh ball = sphere_mesh({}, 1, 2);
    const Placement motion{{1, 2, 3}, {20, 70, -40}, 1};
    const TriangleMesh moved = placed(ball, motion);
    const TriangleBvh surface(ball);
    for (const Vec3d p : {Vec3d{0.1, 0.2, 0.3}, Vec3d{-0.7, 0, 0.1}, Vec3d{0, 0, 0}, Vec3d{0.5, -0.5, 0.5}}) {
        const Anchor anchor = anchor_of(surface, p);
        EXPECT_LT(norm(anchored(ball, anchor) - p), tolerance);
        EXPECT_LT(norm(anchored(moved, anchor) - placed(p, motion)), 4 * tolerance);
    }
}

// A box of twice the length, where x doubles along the sides; what is tied to the top keeps its depth below it.
TEST(Anchor, stretches_along_the_surface_and_keeps_its_depth) {
    const TriangleMesh before = box_mesh({{-1, -1, -1}, {1, 1, 1}}), after = box_mesh({{-2, -1, -1}, {2, 1, 1}});
    const Anchor anchor = anchor_of(TriangleBvh(before), {0.4, 0.8, 0.1});
    EXPECT_LT(norm(anchored(after, anchor) - Vec3d{0.8, 0.8, 0.1}), tolerance);
}

}  // namespace
}  // namespace panta
