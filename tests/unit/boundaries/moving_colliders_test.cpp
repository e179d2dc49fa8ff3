// Collisions with walls that move, judged in the frame of the wall by plain geometry.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "boundaries/colliders.h"

namespace panta {
namespace {

constexpr Real margin = 1e-4f;
const Random chance(23);

MotionParams shift_by(const Vec3& way) {
    MotionParams params;
    params.translation.keys = {{0, {}}, {1, way}};
    return params;
}

TEST(MovingColliders, a_wall_pushes_what_it_meets_at_its_own_speed) {
    Colliders colliders({{PlaneWall{}, {}, shift_by({0, 1, 0})}});
    colliders.advance(0.2, 0.6);
    // At rest 0.1 above the plane, which rises by 0.4 in 0.4 s.
    const auto motion = colliders.move({3, 0.3f, 0}, {3, 0.3f, 0}, {}, margin);
    EXPECT_TRUE(motion.touched);
    EXPECT_NEAR(motion.position.y, 0.6 + margin, 1e-6);
    EXPECT_NEAR(motion.position.x, 3, 1e-6);
    EXPECT_NEAR(motion.velocity.y, 1, 1e-6);
}

TEST(MovingColliders, what_flies_ahead_of_a_wall_is_left_alone) {
    Colliders colliders({{PlaneWall{}, {}, shift_by({0, 1, 0})}});
    colliders.advance(0.2, 0.6);
    const auto motion = colliders.move({0, 0.3f, 0}, {0, 1, 0}, {0, 2, 0}, margin);
    EXPECT_FALSE(motion.touched);
    EXPECT_EQ(motion.position, (Vec3{0, 1, 0}));
    EXPECT_EQ(motion.velocity, (Vec3{0, 2, 0}));
}

TEST(MovingColliders, a_wall_that_rests_in_its_motion_is_one_that_rests) {
    const Wall ball{SphereWall{{}, 0.5f}};
    Wall paused = ball;
    paused.motion = shift_by({1, 0, 0});
    const Colliders resting({ball});
    Colliders moving({paused});
    moving.place(0);
    for (uint64_t k = 0; k < 500; ++k) {
        const Vec3 from = normalised(chance.in_cube(k, 0)) * 0.7f, to = 0.8f * chance.in_cube(k, 1);
        const auto a = resting.move(from, to, to - from, margin), b = moving.move(from, to, to - from, margin);
        EXPECT_LT(norm(a.position - b.position), 1e-6f);
        EXPECT_LT(norm(a.velocity - b.velocity), 1e-5f) << k;
    }
}

/// A rectangle across x, one metre wide and high, that spins about z through its middle.
Wall spinning_sheet(Real degrees_per_second) {
    auto mesh = std::make_shared<TriangleMesh>();
    mesh->vertices = {{0, -0.5f, -0.5f}, {0, 0.5f, -0.5f}, {0, 0.5f, 0.5f}, {0, -0.5f, 0.5f}};
    mesh->triangles = {{0, 1, 2}, {0, 2, 3}};
    MotionParams spin;
    spin.spin = Vec3{0, 0, degrees_per_second};
    return {MeshWall{mesh}, {}, spin};
}

TEST(MovingColliders, a_spinning_sheet_in_a_closed_box_is_never_passed) {
    const Wall sheet = spinning_sheet(720), tank{BoxWall{{{-0.8f, -0.52f, -0.5f}, {0.8f, 0.52f, 0.5f}}}};
    Colliders colliders({tank, sheet});
    const WallMotion motion(*sheet.motion);
    constexpr double dt = 0.01;  // 7 degrees a step
    int hits = 0;
    for (uint64_t k = 0; k < 200; ++k) {
        Vec3 x = 0.49f * chance.in_cube(k, 0);
        for (uint64_t n = 0; n < 60; ++n) {
            const double time = double(n) * dt;
            colliders.advance(time, time + dt);
            const Vec3 v = 20 * chance.in_cube(k, n + 1);
            const auto moved = colliders.move(x, x + Real(dt) * v, v, margin);
            // In the frame of the sheet it is a piece of the plane x = 0.
            const Vec3d from = motion.pose(time).to_local(x), to = motion.pose(time + dt).to_local(moved.position);
            if ((from.x < 0) != (to.x < 0)) {
                const Vec3d at = from + (to - from) * (from.x / (from.x - to.x));
                ASSERT_FALSE(std::abs(at.y) < 0.5 && std::abs(at.z) < 0.5) << k << " at step " << n;
            }
            ASSERT_FALSE(colliders.on_wrong_side(moved.position)) << k << " at step " << n;
            x = moved.position;
            hits += moved.touched;
        }
    }
    EXPECT_GT(hits, 1000) << "the sheet must have met many particles";
}

TEST(MovingColliders, a_solid_that_is_thrown_through_a_cloud_takes_none_of_it_in) {
    for (const bool turns : {false, true}) {
        MotionParams fling = shift_by({30, 0, 0});
        if (turns) fling.spin = Vec3{300, 200, 1000};
        const Wall solid{BoxWall{{{-0.3f, -0.2f, -0.1f}, {0.3f, 0.2f, 0.1f}}, FluidSide::outside}, {}, fling};
        Colliders colliders({solid});
        int hits = 0;
        for (uint64_t k = 0; k < 1000; ++k) {
            Vec3 x = Vec3{1, 0, 0} + 0.8f * chance.in_cube(k, 0);
            for (double time = 0; time < 0.06; time += 0.01) {
                colliders.place(time);
                if (colliders.on_wrong_side(x)) break;
                colliders.advance(time, time + 0.01);
                const auto moved = colliders.move(x, x, {}, margin);
                ASSERT_FALSE(colliders.on_wrong_side(moved.position)) << k << " at " << time;
                x = moved.position;
                hits += moved.touched;
            }
        }
        EXPECT_GT(hits, 300);
    }
}

}  // namespace
}  // namespace panta
