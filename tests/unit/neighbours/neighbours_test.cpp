// Neighbour lists against the definition: all pairs, tested one by one.
#include "neighbours/neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/lanes_target.h"
#include "base/random.h"

namespace panta {
namespace {

struct Cloud {
    std::string name;
    std::vector<Vec3> points;
    std::vector<Real> supports;
    Periodicity periodicity{};
};

Cloud random_cloud(int count, Real size, int dimension) {
    Cloud cloud{dimension == 2 ? "random_2d" : "random_3d", {}, {}, {}};
    const Random random(7);
    for (int k = 0; k < count; ++k) {
        Vec3 p = size * random.in_cube(uint64_t(k), 0);
        if (dimension == 2) p.z = 0;
        cloud.points.push_back(p);
        cloud.supports.push_back(Real(0.1));
    }
    return cloud;
}

Cloud clustered() {
    Cloud cloud = random_cloud(900, 1, 3);
    cloud.name = "clustered";
    for (size_t k = 0; k < cloud.points.size(); ++k)
        cloud.points[k] = cloud.points[k % 3] + Real(k % 7 == 0 ? 1 : 0.03) * cloud.points[k];
    return cloud;
}

Cloud coincident() {
    Cloud cloud = random_cloud(60, Real(0.2), 3);
    cloud.name = "coincident";
    for (int k = 0; k < 200; ++k) {
        cloud.points.push_back({Real(0.05), Real(0.05), Real(0.05)});
        cloud.supports.push_back(Real(0.1));
    }
    return cloud;
}

Cloud far_flung() {
    Cloud cloud = random_cloud(400, Real(0.4), 3);
    cloud.name = "far_flung";
    for (const Real far : {Real(1e4), Real(-1e4), Real(1e5), Real(3e6), Real(1e12)})
        for (int axis = 0; axis < 3; ++axis) {
            Vec3 p{};
            p[axis] = far;
            cloud.points.insert(cloud.points.end(), {p, p + Vec3{Real(0.01), 0, 0}});
            cloud.supports.insert(cloud.supports.end(), 2, Real(0.1));
        }
    return cloud;
}

Cloud different_supports() {
    Cloud cloud = random_cloud(700, Real(0.5), 3);
    cloud.name = "different_supports";
    for (size_t k = 0; k < cloud.supports.size(); ++k) cloud.supports[k] = Real(0.04) * Real(1 + k % 4);
    return cloud;
}

Cloud periodic() {
    Cloud cloud = random_cloud(800, Real(0.25), 3);
    cloud.name = "periodic";
    cloud.periodicity = {{Real(-0.25), 0, Real(-0.25)}, {Real(0.5), 0, Real(0.35)}};
    return cloud;
}

void fill(Particles& particles, const Cloud& cloud, size_t begin, size_t end) {
    particles.append(end - begin);
    for (size_t k = begin; k < end; ++k) {
        particles.edit(fields::position)[k - begin] = cloud.points[k];
        particles.edit(fields::support)[k - begin] = cloud.supports[k];
    }
}

/// Every particle has its own velocity; none goes farther than `far`.
void move(Particles& particles, const Cloud& cloud, Real far) {
    const Random random(3);
    const auto ids = particles[fields::id];
    const auto x = particles.edit(fields::position);
    for (size_t i = 0; i < x.size(); ++i) {
        Vec3 by = far / std::sqrt(Real(3)) * random.in_cube(ids[i], 0);
        if (cloud.name == "random_2d") by.z = 0;
        x[i] += by;
    }
}

enum class WithWalls : uint8_t { none, at_rest, moving };

/// A search in a cloud; with walls, the last third of it are these.
struct Search {
    Search(const Cloud& cloud, WithWalls with, int thread_count = 2)
        : threads(thread_count), neighbours({}, cloud.periodicity) {
        const size_t all = cloud.points.size(), free = with == WithWalls::none ? all : first_wall(cloud);
        neighbours.attach(particles);
        if (with == WithWalls::moving) neighbours.attach(walls);
        fill(particles, cloud, 0, free);
        fill(walls, cloud, free, all);
    }
    static size_t first_wall(const Cloud& cloud) { return cloud.points.size() * 2 / 3; }

    bool update(Real travel, Real margin = 0) { return neighbours.update(particles, walls, travel, threads, margin); }

