#include "boundaries/colliders.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/random.h"

namespace panta {
namespace {

constexpr Real margin = 1e-4f;
const Random chance(17);

Wall box(FluidSide fluid = FluidSide::inside, Sides open = 0) { return {BoxWall{{{0, 0, 0}, {1, 1, 1}}, fluid, open}}; }

Wall sheet() {
    auto mesh = std::make_shared<TriangleMesh>();
    mesh->vertices = {{0, 0.5f, 0}, {1, 0.5f, 0}, {1, 0.5f, 1}, {0, 0.5f, 1}};
    mesh->triangles = {{0, 2, 1}, {0, 3, 2}};
    return {MeshWall{mesh}};
}

TEST(Colliders, lets_free_particles_go_exactly_where_they_want) {
    const Colliders colliders({box(), {SphereWall{{0.5f, 0.5f, 0.5f}, 0.1f}}});
    const auto motion = colliders.move({0.2f, 0.2f, 0.2f}, {0.8f, 0.3f, 0.2f}, {1, 2, 3}, margin);
    EXPECT_EQ(motion.position, (Vec3{0.8f, 0.3f, 0.2f}));
    EXPECT_EQ(motion.velocity, (Vec3{1, 2, 3}));
    EXPECT_FALSE(motion.touched);
    EXPECT_FALSE(colliders.may_hit({{0.1f, 0.1f, 0.1f}, {0.3f, 0.3f, 0.3f}}));
    EXPECT_TRUE(colliders.may_hit({{0.1f, 0.1f, 0.1f}, {0.6f, 0.6f, 0.6f}}));
}

TEST(Colliders, may_hit_never_misses_a_wall) {
    const auto ball = std::make_shared<const TriangleMesh>(sphere_mesh({0.5f, 0.5f, 0}, 0.2f, 3));
    for (const int dimension : {2, 3}) {
        std::vector<Wall> walls{box(FluidSide::inside, *side_named("+y")),
                                {PlaneWall{{0.05f, 0, 0}, {1, 0, 0}}},
                                {PlaneWall{{0.9f, 0.9f, 0}, {-1, -1, 0}}},
                                {BoxWall{{{0.7f, 0, -1}, {0.8f, 0.2f, 1}}, FluidSide::outside}}};
        walls.push_back(dimension == 3 ? Wall{MeshWall{ball}} : Wall{SphereWall{{0.5f, 0.5f, 0}, 0.2f}});
        const Colliders all(walls, dimension);
        int calm = 0;
        for (uint64_t k = 0; k < 3000; ++k) {
            Vec3 a = Vec3{0.5f, 0.5f, 0.5f} + 0.6f * chance.in_cube(k, 0), b = a + 0.1f * chance.in_cube(k, 1);
            if (dimension == 2) a.z = b.z = 0;
            Box way;
            way.extend(a), way.extend(b);
            EXPECT_TRUE(all.may_hit(way) || !all.first_hit(a, b)) << k;
            calm += !all.may_hit(way);
        }
        EXPECT_GT(calm, 500) << "the test is worth its name only if some places are free";
    }
}

TEST(Colliders, finds_the_first_wall) {
    const Colliders colliders({box(), {PlaneWall{{0, 0.25f, 0}}}});
    const auto hit = colliders.first_hit({0.5f, 0.75f, 0.5f}, {0.5f, -0.25f, 0.5f});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->wall, 1u);
    EXPECT_FLOAT_EQ(hit->fraction, 0.5f);
    EXPECT_EQ(hit->normal, (Vec3{0, 1, 0}));
    EXPECT_FALSE(colliders.first_hit({0.5f, 0.75f, 0.5f}, {0.5f, 0.5f, 0.5f}));
}

TEST(Colliders, slides_along_a_wall_and_loses_only_what_leads_into_it) {
    const Colliders colliders({{PlaneWall{}}});
    const auto motion = colliders.move({0, 0.5f, 0}, {2, -0.5f, 1}, {4, -2, 2}, margin);
    EXPECT_NEAR(motion.position.x, 2, 1e-6);
    EXPECT_NEAR(motion.position.y, margin, 1e-7);
    EXPECT_NEAR(motion.position.z, 1, 1e-6);
    EXPECT_EQ(motion.velocity, (Vec3{4, 0, 2}));
    EXPECT_TRUE(motion.touched);
}

TEST(Colliders, stops_in_a_corner_without_velocity) {
    const Colliders colliders({box()});
    const auto motion = colliders.move({0.5f, 0.5f, 0.5f}, {3, -2, 4}, {1, -1, 1}, margin);
    EXPECT_NEAR(norm(motion.position - Vec3{1, 0, 1}), std::sqrt(3.0f) * margin, 1e-6);
    EXPECT_EQ(motion.velocity, (Vec3{0, 0, 0}));
}

TEST(Colliders, a_particle_at_rest_on_the_floor_stays_and_may_leave) {
    const Colliders colliders({box()});
    Vec3 p{0.5f, margin, 0.5f};
    for (int step = 0; step < 1000; ++step) {
        const auto motion = colliders.move(p, p + Vec3{1e-4f, -1e-3f, 0}, {0.1f, -1, 0}, margin);
        EXPECT_EQ(motion.velocity, (Vec3{0.1f, 0, 0}));
        p = motion.position;
    }
    EXPECT_NEAR(p.x, 0.6f, 1e-4f);
    EXPECT_NEAR(p.y, margin, 0.01f * margin);
    const auto motion = colliders.move(p, p + Vec3{0, 0.1f, 0}, {0, 1, 0}, margin);
    EXPECT_EQ(motion.velocity, (Vec3{0, 1, 0}));
    EXPECT_NEAR(motion.position.y, 0.1f + margin, 1e-5f);
}

TEST(Colliders, a_start_on_the_surface_goes_to_the_fluid_but_not_through) {
    const Colliders colliders({box(), {SphereWall{{0.5f, 0.5f, 0.5f}, 0.25f}}});
    // On the floor, in an edge, in a corner, on the sphere.
    for (const Vec3 start : {Vec3{0.5f, 0, 0.1f}, Vec3{0, 0, 0.1f}, Vec3{0, 0, 0}, Vec3{0.5f, 0.75f, 0.5f}}) {
        for (const Vec3 way : {Vec3{-1, -1, -1}, Vec3{0, -0.5f, 0}, Vec3{3, -3, 3}}) {
            const auto stopped = colliders.move(start, start + way, way, margin);
            EXPECT_FALSE(colliders.on_wrong_side(stopped.position));
            EXPECT_FALSE(colliders.first_hit(stopped.position, stopped.position + Vec3{0, 1e-7f, 0}));
        }
    }
    const auto left = colliders.move({0, 0, 0}, {0.1f, 0.1f, 0.1f}, {1, 1, 1}, margin);
    EXPECT_EQ(left.position, (Vec3{0.1f, 0.1f, 0.1f}));
    EXPECT_EQ(left.velocity, (Vec3{1, 1, 1}));
    const auto risen = colliders.move({0.5f, 0.75f, 0.5f}, {0.5f, 0.9f, 0.5f}, {0, 1, 0}, margin);
    EXPECT_EQ(risen.position, (Vec3{0.5f, 0.9f, 0.5f}));
}

TEST(Colliders, open_sides_let_through_and_their_neighbours_do_not) {
    const Colliders colliders({box(FluidSide::inside, *side_named("+y"))});
    EXPECT_EQ(colliders.move({0.5f, 0.5f, 0.5f}, {0.5f, 2, 0.5f}, {}, margin).position, (Vec3{0.5f, 2, 0.5f}));
    // Just below the rim the side wall holds; just above there is nothing.
    EXPECT_LT(colliders.move({0.5f, 0.999f, 0.5f}, {2, 0.999f, 0.5f}, {}, margin).position.x, 1);
    EXPECT_EQ(colliders.move({0.5f, 1.001f, 0.5f}, {2, 1.001f, 0.5f}, {}, margin).position.x, 2);
    // From outside the same wall holds as well.
    EXPECT_GT(colliders.move({1.5f, 0.5f, 0.5f}, {0.5f, 0.5f, 0.5f}, {}, margin).position.x, 1);
}

TEST(Colliders, walls_of_open_containers_have_rims_as_thick_as_they_are) {
    constexpr Real thickness = 0.1f;
    for (const bool upper : {true, false}) {
        const Sides open = side_bit(1, upper);
        const Wall tank{BoxWall{{{0, 0, 0}, {1, 1, 1}}, FluidSide::inside, open, thickness}};
        // Half the size, so that its own measures are twice those of the world; its axis is that of the tank.
        Wall vessel{CylinderWall{{}, 1, 2, FluidSide::inside, open, thickness}};
        vessel.placement.scale = 0.5f;
        vessel.placement.translation = {0.5f, 0.5f, 0.5f};
        for (const Wall& wall : {tank, vessel}) {
            const Colliders colliders({wall});
            // Heights are those above the upper rim; for the lower one everything is upside down.
            const auto at = [&](Real x, Real height) { return Vec3{x, upper ? 1 + height : -height, 0.5f}; };
            const auto height = [&](const Vec3& x) { return upper ? x.y - 1 : -x.y; };
            const auto falls_to = [&](Real x) {
                return height(colliders.move(at(x, 0.2f), at(x, -0.2f), {}, margin).position);
            };
            EXPECT_NEAR(falls_to(0.99f), -0.2f, 1e-6f) << "into the container";
            EXPECT_NEAR(falls_to(1.01f), margin, 1e-6f) << "onto the rim";
            EXPECT_NEAR(falls_to(1.09f), margin, 1e-6f) << "onto its outer edge";
            EXPECT_NEAR(falls_to(1.11f), -0.2f, 1e-6f) << "past it";
            // On the rim it slides, and off on either side.
            for (const Real end : {0.9f, 1.2f}) {
                const Vec3 slid = colliders.move(at(1.05f, margin), at(end, -0.1f), {}, margin).position;
                EXPECT_NEAR(slid.x, end, 1e-6f);
                EXPECT_NEAR(height(slid), margin, 1e-6f);
            }
            EXPECT_GT(height(colliders.move(at(1.05f, 0), at(1.05f, 0), {}, margin).position), 0)
                << "off the rim itself";
        }
    }
    const Sides open = *side_named("+y");
    const Wall tank{BoxWall{{{0, 0, 0}, {1, 1, 1}}, FluidSide::inside, open, thickness}};
    // The corner of a box has its rim too, and a solid has none: what falls onto its open side falls in.
    EXPECT_NEAR(Colliders({tank}).move({1.05f, 1.2f, 1.05f}, {1.05f, 0.8f, 1.05f}, {}, margin).position.y, 1 + margin,
                1e-6f);
    const Colliders solid({{BoxWall{{{0, 0, 0}, {1, 1, 1}}, FluidSide::outside, open, thickness}}});
    EXPECT_EQ(solid.move({1.05f, 1.2f, 0.5f}, {1.05f, 0.8f, 0.5f}, {}, margin).position.y, 0.8f);
}

TEST(Colliders, a_sheet_holds_from_both_sides_and_ends_at_its_edge) {
    const Colliders colliders({sheet()});
    const auto above = colliders.move({0.3f, 0.6f, 0.3f}, {0.3f, 0.1f, 0.4f}, {0, -1, 1}, margin);
    EXPECT_NEAR(above.position.y, 0.5f + margin, 1e-6f);
    EXPECT_NEAR(above.position.z, 0.4f, 1e-6f);
    EXPECT_NEAR(norm(above.velocity - Vec3{0, 0, 1}), 0, 1e-6);
    const auto below = colliders.move({0.3f, 0.1f, 0.3f}, {0.3f, 0.9f, 0.3f}, {0, 1, 0}, margin);
    EXPECT_NEAR(below.position.y, 0.5f - margin, 1e-6f);
    EXPECT_EQ(colliders.move({1.1f, 0.6f, 0.3f}, {1.1f, 0.1f, 0.3f}, {}, margin).position, (Vec3{1.1f, 0.1f, 0.3f}));
    // Exactly on it, a particle may leave to the side it wants.
    EXPECT_EQ(colliders.move({0.3f, 0.5f, 0.3f}, {0.3f, 0.1f, 0.3f}, {}, margin).position, (Vec3{0.3f, 0.1f, 0.3f}));
    EXPECT_EQ(colliders.move({0.3f, 0.5f, 0.3f}, {0.3f, 0.7f, 0.3f}, {}, margin).position, (Vec3{0.3f, 0.7f, 0.3f}));
}

TEST(Colliders, know_the_wrong_side_of_walls_that_have_sides) {
    const auto ball = std::make_shared<const TriangleMesh>(sphere_mesh({0.5f, 0.5f, 0.5f}, 0.2f, 3));
    const Colliders colliders(
        {box(), {PlaneWall{{0, 0.1f, 0}}}, {MeshWall{ball}}, sheet(), box(FluidSide::inside, *side_named("+y"))});
    EXPECT_EQ(colliders.on_wrong_side({0.5f, 1.1f, 0.5f}, 0), true);
    EXPECT_EQ(colliders.on_wrong_side({0.5f, 1, 0.5f}, 0), false) << "on the surface is not beyond it";
    EXPECT_EQ(colliders.on_wrong_side({0.5f, 0.05f, 0.5f}, 1), true);
    EXPECT_EQ(colliders.on_wrong_side({0.5f, 0.5f, 0.5f}, 2), true);
    EXPECT_EQ(colliders.on_wrong_side({0.5f, 0.8f, 0.5f}, 2), false);
    EXPECT_EQ(colliders.on_wrong_side({0.5f, 0.3f, 0.5f}, 3), std::nullopt);
    EXPECT_EQ(colliders.on_wrong_side({0.5f, -3, 0.5f}, 4), std::nullopt);
    EXPECT_TRUE(colliders.on_wrong_side({0.5f, 0.5f, 0.5f}));
    EXPECT_FALSE(colliders.on_wrong_side({0.9f, 0.9f, 0.9f}));
}

TEST(Colliders, carve_what_is_beyond_or_nearer_than_half_a_spacing) {
    const Colliders colliders({box(), sheet()});
    const Real d = 0.1f;
    EXPECT_FALSE(colliders.overlaps({0.05f, 0.05f, 0.95f}, d / 2)) << "the fluid's own lattice fits";
    EXPECT_TRUE(colliders.overlaps({0.04f, 0.25f, 0.25f}, d / 2));
    EXPECT_TRUE(colliders.overlaps({-0.5f, 0.25f, 0.25f}, d / 2));
    EXPECT_TRUE(colliders.overlaps({0.5f, 0.47f, 0.5f}, d / 2));
    EXPECT_FALSE(colliders.overlaps({0.5f, 0.45f, 0.5f}, d / 2));
}

TEST(Colliders, stay_in_the_plane_in_two_dimensions) {
    const Colliders colliders(
        {{BoxWall{{{0, 0, 0}, {1, 1, 0}}}},
         {BoxWall{{{-0.15f, -0.1f, 0}, {0.15f, 0.1f, 0}}, FluidSide::outside}, {{0.5f, 0.5f, 0}, {0, 0, 30}, 1}},
         {SphereWall{{0.2f, 0.2f, 3}, 0.1f}}},
        2);
    for (const Vec3 way : {Vec3{0.7f, 0.1f, 0}, Vec3{-2, -2, 0}, Vec3{0.2f, 0.9f, 0}, Vec3{5, -5, 0}}) {
        const auto motion = colliders.move({0.2f, 0.5f, 0}, Vec3{0.2f, 0.5f, 0} + way, way, margin);
        EXPECT_EQ(motion.position.z, 0);
        EXPECT_EQ(motion.velocity.z, 0);
        EXPECT_TRUE(motion.touched);
        EXPECT_FALSE(colliders.on_wrong_side(motion.position));
    }
}

TEST(Colliders, refuse_a_plane_without_a_normal) {
    EXPECT_THROW(Colliders({{PlaneWall{{0, 0, 0}, {0, 0, 0}}}}), InputError);
    EXPECT_THROW(Colliders({{PlaneWall{{0, 0, 0}, {0, 0, 1}}}}, 2), InputError);
}

}  // namespace
}  // namespace panta
