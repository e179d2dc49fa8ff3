#include "geometry/triangle_bvh.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "geometry/triangle.h"

namespace panta {
namespace {

const Random chance(7);

Vec3d random_unit(uint64_t k) { return unit(chance.in_cube(k, 0)); }

/// A closed surface with long, short and sharp triangles: a sphere with its vertices moved in and out.
TriangleMesh rough_ball() {
    TriangleMesh mesh = sphere_mesh({0, 0, 0}, 1, 3);
    for (size_t k = 0; k < mesh.vertices.size(); ++k) mesh.vertices[k] *= 1 + 0.2f * (chance.uniform(k, 99) - 0.5f);
    return mesh;
}

TEST(TriangleBvh, finds_the_first_of_two_sides_of_a_box) {
    const TriangleBvh bvh(box_mesh({{0, 0, 0}, {1, 1, 1}}));
    const auto hit = bvh.first_hit(Vec3{-1, 0.3f, 0.4f}, Vec3{3, 0.3f, 0.4f});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->fraction, 0.25, 1e-12);
    EXPECT_NEAR(hit->normal.x, -1, 1e-12);
    const auto later = bvh.first_hit(Vec3{-1, 0.3f, 0.4f}, Vec3{3, 0.3f, 0.4f}, 0.3);
    ASSERT_TRUE(later);
    EXPECT_NEAR(later->fraction, 0.5, 1e-12);
    EXPECT_FALSE(bvh.first_hit(Vec3{-1, 0.3f, 0.4f}, Vec3{-0.1f, 0.3f, 0.4f}));
    EXPECT_FALSE(bvh.first_hit(Vec3{0.5f, 0.5f, 0.5f}, Vec3{0.9f, 0.5f, 0.5f}));
}

TEST(TriangleBvh, agrees_with_testing_every_triangle) {
    const TriangleBvh bvh(rough_ball());
    const TriangleMesh& mesh = bvh.mesh();
    for (uint64_t k = 0; k < 500; ++k) {
        const Vec3d from = 2 * Vec3d(chance.in_cube(k, 1)), to = 2 * Vec3d(chance.in_cube(k, 2));
        double first = 2, nearest = 1e9;
        for (const auto& [a, b, c] : mesh.triangles) {
            const auto t = SegmentTest(from, to).fraction(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
            if (t && *t >= 0 && *t <= 1) first = std::min(first, *t);
            const Vec3d point = closest_on_triangle(from, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
            nearest = std::min(nearest, norm(point - from));
        }
        const auto hit = bvh.first_hit(from, to);
        EXPECT_EQ(hit ? hit->fraction : 2, first);
        EXPECT_NEAR(bvh.closest(from)->distance, nearest, 1e-14);
        EXPECT_EQ(bvh.closest(from, nearest * 0.99).has_value(), false);
    }
}

// Aimed exactly at vertices and points of edges (in single precision, so mostly beside them by a rounding error), with
// the far end well inside or outside.
TEST(TriangleBvh, lets_no_segment_through_an_edge_or_a_vertex) {
    const TriangleBvh bvh(rough_ball());
    const TriangleMesh& mesh = bvh.mesh();
    ASSERT_TRUE(bvh.closed());
    for (uint64_t k = 0; k < 30000; ++k) {
        const auto& triangle = mesh.triangles[chance.bits(k, 3) % mesh.triangles.size()];
        const Vec3d a = mesh.vertices[triangle[0]], b = mesh.vertices[triangle[1]];
        const double s = k % 3 == 0 ? 0 : k % 3 == 1 ? 0.5 : chance.uniform(k, 4);
        const Vec3d target = a + (b - a) * s;
        const Vec3d inner = 0.5 * Vec3d(chance.in_cube(k, 5));
        const Vec3d beyond = inner + (target - inner) * (5 + 100 * chance.uniform(k, 6));
        EXPECT_TRUE(bvh.first_hit(to_real(inner), to_real(beyond))) << k;
        EXPECT_TRUE(bvh.first_hit(to_real(beyond), to_real(inner))) << k;
    }
}

TEST(TriangleBvh, lets_no_axis_parallel_segment_through_the_seams_of_a_grid) {
    // A sheet of unit squares cut into triangles; the segments meet its seams and corners exactly.
    TriangleMesh sheet;
    for (uint32_t j = 0; j <= 20; ++j)
        for (uint32_t i = 0; i <= 20; ++i) sheet.vertices.push_back({Real(i), Real(j), 0});
    for (uint32_t j = 0; j < 20; ++j)
        for (uint32_t i = 0; i < 20; ++i) {
            const uint32_t k = j * 21 + i;
            sheet.triangles.push_back({k, k + 1, k + 22});
            sheet.triangles.push_back({k, k + 22, k + 21});
        }
    const TriangleBvh bvh(sheet);
    for (int j = 0; j <= 40; ++j)
        for (int i = 0; i <= 40; ++i) {
            const Vec3 p{Real(i) / 2, Real(j) / 2, 0};
            EXPECT_TRUE(bvh.first_hit(p + Vec3{0, 0, 1}, p - Vec3{0, 0, 1}));
            EXPECT_TRUE(bvh.first_hit(p + Vec3{0, 0, 1}, p)) << "touching at the end";
        }
}

TEST(TriangleBvh, knows_inside_from_outside_everywhere) {
    const TriangleBvh bvh(rough_ball());
    for (uint64_t k = 0; k < 5000; ++k) {
        const Vec3d p = 1.5 * Vec3d(chance.in_cube(k, 7));
        // Solid angle of the whole surface seen from p, over 4 pi (Van Oosterom and Strackee 1983).
        double turns = 0;
        if (k < 300) {
            for (const auto& [ia, ib, ic] : bvh.mesh().triangles) {
                const Vec3d a = bvh.mesh().vertices[ia] - p, b = bvh.mesh().vertices[ib] - p,
                            c = bvh.mesh().vertices[ic] - p;
                const double la = norm(a), lb = norm(b), lc = norm(c);
                turns += 2 * std::atan2(dot(a, cross(b, c)),
                                        la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
            }
            EXPECT_EQ(bvh.inside(p), turns > 2 * M_PI) << k;
        }
        EXPECT_TRUE(norm(p) > 0.85 || bvh.inside(p));
        EXPECT_FALSE(norm(p) > 1.11 && bvh.inside(p));
    }
}

TEST(TriangleBvh, knows_inside_from_outside_beside_edges_and_vertices) {
    for (const TriangleMesh& mesh : {rough_ball(), box_mesh({{-1, -1, -1}, {1, 1, 1}})}) {
        const TriangleBvh bvh(mesh);
        for (uint64_t k = 0; k < 5000; ++k) {
            const auto& triangle = mesh.triangles[chance.bits(k, 8) % mesh.triangles.size()];
            const Vec3d a = mesh.vertices[triangle[0]], b = mesh.vertices[triangle[1]];
            const Vec3d on_edge = a + (b - a) * (k % 2 ? 0.0 : 0.5);
            EXPECT_TRUE(bvh.inside(on_edge * (1 - 1e-9))) << k;
            EXPECT_FALSE(bvh.inside(on_edge * (1 + 1e-9))) << k;
            // The ray passes exactly through the edge.
            EXPECT_FALSE(bvh.inside(on_edge - Vec3d(5, 0, 0))) << k;
            EXPECT_FALSE(bvh.inside(on_edge + Vec3d(5, 0, 0))) << k;
            const bool low = std::abs(on_edge.y) < 0.5 && std::abs(on_edge.z) < 0.5;
            EXPECT_TRUE(!low || bvh.inside({0, on_edge.y, on_edge.z}));
        }
    }
}

TEST(TriangleBvh, counts_overlapping_and_inside_out_parts_as_inside) {
    TriangleMesh two = box_mesh({{0, 0, 0}, {2, 2, 2}});
    const TriangleMesh other = flipped(box_mesh({{5, 0, 0}, {6, 1, 1}})),
                       overlapping = box_mesh({{1, 1, 1}, {3, 3, 3}});
    for (const TriangleMesh* part : {&other, &overlapping}) {
        const auto first = uint32_t(two.vertices.size());
        two.vertices.insert(two.vertices.end(), part->vertices.begin(), part->vertices.end());
        for (const auto& [a, b, c] : part->triangles) two.triangles.push_back({a + first, b + first, c + first});
    }
    const TriangleBvh bvh(two);
    EXPECT_TRUE(bvh.inside(Vec3{1.5f, 1.5f, 1.5f}));
    EXPECT_TRUE(bvh.inside(Vec3{0.5f, 0.5f, 0.5f}));
    EXPECT_TRUE(bvh.inside(Vec3{5.5f, 0.5f, 0.5f}));
    EXPECT_FALSE(bvh.inside(Vec3{4, 0.5f, 0.5f}));
    EXPECT_FALSE(bvh.inside(Vec3{2.5f, 0.5f, 0.5f}));
}

TEST(TriangleBvh, may_touch_is_false_only_away_from_triangles) {
    const TriangleBvh bvh(sphere_mesh({0, 0, 0}, 1, 4));
    EXPECT_FALSE(bvh.may_touch({{-0.4f, -0.4f, -0.4f}, {0.4f, 0.4f, 0.4f}}));
    EXPECT_FALSE(bvh.may_touch({{2, 2, 2}, {3, 3, 3}}));
    for (uint64_t k = 0; k < 200; ++k) {
        const Vec3 p = to_real(random_unit(k));
        EXPECT_TRUE(bvh.may_touch(Box{p, p}.grown(0.01f)));
    }
}

TEST(TriangleBvh, a_mesh_without_triangles_answers_nothing) {
    const TriangleBvh bvh(TriangleMesh{});
    EXPECT_FALSE(bvh.first_hit(Vec3{}, Vec3{1, 1, 1}));
    EXPECT_FALSE(bvh.closest(Vec3{}));
    EXPECT_FALSE(bvh.inside(Vec3{}));
    EXPECT_FALSE(bvh.may_touch({{-1, -1, -1}, {1, 1, 1}}));
}

}  // namespace
}  // namespace panta