    Threads threads;
    Neighbours neighbours;
    Particles particles, walls;
};

std::vector<uint32_t> near_by_definition(const Vec3& p, Real h, const Particles& others, Real margin,
                                         const Periodicity& periodicity, size_t self) {
    std::vector<uint32_t> near;
    for (size_t j = 0; j < others.size(); ++j) {
        const Real reach = std::max(h, others[fields::support][j]) + margin;
        const Vec3 d = periodicity.shortest(others[fields::position][j] - p);
        if (j != self && norm2(d) < reach * reach) near.push_back(uint32_t(j));
    }
    return near;
}

/// Pairs whose distance is at the rounding of the limit may be listed or not.
void expect_same_pairs(std::vector<uint32_t> listed, const std::vector<uint32_t>& wider,
                       const std::vector<uint32_t>& sure, size_t i) {
    std::ranges::sort(listed);
    EXPECT_TRUE(std::ranges::adjacent_find(listed) == listed.end()) << "a pair twice at " << i;
    EXPECT_TRUE(std::ranges::includes(listed, sure)) << "a pair is missing at " << i;
    EXPECT_TRUE(std::ranges::includes(wider, listed)) << "a pair too far at " << i;
}

void expect_lists_by_definition(const Search& search, Real margin) {
    constexpr Real tolerance = Real(1e-6);  // some roundings of a distance of up to a tenth
    constexpr size_t nobody = ~size_t(0);
    const NeighbourList& list = search.neighbours.list();
    const auto x = search.particles[fields::position];
    const auto h = search.particles[fields::support];
    for (size_t i = 0; i < x.size(); ++i) {
        const auto near = [&](const Particles& set, Real slack, size_t self) {
            return near_by_definition(x[i], h[i], set, margin + slack, search.neighbours.periodicity(), self);
        };
        expect_same_pairs(list.particles_near(i), near(search.particles, tolerance, i),
                          near(search.particles, -tolerance, i), i);
        expect_same_pairs(list.walls_near(i), near(search.walls, tolerance, nobody),
                          near(search.walls, -tolerance, nobody), i);
    }
}

void expect_same_lists(const Neighbours& a, const Neighbours& b, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        EXPECT_EQ(a.list().particles_near(i), b.list().particles_near(i));
        EXPECT_EQ(a.list().walls_near(i), b.list().walls_near(i));
    }
}

constexpr Real stride = Real(0.002);  // what a particle moves in a step

class NeighbourLists : public testing::TestWithParam<Cloud> {
protected:
    void TearDown() override { choose_lanes(LaneTarget::best); }

