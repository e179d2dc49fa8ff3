#include "boundaries/plane_tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "boundaries/wall_fields.h"
#include "boundaries/wall_volumes.h"

namespace panta {
namespace {

constexpr Real d = 0.1f, h = 0.2f;
constexpr uint32_t boundary = 3;

/// A plane with its patch, and what it grows by.
struct Floor {
    WallSampling sampling;
    PlaneLattice lattice;
    Particles walls;
    PlaneTiles tiles;
    Threads threads{1};

    Floor(const Box& extent, WallSampling asked = {}, const PlaneWall& plane = {})
        : sampling(with(extent, asked)), lattice(plane, sampling) {
        WallSamples samples;
        lattice.sample(lattice.patch(), samples);
        walls.declare(wall::normal);
        walls.declare(wall::depth);
        walls.declare(wall::solver_volume);
        walls.declare(wall::layers);
        walls.declare(wall::friction);
        walls.append(samples.points.size());
        std::ranges::copy(samples.points, walls.edit(fields::position).begin());
        std::ranges::copy(samples.normals, walls.edit(wall::normal).begin());
        std::ranges::copy(samples.depths, walls.edit(wall::depth).begin());
        std::ranges::fill(walls.edit(wall::layers), uint32_t(sampling.layers));
        std::ranges::fill(walls.edit(wall::friction), 0.25f);
        std::ranges::fill(walls.edit(fields::support), h);
        std::ranges::fill(walls.edit(fields::body), boundary);
        measure_wall_volumes(walls, smoothing(), sampling.periodicity, d, threads);
        tiles.add_plane(boundary, lattice);
    }

    static WallSampling with(const Box& extent, WallSampling sampling) {
        sampling.spacing = d;
        sampling.support_radius = h;
        sampling.extent = extent;
        return sampling;
    }
    Smoothing smoothing() const { return {.dimension = sampling.dimension}; }
    bool cover(const std::vector<Vec3>& positions) { return tiles.cover(positions, walls, smoothing(), threads); }

