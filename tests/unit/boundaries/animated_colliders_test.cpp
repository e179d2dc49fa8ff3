// Collisions with walls that change their form, judged by plain geometry.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "boundaries/colliders.h"

namespace panta {
namespace {

constexpr Real margin = 1e-4f;
constexpr double frame_rate = 10;
const Random chance(31);

Wall animated(TriangleMesh first, std::vector<std::vector<Vec3>> later, FluidSide fluid = FluidSide::outside) {
    std::vector<std::vector<Vec3>> frames{first.vertices};
    for (auto& frame : later) frames.push_back(std::move(frame));
    auto animation = std::make_shared<const MeshAnimation>(first.triangles, std::move(frames), frame_rate, true);
    return {MeshWall{std::make_shared<const TriangleMesh>(std::move(first)), fluid, std::move(animation)}};
}

std::vector<Vec3> scaled(const TriangleMesh& mesh, Real factor) { return placed(mesh, {{}, {}, factor}).vertices; }

TEST(AnimatedColliders, a_ball_that_grows_takes_along_what_it_meets) {
    const TriangleMesh ball = sphere_mesh({}, 1, 3);
    Colliders colliders({animated(ball, {scaled(ball, 2)})});
    // In 0.02 s it grows by 0.2. Facets are up to 0.006 within the sphere.
    colliders.advance(0, 0.02);
    const auto motion = colliders.move({1.1f, 0, 0}, {1.1f, 0, 0}, {}, margin);
    EXPECT_TRUE(motion.touched);
    EXPECT_NEAR(motion.position.x, 1.2, 0.01);
    EXPECT_NEAR(motion.velocity.x, 10, 0.2);
    EXPECT_FALSE(colliders.on_wrong_side(motion.position));
    const auto far = colliders.move({1.5f, 0, 0}, {1.4f, 0, 0}, {-5, 0, 0}, margin);
    EXPECT_FALSE(far.touched);
    EXPECT_EQ(far.position, (Vec3{1.4f, 0, 0}));
}

// Both from without and from within: a ball that swells, is squeezed and breathes out again.
TEST(AnimatedColliders, nothing_enters_or_leaves_a_ball_that_breathes) {
    const TriangleMesh ball = sphere_mesh({}, 1, 2);
    std::vector<Vec3> squeezed = ball.vertices;
    for (Vec3& v : squeezed) v = {v.x * 1.5f, v.y * 0.6f, v.z};
    for (const FluidSide side : {FluidSide::outside, FluidSide::inside}) {
        Colliders colliders({animated(ball, {scaled(ball, 1.4f), squeezed}, side)});
        std::vector<Vec3> particles;
        for (uint64_t k = 0; particles.size() < 300; ++k)
            if (const Vec3 p = 1.6f * chance.in_cube(k, 0); !colliders.overlaps(p, 0.02f)) particles.push_back(p);
        int touched = 0;
        constexpr double dt = 0.01;
        for (int step = 0; step < 60; ++step) {
            colliders.advance(step * dt, (step + 1) * dt);
            for (size_t k = 0; k < particles.size(); ++k) {
                const Vec3 way = 0.1f * chance.in_cube(k, uint32_t(step + 1));
                const auto motion = colliders.move(particles[k], particles[k] + way, way / Real(dt), margin);
                touched += motion.touched;
                particles[k] = motion.position;
                ASSERT_FALSE(colliders.on_wrong_side(particles[k])) << "particle " << k << ", step " << step;
            }
        }
        EXPECT_GT(touched, 100);
    }
}

/// A strip along x that bends to y = bend x^2, and how high it is at a place.
TriangleMesh strip(Real bend) {
    constexpr int pieces = 10;
    TriangleMesh mesh;
    for (int k = 0; k <= pieces; ++k) {
        const Real x = Real(2 * k) / pieces - 1;
        mesh.vertices.push_back({x, bend * x * x, -1});
        mesh.vertices.push_back({x, bend * x * x, 1});
        const auto at = uint32_t(2 * k);
        if (k == pieces) break;
        mesh.triangles.push_back({at, at + 1, at + 2});
        mesh.triangles.push_back({at + 1, at + 3, at + 2});
    }
    return mesh;
}
double height_at(const TriangleMesh& strip, double x) {
    for (size_t k = 0; k + 2 < strip.vertices.size(); k += 2) {
        const Vec3 &left = strip.vertices[k], &right = strip.vertices[k + 2];
        if (x <= right.x) return left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x);
    }
    return strip.vertices.back().y;
}

TEST(AnimatedColliders, a_strip_that_flaps_is_not_passed) {
    const Wall wall = animated(strip(0.5f), {strip(-0.5f).vertices}),
               box{BoxWall{{{-0.99f, -0.8f, -0.9f}, {0.99f, 0.8f, 0.9f}}}};
    Colliders colliders({box, wall});
    std::vector<Vec3> particles;
    std::vector<bool> above;
    const auto is_above = [&](const Vec3& p, double time) {
        return double(p.y) > height_at(animation_of(wall)->at(time), p.x);
    };
    for (uint64_t k = 0; particles.size() < 200; ++k)
        if (const Vec3 p = 0.9f * chance.in_cube(k, 99); !colliders.overlaps(p, 0.02f)) {
            particles.push_back(p);
            above.push_back(is_above(p, 0));
        }
    int touched = 0;
    constexpr double dt = 0.01;  // the ends go a tenth a step
    for (int step = 0; step < 60; ++step) {
        colliders.advance(step * dt, (step + 1) * dt);
        for (size_t k = 0; k < particles.size(); ++k) {
            const Vec3 way = 0.05f * chance.in_cube(k, uint32_t(1000 + step));
            const auto motion = colliders.move(particles[k], particles[k] + way, way / Real(dt), margin);
            touched += motion.touched;
            particles[k] = motion.position;
            ASSERT_EQ(is_above(particles[k], (step + 1) * dt), above[k]) << "particle " << k << ", step " << step;
        }
    }
    EXPECT_GT(touched, 100);
}

}  // namespace
}  // namespace panta