    /// Lists are exact in each of some steps, and candidates are not listed in every one.
    static void expect_exact_lists_over_steps(Search& search, Real stride_of_particles, Real stride_of_walls) {
        int builds = 0;
        for (int step = 0; step < 12; ++step) {
            builds += search.update(stride);
            expect_lists_by_definition(search, 0);
            move(search.particles, GetParam(), stride_of_particles);
            if (stride_of_walls > 0) move(search.walls, GetParam(), stride_of_walls);
        }
        EXPECT_GT(builds, 1);
        EXPECT_LT(builds, 8);
    }
};

TEST_P(NeighbourLists, hold_exactly_the_pairs_of_the_definition_on_every_instruction_set) {
    for (const LaneTarget target : {LaneTarget::scalar, LaneTarget::sse4, LaneTarget::avx2}) {
        if (!choose_lanes(target)) continue;  // an older CPU has no AVX2
        Search search(GetParam(), WithWalls::at_rest);
        for (const Real margin : {Real(0), Real(0.004)}) {
            search.update(stride / 10, margin);
            EXPECT_GT(search.neighbours.skin(), margin);
            expect_lists_by_definition(search, margin);
        }
    }
}

TEST_P(NeighbourLists, stay_exact_between_the_builds_of_candidates) {
    Search search(GetParam(), WithWalls::at_rest);
    expect_exact_lists_over_steps(search, stride, 0);
}

TEST_P(NeighbourLists, stay_exact_while_walls_move_and_are_not_built_in_every_step) {
    Search search(GetParam(), WithWalls::moving);
    expect_exact_lists_over_steps(search, stride / 2, stride);  // walls are faster than particles
}

TEST_P(NeighbourLists, list_a_pair_at_both_of_its_ends) {
    Search search(GetParam(), WithWalls::none);
    for (int step = 0; step < 3; ++step) {
        search.update(stride);
        std::vector<std::pair<uint32_t, uint32_t>> pairs, turned;
        for (uint32_t i = 0; i < search.particles.size(); ++i)
            for (const uint32_t j : search.neighbours.list().particles_near(i))
                pairs.push_back({i, j}), turned.push_back({j, i});
        std::ranges::sort(pairs);
        std::ranges::sort(turned);
        EXPECT_EQ(pairs, turned);
        move(search.particles, GetParam(), stride);
    }
}

TEST_P(NeighbourLists, of_a_resumed_run_are_those_of_the_run_that_went_on) {
    const Cloud& cloud = GetParam();
    Search search(cloud, WithWalls::at_rest);
    search.update(stride);
    move(search.particles, cloud, stride);
    ASSERT_FALSE(search.update(stride));

    Neighbours resumed({}, cloud.periodicity);
    Particles same_walls;
    fill(same_walls, cloud, Search::first_wall(cloud), cloud.points.size());
    resumed.resume(search.particles, same_walls, search.neighbours.skin(), search.threads);
    expect_same_lists(resumed, search.neighbours, search.particles.size());
    EXPECT_FALSE(resumed.update(search.particles, same_walls, stride, search.threads));
}

TEST_P(NeighbourLists, of_a_resumed_run_with_walls_that_moved_are_those_of_the_run_that_went_on) {
    Search search(GetParam(), WithWalls::moving);
    search.update(stride);
    move(search.walls, GetParam(), stride);
    ASSERT_FALSE(search.update(stride));

    // Both sets as they are saved: in their order, with their reference positions.
    Neighbours resumed({}, GetParam().periodicity);
    resumed.resume(search.particles, search.walls, search.neighbours.skin(), search.threads);
    expect_same_lists(resumed, search.neighbours, search.particles.size());
    EXPECT_FALSE(resumed.update(search.particles, search.walls, stride, search.threads));
}

TEST_P(NeighbourLists, follow_when_particles_go_and_come) {
    const Cloud& cloud = GetParam();
    Search search(cloud, WithWalls::none);
    Particles& particles = search.particles;
    search.update(stride);
    std::vector<uint32_t> gone;
    for (uint32_t k = 0; k < particles.size(); k += 3) gone.push_back(k);
    particles.remove(gone);
    EXPECT_TRUE(search.update(stride));
    expect_lists_by_definition(search, 0);

    const size_t first = particles.append(20);
    for (size_t k = 0; k < 20; ++k) {
        particles.edit(fields::position)[first + k] = cloud.points[3 * k];
        particles.edit(fields::support)[first + k] = cloud.supports[3 * k];
    }
    EXPECT_TRUE(search.update(stride));
    expect_lists_by_definition(search, 0);
}

INSTANTIATE_TEST_SUITE_P(Clouds, NeighbourLists,
                         testing::Values(random_cloud(900, Real(0.4), 3), random_cloud(900, Real(0.6), 2), clustered(),
                                         coincident(), far_flung(), different_supports(), periodic()),
                         [](const auto& tested) { return tested.param.name; });

TEST(Neighbours, sort_particles_and_walls_the_same_way_for_any_number_of_threads) {
    const Cloud cloud = random_cloud(50000, 1, 3);
    std::vector<uint64_t> first;
    uint64_t pairs = 0;
    for (const int count : {1, 2, 3, 8}) {
        Search search(cloud, WithWalls::none, count);
        search.update(0);
        const auto ids = search.particles[fields::id];
        if (first.empty()) {
            first.assign(ids.begin(), ids.end());
            pairs = search.neighbours.list().pair_count();
        }
        EXPECT_TRUE(std::ranges::equal(first, ids));
        EXPECT_EQ(search.neighbours.list().pair_count(), pairs);
    }
}

TEST(Neighbours, a_particle_ten_kilometres_away_costs_no_memory) {
    const Cloud cloud = random_cloud(5000, Real(0.4), 3);
    size_t memory[2];
    for (int k = 0; k < 2; ++k) {
        Search search(cloud, WithWalls::none);
        if (k == 1) search.particles.edit(fields::position)[0] = {1e4f, 1e4f, 1e4f};
        search.update(0);
        memory[k] = search.neighbours.memory();
    }
    EXPECT_NEAR(double(memory[1]), double(memory[0]), 0.05 * double(memory[0]));
}

TEST(Neighbours, of_a_short_periodic_axis_have_as_much_of_a_margin_as_its_cells_have_room_for) {
    constexpr Real h = Real(0.1);
    Cloud cloud = random_cloud(600, shortest_period(h) / 2, 3);
    cloud.periodicity.period.x = shortest_period(h);
    cloud.periodicity.lower.x = -shortest_period(h) / 2;
    Search search(cloud, WithWalls::at_rest);
    const Real room = shortest_period(h) / Real(3.0005) - h;  // three cells, and a little for rounding
    for (int step = 0; step < 3; ++step) {
        search.update(stride, h / 4);
        expect_lists_by_definition(search, room);
        move(search.particles, cloud, stride);
    }
}

}  // namespace
}  // namespace panta
