// The search for points near a place, against trying all of them.
#include "neighbours/point_grid.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace panta {
namespace {

constexpr Real reach = Real(0.3);

std::vector<Vec3> cloud(size_t count, Real size, uint64_t seed) {
    std::vector<Vec3> points;
    for (size_t k = 0; k < count; ++k) points.push_back(size * Random(seed).in_cube(k, 0));
    return points;
}

std::vector<uint32_t> found(const PointGrid& grid, const Vec3& centre, Real radius) {
    std::vector<uint32_t> all;
    grid.for_each_near(centre, radius, [&](uint32_t k, const Vec3&) { all.push_back(k); });
    return all;
}

void compare_with_all(const Periodicity& periodicity, bool flat) {
    std::vector<Vec3> points = cloud(500, 2, 1), centres = cloud(200, Real(2.5), 2);
    if (flat)
        for (auto* list : {&points, &centres})
            for (Vec3& p : *list) p.z = 0;
    const Threads threads(1);
    PointGrid grid;
    grid.assign(points, reach, periodicity, threads);
    size_t seen = 0;
    for (const Vec3& centre : centres)
        for (const Real radius : {reach, reach / 2}) {
            std::vector<uint32_t> expected, near = found(grid, centre, radius);
            for (uint32_t k = 0; k < points.size(); ++k)
                if (norm(periodicity.shortest(points[k] - centre)) < radius) expected.push_back(k);
            std::ranges::sort(near);
            EXPECT_EQ(near, expected);
            seen += expected.size();
        }
    EXPECT_GT(seen, 100u);
}

TEST(PointGrid, finds_what_a_search_of_all_points_finds) { compare_with_all({}, false); }
TEST(PointGrid, finds_points_in_the_plane) { compare_with_all({}, true); }
// Points and centres are also outside of the period, where their images count.
TEST(PointGrid, finds_images_across_periodic_ends) { compare_with_all({{-1, 0, 0}, {2, 0, Real(1.5)}}, false); }

TEST(PointGrid, tells_how_far_away_a_point_is) {
    const std::vector<Vec3> points{{Real(0.95), 0, 0}};
    PointGrid grid;
    grid.assign(points, reach, {{}, {1, 0, 0}}, Threads(1));
    int count = 0;
    grid.for_each_near({Real(0.05), Real(0.1), 0}, reach, [&](uint32_t, const Vec3& away) {
        EXPECT_NEAR(away.x, -0.1, 1e-6);  // some roundings of numbers up to 1
        EXPECT_NEAR(away.y, -0.1, 1e-6);
        ++count;
    });
    EXPECT_EQ(count, 1);
}

TEST(PointGrid, of_no_points_finds_none) {
    PointGrid grid;
    grid.assign({}, reach, {}, Threads(1));
    EXPECT_TRUE(found(grid, {}, reach).empty());
}

TEST(PointGrid, visits_in_the_same_order_for_any_number_of_threads) {
    const std::vector<Vec3> points = cloud(20000, 2, 3);
    PointGrid one, many;
    one.assign(points, reach, {}, Threads(1));
    many.assign(points, reach, {}, Threads(3));
    for (const Vec3& centre : cloud(20, 2, 4)) EXPECT_EQ(found(one, centre, reach), found(many, centre, reach));
}

}  // namespace
}  // namespace panta
