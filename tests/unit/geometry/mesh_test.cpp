#include "geometry/mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace panta {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Mesh, a_box_measures_what_its_sides_say) {
    const TriangleMesh mesh = box_mesh({{1, 2, 3}, {2, 4, 6}});
    EXPECT_NEAR(surface_area(mesh), 2 * (2 + 6 + 3), 1e-9);
    EXPECT_NEAR(signed_volume(mesh), 6, 1e-9);
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_EQ(bounds(mesh).lower, (Vec3{1, 2, 3}));
    EXPECT_EQ(bounds(mesh).upper, (Vec3{2, 4, 6}));
}

TEST(Mesh, a_fine_sphere_approaches_the_closed_forms_from_below) {
    const TriangleMesh mesh = sphere_mesh({5, -1, 2}, 2, 4);
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_EQ(mesh.triangles.size(), 20u * 256u);
    // The facets cut off a share of about (edge/radius)^2 / 8, edges being 0.07 radii long.
    EXPECT_LT(signed_volume(mesh), 4 * pi / 3 * 8);
    EXPECT_NEAR(signed_volume(mesh), 4 * pi / 3 * 8, 0.005 * 4 * pi / 3 * 8);
    EXPECT_NEAR(surface_area(mesh), 16 * pi, 0.005 * 16 * pi);
}

TEST(Mesh, a_cylinder_is_a_prism_over_a_regular_polygon) {
    const TriangleMesh mesh = cylinder_mesh({0, 1, 0}, 0.5f, 3, 12);
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(signed_volume(mesh), 3 * 6 * 0.25 * std::sin(2 * pi / 12), 1e-5);
}

TEST(Mesh, is_not_closed_if_a_triangle_is_missing_doubled_or_turned) {
    const TriangleMesh whole = box_mesh({{0, 0, 0}, {1, 1, 1}});
    TriangleMesh missing = whole, doubled = whole, turned = whole;
    missing.triangles.pop_back();
    doubled.triangles.push_back(whole.triangles[0]);
    std::swap(turned.triangles[4][0], turned.triangles[4][1]);
    EXPECT_FALSE(is_closed(missing));
    EXPECT_FALSE(is_closed(doubled));
    EXPECT_FALSE(is_closed(turned));
    EXPECT_FALSE(is_closed(TriangleMesh{}));
    EXPECT_LT(signed_volume(flipped(whole)), 0);
}

TEST(Mesh, merging_turns_a_soup_of_triangles_into_a_closed_surface) {
    const TriangleMesh box = box_mesh({{0, 0, 0}, {1, 1, 1}});
    TriangleMesh soup;
    for (const auto& triangle : box.triangles) {
        const auto first = uint32_t(soup.vertices.size());
        for (const uint32_t vertex : triangle) soup.vertices.push_back(box.vertices[vertex]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    EXPECT_FALSE(is_closed(soup));
    EXPECT_TRUE(is_closed(merged(soup)));
    EXPECT_EQ(merged(soup).vertices.size(), 8u);
}

TEST(Placement, scales_then_turns_about_x_y_z_then_moves) {
    const Placement placement{{10, 0, 0}, {90, 0, 90}, 2};
    // (0, 1, 0): scaled to (0, 2, 0), about x to (0, 0, 2), about z unchanged, moved.
    EXPECT_EQ(placed(Vec3d{0, 1, 0}, placement), (Vec3d{10, 0, 2}));
    // (1, 0, 0): scaled to (2, 0, 0), about x unchanged, about z to (0, 2, 0), moved.
    EXPECT_EQ(placed(Vec3d{1, 0, 0}, placement), (Vec3d{10, 2, 0}));
}

TEST(Placement, keeps_shapes_and_multiplies_volumes_by_the_cube_of_the_scale) {
    const TriangleMesh mesh = placed(box_mesh({{0, 0, 0}, {1, 2, 3}}), {{1, 2, 3}, {10, 20, 30}, 0.5f});
    EXPECT_NEAR(signed_volume(mesh), 6.0 / 8, 1e-6);
    const Rotation r = rotation_of({{}, {10, 20, 30}, 1});
    EXPECT_NEAR(dot(r.row[0], r.row[1]), 0, 1e-15);
    EXPECT_NEAR(dot(cross(r.row[0], r.row[1]), r.row[2]), 1, 1e-15);
    const Vec3d v{1, -2, 0.5};
    EXPECT_NEAR(norm(r.turn_back(r.turn(v)) - v), 0, 1e-15);
}

}  // namespace
}  // namespace panta
