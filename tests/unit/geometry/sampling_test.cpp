#include "geometry/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/random.h"
#include "geometry/thinning.h"
#include "unit/geometry/points.h"

namespace panta {
namespace {

using test::nearest;

constexpr double pi = std::numbers::pi;
const Random chance(3);

double least_distance(const std::vector<Vec3>& points) {
    double best = std::numeric_limits<double>::infinity();
    for (size_t k = 0; k < points.size(); ++k) best = std::min(best, nearest(points, points[k], k));
    return best;
}

TEST(FillLattice, a_box_of_n_cells_has_n_points_along_each_side) {
    for (const int n : {1, 7, 10, 33})
        for (const Real spacing : {0.1f, 0.01f, 0.003f}) {
            const Real size = Real(n) * spacing;
            const auto points =
                fill_lattice(Shape::box({{-0.1f, 5, 0.7f}, {size - 0.1f, 5 + size, size + 0.7f}}), spacing);
            ASSERT_EQ(points.size(), size_t(n * n * n)) << n << " " << spacing;
            EXPECT_NEAR(points[0].x, -0.1f + spacing / 2, 2e-6);
            EXPECT_NEAR(points[0].y, 5 + spacing / 2, 2e-6);
            EXPECT_NEAR(points.back().z, 0.7f + size - spacing / 2, 2e-6);
        }
}

TEST(FillLattice, is_flat_in_two_dimensions_and_turns_with_a_box) {
    const auto flat = fill_lattice(Shape::box({{0, 0, -1}, {1, 2, 1}}, {}, 2), 0.1f);
    EXPECT_EQ(flat.size(), 200u);
    for (const Vec3& p : flat) EXPECT_EQ(p.z, 0);
    const Shape turned = Shape::box({{0, 0, 0}, {1, 1, 1}}, {{3, 2, 1}, {10, 20, 30}, 1});
    const auto points = fill_lattice(turned, 0.1f);
    EXPECT_EQ(points.size(), 1000u);
    for (const Vec3& p : points) EXPECT_LT(turned.signed_distance(p), -0.049);
}

TEST(FillLattice, has_the_volume_of_round_shapes_and_stays_inside) {
    // The surface cuts some 2000 of 8000 cells (157 of 2000 in the plane), each counted whole or not: five deviations
    // of a random walk of 0.3 cells are 0.8 % (1 %). Twice that, since points of a symmetric lattice come and go in
    // groups.
    for (const Shape& shape : {Shape::sphere({1, 2, 3}, 0.5f), Shape::cylinder({}, 0.4f, 1, {{}, {30, 0, 40}, 1}),
                               Shape::mesh(sphere_mesh({0, 0, 0}, 0.5f, 4))}) {
        const auto points = fill_lattice(shape, 0.04f);
        EXPECT_NEAR(double(points.size()) * 0.04 * 0.04 * 0.04, shape.volume(), 0.02 * shape.volume());
        for (const Vec3& p : points) EXPECT_LT(shape.signed_distance(p), 1e-6);
    }
    const Shape disc = Shape::sphere({1, 2, 0}, 0.5f, {}, 2);
    EXPECT_NEAR(double(fill_lattice(disc, 0.02f).size()) * 0.0004, disc.volume(), 0.02 * disc.volume());
}

TEST(FillLattice, is_symmetric_in_a_sphere) {
    const auto points = fill_lattice(Shape::sphere({}, 0.52f), 0.1f);
    Vec3d sum;
    for (const Vec3& p : points) sum += p;
    EXPECT_NEAR(norm(sum), 0, 1e-4);
}

TEST(SampleBox, has_edges_and_corners_once) {
    const auto samples = sample_box({{0, 0, 0}, {1, 0.5f, 0.3f}}, 0.1f);
    // All grid points minus the inner ones.
    EXPECT_EQ(samples.points.size(), size_t(11 * 6 * 4 - 9 * 4 * 2));
    EXPECT_NEAR(least_distance(samples.points), 0.1, 1e-6);
    EXPECT_EQ(sample_box({{0, 0, 0}, {1, 0.5f, 0}}, 0.1f, 2).points.size(), size_t(11 * 6 - 9 * 4));
    for (const Vec3& normal : samples.normals) EXPECT_NEAR(norm(normal), 1, 1e-6);
}

TEST(SampleRectangle, fits_whole_steps_between_its_corners) {
    const auto points = sample_rectangle({1, 1, 1}, {0, 1, 0}, {0, 0, 0.52f}, 0.1f);
    EXPECT_EQ(points.size(), size_t(11 * 6));
    EXPECT_EQ(points.front(), (Vec3{1, 1, 1}));
    EXPECT_NEAR(norm(points.back() - Vec3{1, 2, 1.52f}), 0, 1e-6);
    EXPECT_EQ(sample_segment({0, 0, 0}, {1, 0, 0}, 0.25f).size(), 5u);
    EXPECT_EQ(sample_segment({0, 0, 0}, {0.01f, 0, 0}, 0.25f).size(), 2u);
}

TEST(SampleSurface, covers_evenly_without_doubles_and_holes) {
    // How many points there are is a choice of the thinning; a density wrong by 6 % is made up for by the volumes of
    // wall particles. What counts are the bounds on distances: no two much nearer than a spacing, no hole as wide as
    // one.
    const Real spacing = 0.08f;
    // Triangles larger and smaller than the spacing.
    for (const TriangleMesh& mesh :
         {box_mesh({{0, 0, 0}, {1, 1, 1}}), sphere_mesh({0, 0, 0}, 0.7f, 2), sphere_mesh({0, 0, 0}, 0.7f, 5)}) {
        const auto samples = sample_surface(mesh, spacing);
        const double ideal = surface_area(mesh) / (spacing * spacing);
        EXPECT_NEAR(double(samples.points.size()) / ideal, 1, 0.06);
        EXPECT_GT(least_distance(samples.points), 0.92 * spacing);
        const TriangleBvh bvh(mesh);
        for (uint64_t k = 0; k < 2000; ++k) {
            const Vec3d on_surface = bvh.closest(Vec3d(chance.in_cube(k, 0)) * 2)->point;
            EXPECT_LT(nearest(samples.points, on_surface), spacing);
        }
        for (size_t k = 0; k < samples.points.size(); ++k) {
            EXPECT_LT(bvh.closest(samples.points[k])->distance, 1e-6);
            EXPECT_NEAR(norm(samples.normals[k]), 1, 1e-6);
        }
    }
}

TEST(SampleLevel, covers_the_surface_at_a_distance) {
    const Real spacing = 0.08f;
    const Shape ball = Shape::sphere({0.1f, 0, 0}, 0.5f);
    for (const double level : {-0.04, 0.0, 0.04}) {
        const auto samples = sample_level(ball, level, spacing);
        const double r = 0.5 + level, ideal = 4 * pi * r * r / (spacing * spacing);
        EXPECT_NEAR(double(samples.points.size()) / ideal, 1, 0.06) << level;
        EXPECT_GT(least_distance(samples.points), 0.9 * spacing);
        for (size_t k = 0; k < samples.points.size(); ++k) {
            EXPECT_NEAR(ball.signed_distance(samples.points[k]), level, 1e-4);
            EXPECT_GT(dot(samples.normals[k], samples.points[k] - Vec3{0.1f, 0, 0}), 0.99 * r);
        }
        for (uint64_t k = 0; k < 1000; ++k)
            EXPECT_LT(nearest(samples.points, Vec3d(0.1, 0, 0) + r * unit(chance.in_cube(k, 1))), 0.85 * spacing);
    }
}

TEST(Thin, keeps_points_apart_and_drops_none_without_reason) {
    std::vector<Vec3d> cloud;
    for (uint64_t k = 0; k < 5000; ++k) cloud.push_back(chance.in_cube(k, 2));
    const auto kept = thin(cloud, 0.3, 3);
    ASSERT_GE(kept.size(), 3u);
    EXPECT_EQ(kept[0] + kept[1] + kept[2], 0u + 1 + 2);
    for (size_t a = 3; a < kept.size(); ++a)
        for (size_t b = 0; b < a; ++b) EXPECT_GE(norm(cloud[kept[a]] - cloud[kept[b]]), 0.3);
    for (const Vec3d& p : cloud)
        EXPECT_TRUE(std::any_of(kept.begin(), kept.end(), [&](uint32_t k) { return norm(cloud[k] - p) < 0.3; }));
    EXPECT_EQ(kept, thin(cloud, 0.3, 3));
    EXPECT_TRUE(thin({}, 1).empty());
}

}  // namespace
}  // namespace panta
