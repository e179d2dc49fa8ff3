// Nothing passes a wall: random motions, most of them absurd, against every kind of wall, judged by tests that the
// colliders do not use.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "boundaries/colliders.h"
#include "geometry/triangle.h"

namespace panta {
namespace {

const Random chance(41);
constexpr Real margin = 1e-4f;

/// A way of any length from a thousandth of a margin to many times the scene, sometimes along an axis.
Vec3 random_way(uint64_t k, uint64_t step) {
    const Real length = std::pow(10.0f, -7 + 9 * chance.uniform(k, 10 * step));
    Vec3 way = chance.in_cube(k, 10 * step + 1);
    const uint64_t kind = chance.bits(k, 10 * step + 2) % 6;
    if (kind < 3) way = {kind == 0 ? way.x : 0, kind == 1 ? way.y : 0, kind == 2 ? way.z : 0};
    return length * way;
}

/// Whether a segment crosses a triangle: by the signs of volumes in extended precision, touches not counted.
bool crosses(const Vec3& from, const Vec3& to, const TriangleMesh& mesh) {
    using Long = long double;
    const auto volume = [](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
        const Long m[3][3] = {{Long(b.x) - a.x, Long(b.y) - a.y, Long(b.z) - a.z},
                              {Long(c.x) - a.x, Long(c.y) - a.y, Long(c.z) - a.z},
                              {Long(d.x) - a.x, Long(d.y) - a.y, Long(d.z) - a.z}};
        return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    };
    for (const auto& [ia, ib, ic] : mesh.triangles) {
        const Vec3 &a = mesh.vertices[ia], &b = mesh.vertices[ib], &c = mesh.vertices[ic];
        if (volume(from, a, b, c) * volume(to, a, b, c) >= 0) continue;
        const Long u = volume(from, to, a, b), v = volume(from, to, b, c), w = volume(from, to, c, a);
        if ((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0)) return true;
    }
    return false;
}

/// Two sheets that meet in an acute wedge, and a fan of thin blades.
TriangleMesh blades() {
    TriangleMesh mesh;
    mesh.vertices = {{0, 0, -1}, {0, 0, 1}, {1, 0.05f, 0}, {1, -0.05f, 0}, {-1, 0.3f, 0.2f}, {-1, 0.1f, -0.3f}};
    mesh.triangles = {{0, 1, 2}, {0, 3, 1}, {0, 1, 4}, {1, 0, 5}};
    return mesh;
}

TEST(Torture, nothing_leaves_a_box_or_enters_solids) {
    const auto knot = [] {
        TriangleMesh mesh = sphere_mesh({0.25f, 0.75f, 0.3f}, 0.15f, 2);
        for (size_t k = 0; k < mesh.vertices.size(); ++k) mesh.vertices[k] += 0.05f * chance.in_cube(k, 0);
        return std::make_shared<const TriangleMesh>(mesh);
    }();
    const Colliders colliders(
        {{BoxWall{{{0, 0, 0}, {1, 1, 1}}}},
         {BoxWall{{{0.6f, 0, 0.2f}, {0.8f, 0.4f, 0.6f}}, FluidSide::outside}, {{}, {0, 10, 0}, 1}},
         {SphereWall{{0.3f, 0.2f, 0.7f}, 0.2f}},
         {CylinderWall{{0.75f, 0.8f, 0.75f}, 0.1f, 0.3f}, {{}, {}, 1}},
         {PlaneWall{{0.02f, 0, 0.02f}, {1, 0.3f, 1}}},
         {MeshWall{knot}}});
    int moved = 0;
    for (uint64_t k = 0; k < 300; ++k) {
        Vec3 p = {0.5f, 0.55f, 0.45f};
        ASSERT_FALSE(colliders.on_wrong_side(p));
        for (uint64_t step = 1; step <= 40; ++step) {
            const Vec3 way = random_way(k, step);
            const auto motion = colliders.move(p, p + way, way, margin);
            ASSERT_TRUE(is_finite(motion.position));
            ASSERT_FALSE(colliders.on_wrong_side(motion.position)) << k << " " << step;
            ASSERT_FALSE(crosses(p, motion.position, *knot));
            EXPECT_LE(norm(motion.velocity), norm(way) * 1.0001f);
            EXPECT_LE(norm(motion.position - p), norm(way) * 1.001f + 2 * margin);
            moved += motion.position != p;
            p = motion.position;
        }
    }
    EXPECT_GT(moved, 300 * 20) << "particles must not get stuck";
}

TEST(Torture, nothing_passes_thin_sheets_and_acute_wedges) {
    const auto mesh = std::make_shared<const TriangleMesh>(blades());
    const Colliders colliders({{MeshWall{mesh}}});
    int moved = 0;
    for (uint64_t k = 0; k < 500; ++k) {
        Vec3 p = 0.3f * chance.in_cube(k, 0);
        for (uint64_t step = 1; step <= 40; ++step) {
            // Mostly into the blades and their crease, from wherever the particle is.
            const Vec3 way = step % 2 ? random_way(k, step) : 3 * chance.in_cube(k, step) - p;
            const auto motion = colliders.move(p, p + way, way, margin);
            ASSERT_FALSE(crosses(p, motion.position, *mesh)) << k << " " << step;
            moved += motion.position != p;
            p = motion.position;
        }
    }
    EXPECT_GT(moved, 500 * 20);
}

TEST(Torture, nothing_passes_the_seams_of_a_container_mesh) {
    // Aimed at the edges and corners of a box made of triangles.
    const auto mesh = std::make_shared<const TriangleMesh>(box_mesh({{0, 0, 0}, {1, 1, 1}}));
    const Colliders colliders({{MeshWall{mesh, FluidSide::inside}}});
    for (uint64_t k = 0; k < 5000; ++k) {
        const auto& triangle = mesh->triangles[chance.bits(k, 1) % 12];
        const Vec3 a = mesh->vertices[triangle[0]], b = mesh->vertices[triangle[1]];
        const Vec3 target = a + (k % 3 == 0 ? 0.0f : k % 3 == 1 ? 0.5f : chance.uniform(k, 2)) * (b - a);
        const Vec3 from = Vec3{0.5f, 0.5f, 0.5f} + 0.49f * chance.in_cube(k, 3);
        const Real reach = k % 5 == 0 ? 1 : k % 5 == 1 ? 1.0001f : k % 5 == 2 ? 0.9999f : 1000;
        const auto motion = colliders.move(from, from + reach * (target - from), target - from, margin);
        ASSERT_TRUE((Box{{0, 0, 0}, {1, 1, 1}}.contains(motion.position))) << k;
        // And once more from where it stopped.
        const auto again = colliders.move(motion.position, target + (target - from), {}, margin);
        ASSERT_TRUE((Box{{0, 0, 0}, {1, 1, 1}}.contains(again.position))) << k;
    }
}

TEST(Torture, starts_on_and_beside_walls_stay_on_their_side) {
    const auto mesh = std::make_shared<const TriangleMesh>(blades());
    const auto ball = std::make_shared<const TriangleMesh>(sphere_mesh({0, 0, 0}, 0.5f, 2));
    const Colliders solid({{MeshWall{ball}}}), sheet({{MeshWall{mesh}}});
    const Shape shape = Shape::mesh(*ball);
    for (uint64_t k = 0; k < 5000; ++k) {
        const Vec3 way = random_way(k, 7);
        // Rounded points of triangles, edges and vertices: within a rounding error of the surface, on either side.
        const auto pick = [&](const TriangleMesh& m) {
            const auto& t = m.triangles[chance.bits(k, 4) % m.triangles.size()];
            Real u = chance.uniform(k, 5), v = (1 - u) * chance.uniform(k, 6);
            if (k % 3 == 0) v = 0;
            if (k % 6 == 0) u = 0;
            return m.vertices[t[0]] + u * (m.vertices[t[1]] - m.vertices[t[0]]) +
                   v * (m.vertices[t[2]] - m.vertices[t[0]]);
        };
        const Vec3 on_ball = pick(*ball);
        const auto motion = solid.move(on_ball, on_ball + way, way, margin);
        EXPECT_GT(shape.signed_distance(motion.position), -2e-7) << k;
        // Beside a sheet, by any small distance, the side must be kept.
        const Vec3 beside = pick(*mesh) + std::pow(10.0f, -6 * chance.uniform(k, 8) - 1) * chance.in_cube(k, 9);
        const auto kept = sheet.move(beside, beside + way, way, margin);
        EXPECT_FALSE(crosses(beside, kept.position, *mesh)) << k;
    }
}

TEST(Torture, numbers_that_are_not_numbers_stay_where_they_are) {
    const Colliders colliders({{PlaneWall{}}});
    const Vec3 from{0, 1, 0};
    EXPECT_EQ(colliders.move(from, {NAN, 0, 0}, {}, margin).position, from);
    EXPECT_EQ(colliders.move(from, {0, -INFINITY, 0}, {}, margin).position, from);
    EXPECT_GT(colliders.move(from, {0, -3e38f, 0}, {}, margin).position.y, 0);
    EXPECT_GT(colliders.move(from, {3e38f, -3e38f, 0}, {}, margin).position.y, 0);
}

TEST(Torture, far_from_the_origin_the_guarantee_holds_with_coarser_steps) {
    const Vec3 far{5000, 3000, -4000};
    const Colliders colliders({{BoxWall{{far, far + Vec3{1, 1, 1}}}}});
    for (uint64_t k = 0; k < 200; ++k) {
        Vec3 p = far + Vec3{0.5f, 0.5f, 0.5f};
        for (uint64_t step = 1; step < 20; ++step) {
            p = colliders.move(p, p + random_way(k, step), {}, margin).position;
            ASSERT_TRUE((Box{far, far + Vec3{1, 1, 1}}.contains(p)));
        }
    }
}

}  // namespace
}  // namespace panta