    /// Volumes by place; no place may be taken twice.
    std::map<std::array<Real, 3>, std::array<Real, 2>> volumes() const {
        std::map<std::array<Real, 3>, std::array<Real, 2>> found;
        for (size_t b = 0; b < walls.size(); ++b) {
            const Vec3 x = walls[fields::position][b];
            const auto [at, fresh] =
                found.insert({{x.x, x.y, x.z}, {walls[fields::volume][b], walls[wall::solver_volume][b]}});
            EXPECT_TRUE(fresh) << "twice at " << x.x << ", " << x.y << ", " << x.z;
        }
        return found;
    }
};

/// Particles half a spacing above y = 0.
std::vector<Vec3> puddle(Vec3 lower, Vec3 upper) {
    std::vector<Vec3> points;
    for (Real z = lower.z; z <= upper.z; z += d)
        for (Real x = lower.x; x <= upper.x; x += d) points.push_back({x, d / 2, z});
    return points;
}

TEST(PlaneTiles, rest_while_everybody_is_where_the_scene_began) {
    Floor floor(Box{{0, 0, 0}, {1, 1, 0.5f}});
    const size_t before = floor.walls.size();
    EXPECT_FALSE(floor.cover(puddle({0, 0, 0}, {1, 0, 0.5f})));
    EXPECT_FALSE(floor.cover({{9, 0.4f, 9}, {-9, -0.4f, 9}}));  // two support radii above, and below
    EXPECT_FALSE(floor.cover({{NAN, 0, 0}, {0, NAN, 0}, {1e38f, 0, 0}, {INFINITY, 0, 0}}));
    EXPECT_EQ(floor.walls.size(), before);
    EXPECT_FALSE(floor.tiles.have_grown());
}

TEST(PlaneTiles, have_the_particles_and_volumes_of_a_scene_that_was_wide_from_the_start) {
    for (const int layers : {1, 2}) {
        Floor floor(Box{{0, 0, 0}, {0.5f, 1, 0.5f}}, {.layers = layers}),
            wide(Box{{0, 0, 0}, {2, 1, 1.5f}}, {.layers = layers});
        // Step by step, so that one rim after the other is continued.
        for (const Real right : {0.8f, 1.1f, 1.7f, 2.f}) floor.cover(puddle({0, 0, 0}, {right, 0, 1.5f}));
        const auto grown = floor.volumes(), expected = wide.volumes();
        for (const auto& [place, volume] : expected) {
            ASSERT_TRUE(grown.contains(place)) << place[0] << ", " << place[1] << ", " << place[2];
            // The rim of the wide one has neighbours here that it lacks there.
            if (place[0] < 0 || place[0] > 2 || place[2] < 0 || place[2] > 1.5f) continue;
            for (int k = 0; k < 2; ++k)
                EXPECT_NEAR(grown.at(place)[k], volume[k], 1e-6 * volume[k]) << "roundings of a sum of a dozen terms";
        }
        for (size_t b = 0; b < floor.walls.size(); ++b) {
            EXPECT_EQ(floor.walls[fields::body][b], boundary);
            EXPECT_EQ(floor.walls[fields::support][b], h);
            EXPECT_EQ(floor.walls[wall::layers][b], uint32_t(layers));
            EXPECT_EQ(floor.walls[wall::friction][b], 0.25f);
            EXPECT_EQ(floor.walls[wall::normal][b], Vec3(0, 1, 0));
            EXPECT_NEAR(floor.walls[wall::depth][b], -floor.walls[fields::position][b].y, 1e-7);
        }
    }
}

TEST(PlaneTiles, continue_oblique_planes) {
    const PlaneWall slope{{0.2f, 0.3f, 0}, {1, 2, 0.5f}};
    const Vec3d n = unit(slope.normal);
    Floor floor(Box{{0, 0, 0}, {0.5f, 0.5f, 0.5f}}, {}, slope);
    // Two metres down the slope.
    const Vec3d down = unit(Vec3d{0, -1, 0} + dot(Vec3d{0, 1, 0}, n) * n), foot = Vec3d(slope.point) + 2 * down;
    const size_t before = floor.walls.size();
    EXPECT_TRUE(floor.cover({to_real(foot + 0.05 * n)}));
    double seen = 0;
    for (const Vec3& x : floor.walls[fields::position]) {
        EXPECT_NEAR(dot(Vec3d(x) - Vec3d(slope.point), n), -0.05, 1e-6);
        seen += norm(Vec3d(x) - foot) < h;
    }
    // Of a layer of one particle per d^2, those within sqrt(h^2 - (d/2)^2) of a point: 3.75 pi, give or take.
    EXPECT_NEAR(seen, 3.75 * 3.14, 3);
    EXPECT_LT(floor.walls.size(), before + 500);
}

TEST(PlaneTiles, are_few_for_a_drop_that_flies_far) {
    Floor floor(Box{{0, 0, 0}, {0.5f, 0.5f, 0.5f}});
    const size_t before = floor.walls.size();
    ASSERT_TRUE(floor.cover({{300, 0.05f, -200}}));
    // Three support radii to all sides and the rest of the tiles at the rim: sixteen spacings and a half, squared.
    EXPECT_LE(floor.walls.size() - before, 20u * 20);
    EXPECT_GE(floor.walls.size() - before, 12u * 12);
    EXPECT_FALSE(floor.cover({{300, 0.05f, -200}, {300.1f, 0.1f, -200.1f}})) << "nothing is missing there";
}

TEST(PlaneTiles, are_a_line_in_two_dimensions) {
    Floor floor(Box{{0, 0, 0}, {0.5f, 0.5f, 0}}, {.dimension = 2});
    ASSERT_EQ(floor.walls.size(), 9u);
    ASSERT_TRUE(floor.cover({{2, 0.05f, 0}}));
    EXPECT_LE(floor.walls.size(), 9u + 20);
    floor.volumes();
    for (const Vec3& x : floor.walls[fields::position]) EXPECT_EQ(x.z, 0);
}

TEST(PlaneTiles, go_on_through_the_ends_of_a_periodic_axis_once) {
    WallSampling asked;
    asked.periodicity = {{0, 0, 0}, {1, 0, 0}};
    Floor floor(Box{{0, 0, 0}, {1, 1, 0.5f}}, asked);
    ASSERT_EQ(floor.walls.size(), 10u * 9);
    // A particle at one end, not yet brought back, needs the floor at the other end too.
    ASSERT_TRUE(floor.cover({{1.02f, 0.05f, 2}}));
    floor.volumes();  // none twice
    int beside[2] = {0, 0};
    for (const Vec3& x : floor.walls[fields::position]) {
        EXPECT_TRUE(x.x > 0 && x.x < 1) << x.x;
        if (std::abs(x.z - 2) < h) ++beside[x.x > 0.5f];
    }
    EXPECT_GE(beside[0], 2 * 4);  // two rows along x within a support radius, four along z
    EXPECT_GE(beside[1], 2 * 4);
    EXPECT_FALSE(floor.cover({{0.98f, 0.05f, 2}, {0.02f, 0.05f, 2}}));

    // All along the axis it is even, as that of the patch.
    std::vector<Vec3> line;
    for (int k = 0; k < 10; ++k) line.push_back({0.05f + 0.1f * Real(k), 0.05f, 2});
    floor.cover(line);
    Real first = 0;
    for (const auto& [place, volume] : floor.volumes()) {
        if (std::abs(place[2] - 2) > d) continue;
        if (first == 0) first = volume[0];
        EXPECT_NEAR(volume[0], first, 1e-5 * first);
    }
}

TEST(PlaneTiles, that_were_saved_are_known_again) {
    Floor floor(Box{{0, 0, 0}, {0.5f, 0.5f, 0.5f}}), resumed(Box{{0, 0, 0}, {0.5f, 0.5f, 0.5f}});
    floor.cover({{2, 0.05f, 2}});
    ByteWriter writer;
    floor.tiles.save(writer);
    ByteReader reader("test", writer.bytes());
    resumed.walls = floor.walls;
    resumed.tiles.restore(reader);
    EXPECT_TRUE(resumed.tiles.have_grown());
    EXPECT_FALSE(resumed.cover({{2, 0.05f, 2}}));
    EXPECT_TRUE(resumed.cover({{-2, 0.05f, 2}}));
    EXPECT_TRUE(floor.cover({{-2, 0.05f, 2}}));
    EXPECT_EQ(resumed.walls.hash(), floor.walls.hash());
}

}  // namespace
}  // namespace panta
