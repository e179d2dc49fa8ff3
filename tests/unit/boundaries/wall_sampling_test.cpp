#include "boundaries/wall_sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "base/random.h"
#include "geometry/sampling.h"
#include "unit/geometry/points.h"

namespace panta {
namespace {

using test::nearest;

constexpr double pi = std::numbers::pi;
const Random chance(23);

/// Lattice indices of points: cell (0, 0, 0) starts at the origin.
std::set<std::array<long, 3>> cells(const std::vector<Vec3>& points, double spacing) {
    std::set<std::array<long, 3>> result;
    for (const Vec3& p : points) {
        std::array<long, 3> cell{};
        for (int axis = 0; axis < 3; ++axis) {
            cell[axis] = std::lround(p[axis] / spacing - 0.5);
            const bool flat = axis == 2 && p.z == 0;
            EXPECT_NEAR(p[axis], flat ? 0 : (double(cell[axis]) + 0.5) * spacing, 1e-5);
        }
        EXPECT_TRUE(result.insert(cell).second) << "a point twice";
    }
    return result;
}

Wall unit_box(FluidSide fluid, Sides open = 0) { return {BoxWall{{{0, 0, 0}, {1, 2, 0.5f}}, fluid, open}}; }

TEST(WallSampling, a_box_continues_the_lattice_of_the_fluid) {
    const auto fluid = cells(fill_lattice(Shape::box({{0, 0, 0}, {1, 2, 0.5f}}), 0.1f), 0.1);
    const WallSamples wall = sample_wall(unit_box(FluidSide::inside), {.spacing = 0.1f});
    const auto shell = cells(wall.points, 0.1);
    EXPECT_EQ(shell.size(), size_t(12 * 22 * 7 - 10 * 20 * 5));
    for (const auto& cell : shell) {
        EXPECT_EQ(fluid.count(cell), 0u);
        EXPECT_TRUE(cell[0] >= -1 && cell[0] <= 10 && cell[1] >= -1 && cell[1] <= 20 && cell[2] >= -1 && cell[2] <= 5);
    }
    for (size_t k = 0; k < wall.points.size(); ++k) {
        EXPECT_GE(wall.depths[k], 0.05f - 1e-6f);
        EXPECT_LE(wall.depths[k], 0.05f * std::sqrt(3.0f) + 1e-6f);
        // From a point, its depth along its normal is the surface.
        const Vec3 foot = wall.points[k] + wall.depths[k] * wall.normals[k];
        EXPECT_NEAR(Shape::box({{0, 0, 0}, {1, 2, 0.5f}}).signed_distance(foot), 0, 1e-6);
    }
}

TEST(WallSampling, further_layers_are_a_spacing_deeper) {
    const WallSamples wall = sample_wall(unit_box(FluidSide::inside), {.spacing = 0.1f, .layers = 3});
    EXPECT_EQ(cells(wall.points, 0.1).size(), size_t(16 * 26 * 11 - 10 * 20 * 5));
    const WallSamples solid = sample_wall(unit_box(FluidSide::outside), {.spacing = 0.1f, .layers = 2});
    EXPECT_EQ(cells(solid.points, 0.1).size(), size_t(10 * 20 * 5 - 6 * 16 * 1));
}

TEST(WallSampling, a_solid_box_has_its_particles_inside) {
    const WallSamples wall = sample_wall(unit_box(FluidSide::outside), {.spacing = 0.1f});
    EXPECT_EQ(cells(wall.points, 0.1).size(), size_t(10 * 20 * 5 - 8 * 18 * 3));
    for (size_t k = 0; k < wall.points.size(); ++k) {
        EXPECT_NEAR(wall.depths[k], 0.05f, 1e-6f);
        EXPECT_NEAR(norm(wall.normals[k]), 1, 1e-6);
        EXPECT_GT(Shape::box({{0, 0, 0}, {1, 2, 0.5f}}).signed_distance(wall.points[k] + 0.1f * wall.normals[k]), 0);
    }
}

TEST(WallSampling, an_open_side_is_left_out_and_the_walls_reach_its_rim) {
    const auto open = cells(sample_wall(unit_box(FluidSide::inside, *side_named("+y")), {.spacing = 0.1f}).points, 0.1);
    EXPECT_EQ(open.size(), size_t(12 * 21 * 7 - 10 * 20 * 5));
    for (const auto& cell : open) EXPECT_LE(cell[1], 19);
    // The top row of all four sides is there, corners too.
    for (long i = -1; i <= 10; ++i)
        for (long k = -1; k <= 5; ++k)
            EXPECT_EQ(open.count({i, 19, k}), size_t(i == -1 || i == 10 || k == -1 || k == 5));
}

TEST(WallSampling, two_dimensions_have_a_border_only) {
    const WallSamples wall = sample_wall(unit_box(FluidSide::inside), {.spacing = 0.1f, .dimension = 2});
    EXPECT_EQ(cells(wall.points, 0.1).size(), size_t(12 * 22 - 10 * 20));
    for (const Vec3& p : wall.points) EXPECT_EQ(p.z, 0);
    const WallSamples open =
        sample_wall(unit_box(FluidSide::inside, *side_named("+y")), {.spacing = 0.1f, .dimension = 2});
    EXPECT_EQ(open.points.size(), size_t(12 * 21 - 10 * 20));
}

TEST(WallSampling, no_size_leaves_a_gap_wider_than_a_spacing) {
    for (const Real size : {0.25f, 0.333f, 1.04f, 0.03f}) {
        const WallSamples wall =
            sample_wall({BoxWall{{{0, 0, 0}, {size, size, 0}}}}, {.spacing = 0.1f, .dimension = 2});
        for (size_t k = 0; k < wall.points.size(); ++k)
            EXPECT_LT(nearest(wall.points, wall.points[k], k), 0.1011) << size;
        for (const Vec3 p : {Vec3{size / 2, -0.05f, 0}, Vec3{size + 0.05f, size / 2, 0}})
            EXPECT_LT(nearest(wall.points, p), 0.06) << size;
    }
}

TEST(WallSampling, a_plane_covers_the_scene_and_a_support_radius_more) {
    const WallSampling sampling{.spacing = 0.1f, .support_radius = 0.2f, .extent = {{0, 1, 0}, {1, 2, 0.5f}}};
    const WallSamples floor = sample_wall({PlaneWall{{5, 0, 5}, {0, 2, 0}}}, sampling);
    EXPECT_EQ(cells(floor.points, 0.1).size(), size_t(14 * 9));
    for (size_t k = 0; k < floor.points.size(); ++k) {
        EXPECT_NEAR(floor.points[k].y, -0.05f, 1e-6f);
        EXPECT_EQ(floor.normals[k], (Vec3{0, 1, 0}));
    }
    // A slope: everything half a spacing behind, and no hole over the scene's shadow.
    const Vec3d n = unit({1, 2, -0.5});
    const WallSamples slope = sample_wall({PlaneWall{{0.2f, 0.3f, 0}, to_real(n)}}, sampling);
    for (const Vec3& p : slope.points) EXPECT_NEAR(dot(p - Vec3d(0.2f, 0.3f, 0), n), -0.05, 1e-6);
    for (uint64_t k = 0; k < 500; ++k) {
        const Vec3d inside(chance.uniform(k, 0), 1 + chance.uniform(k, 1), 0.5 * chance.uniform(k, 2));
        const Vec3d shadow = inside - n * (dot(inside - Vec3d(0.2f, 0.3f, 0), n) + 0.05);
        EXPECT_LT(nearest(slope.points, shadow), 0.0708);
    }
    const WallSamples line =
        sample_wall({PlaneWall{{0, 0, 0}, {0, 1, 0}}},
                    {.spacing = 0.1f, .support_radius = 0.2f, .extent = {{0, 0, 0}, {1, 1, 0}}, .dimension = 2});
    EXPECT_EQ(cells(line.points, 0.1).size(), 14u);
}

TEST(WallSampling, round_walls_have_their_layers_behind_the_surface) {
    const Real d = 0.05f;
    const auto mesh = std::make_shared<const TriangleMesh>(sphere_mesh({0, 0, 0}, 0.4f, 3));
    for (const FluidSide fluid : {FluidSide::inside, FluidSide::outside})
        for (const Wall& wall : {Wall{SphereWall{{0, 0, 0}, 0.4f, fluid}}, Wall{MeshWall{mesh, fluid}}}) {
            const WallSamples samples = sample_wall(wall, {.spacing = d, .layers = 2});
            const double sign = fluid == FluidSide::outside ? -1 : 1;
            double expected = 0;
            for (const double depth : {0.5 * d, 1.5 * d})
                expected += 4 * pi * std::pow(0.4 + sign * depth, 2) / (d * d);
            EXPECT_NEAR(double(samples.points.size()), expected, 0.06 * expected);
            for (size_t k = 0; k < samples.points.size(); ++k) {
                EXPECT_NEAR(norm(samples.points[k]), 0.4 + sign * samples.depths[k], 2e-3);
                EXPECT_GT(-sign * dot(samples.normals[k], normalised(samples.points[k])), 0.99);
            }
        }
}

TEST(WallSampling, a_cylinder_has_particles_along_its_side_and_caps) {
    const Wall wall{CylinderWall{{0, 0, 0}, 0.3f, 0.8f}, {{1, 2, 3}, {0, 0, 90}, 1}};
    const WallSamples samples = sample_wall(wall, {.spacing = 0.05f});
    const Shape shape = shape_of(wall, 3);
    for (const Vec3& p : samples.points) EXPECT_NEAR(shape.signed_distance(p), -0.025, 2e-3);
    const double area = 2 * pi * 0.275 * (0.275 + 0.75);
    EXPECT_NEAR(double(samples.points.size()), area / 0.0025, 0.06 * area / 0.0025);
}

TEST(WallSampling, thin_solids_are_not_empty) {
    const Real d = 0.1f;
    // A plate of 0.3 spacings and a ball of 0.3 spacings: no room for half a spacing behind the surface.
    const auto plate = std::make_shared<const TriangleMesh>(box_mesh({{0, 0, 0}, {1, 0.03f, 1}}));
    const WallSamples samples = sample_wall({MeshWall{plate}}, {.spacing = d});
    EXPECT_NEAR(double(samples.points.size()), 100, 20);
    for (uint64_t k = 0; k < 300; ++k)
        EXPECT_LT(nearest(samples.points, {chance.uniform(k, 3), 0.015, chance.uniform(k, 4)}), 1.05 * d);
    for (const Vec3& p : samples.points) EXPECT_LT(Shape::mesh(*plate).signed_distance(p), 1e-3);
    EXPECT_EQ(sample_wall({SphereWall{{0, 0, 0}, 0.03f}}, {.spacing = d}).points.size(), 1u);
    EXPECT_EQ(sample_wall({SphereWall{{0, 0, 0}, 0.03f}}, {.spacing = d, .dimension = 2}).points.size(), 1u);
}

TEST(WallSampling, a_sheet_has_particles_on_either_side_that_face_it) {
    auto sheet = std::make_shared<TriangleMesh>();
    sheet->vertices = {{0, 0.5f, -1}, {1, 0.5f, -1}, {1, 0.5f, 1}, {0, 0.5f, 1}};
    sheet->triangles = {{0, 2, 1}, {0, 3, 2}};
    const Wall wall{MeshWall{sheet}};
    EXPECT_TRUE(is_sheet(wall));
    const WallSamples samples = sample_wall(wall, {.spacing = 0.1f});
    // One per spacing^2 of either side, and around the rim, whose half circles are 0.157 long.
    EXPECT_NEAR(double(samples.points.size()), 2 * 200 + 6 * 0.157 / 0.01, 60);
    double above = 0;
    for (size_t k = 0; k < samples.points.size(); ++k) {
        EXPECT_FLOAT_EQ(samples.depths[k], 0.05f);
        const Vec3 p = samples.points[k], surface = p + 0.05f * samples.normals[k];
        EXPECT_NEAR(surface.y, 0.5f, 2e-3f);
        above += p.y > 0.5f;
    }
    EXPECT_NEAR(above / double(samples.points.size()), 0.5, 0.1);
}

TEST(WallSampling, sides_have_names) {
    EXPECT_EQ(*side_named("-x") | *side_named("+x") | *side_named("-y") | *side_named("+y") | *side_named("-z") |
                  *side_named("+z"),
              all_sides);
    EXPECT_EQ(*side_named("+z"), side_bit(2, true));
    EXPECT_FALSE(side_named("z"));
    EXPECT_FALSE(side_named("+w"));
    EXPECT_FALSE(side_named(""));
}

}  // namespace
}  // namespace panta
