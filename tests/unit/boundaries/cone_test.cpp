#include "boundaries/cone.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace panta {
namespace {

const Random chance(5);

TEST(Cone, leaves_what_leads_into_no_wall) {
    const std::vector<Vec3d> floor{{0, 1, 0}};
    EXPECT_EQ(constrained({1, 2, 3}, floor), (Vec3d{1, 2, 3}));
    EXPECT_EQ(constrained({1, 2, 3}, {}), (Vec3d{1, 2, 3}));
}

TEST(Cone, projects_on_a_wall_a_crease_or_the_tip) {
    const std::vector<Vec3d> floor{{0, 1, 0}}, edge{{0, 1, 0}, {1, 0, 0}}, corner{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
    EXPECT_EQ(constrained({1, -2, 3}, floor), (Vec3d{1, 0, 3}));
    EXPECT_EQ(constrained({-1, -2, 3}, edge), (Vec3d{0, 0, 3}));
    EXPECT_EQ(constrained({-1, -2, -3}, corner), (Vec3d{}));
    // An acute wedge open to +x: what leads into its tip has nowhere to go but along the crease.
    const std::vector<Vec3d> wedge{unit({0.1, 1, 0}), unit({0.1, -1, 0})};
    EXPECT_NEAR(norm(constrained({-1, 0.3, 2}, wedge) - Vec3d(0, 0, 2)), 0, 1e-12);
}

TEST(Cone, no_allowed_vector_is_closer) {
    for (uint64_t k = 0; k < 300; ++k) {
        const std::vector<Vec3d> normals{unit(chance.in_cube(k, 0)), unit(chance.in_cube(k, 1)),
                                         unit(chance.in_cube(k, 2))};
        const Vec3d v = chance.in_cube(k, 3), best = constrained(v, normals);
        for (const Vec3d& n : normals) EXPECT_GE(dot(best, n), -1e-12);
        for (uint64_t other = 4; other < 200; ++other) {
            // Near misses are made by disturbing the best a little.
            const Vec3d w = best + (other % 2 ? 0.01 : 1.0) * Vec3d(chance.in_cube(k, other));
            const bool allowed = dot(w, normals[0]) >= 0 && dot(w, normals[1]) >= 0 && dot(w, normals[2]) >= 0;
            EXPECT_FALSE(allowed && norm(v - w) < norm(v - best) - 1e-9);
        }
    }
}

TEST(Cone, leads_off_all_walls_unless_the_wedge_is_too_acute) {
    const std::vector<Vec3d> edge{{0, 1, 0}, {1, 0, 0}}, wedge{unit({0.2, 1, 0}), unit({0.2, -1, 0})};
    EXPECT_NEAR(norm(outwards(edge, 20) - Vec3d(1, 1, 0)), 0, 1e-9);
    EXPECT_NEAR(dot(outwards(wedge, 20), wedge[0]), 1, 0.1);
    EXPECT_EQ(outwards(wedge, 2), (Vec3d{}));
}

}  // namespace
}  // namespace panta
