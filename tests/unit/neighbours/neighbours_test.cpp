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

class NeighbourLists : public testing::TestWithParam<Cloud> {
protected:
    void TearDown() override { choose_lanes(LaneTarget::best); }

    static void fill(Particles& particles, const Cloud& cloud, size_t begin, size_t end) {
        particles.append(end - begin);
        for (size_t k = begin; k < end; ++k) {
            particles.edit(fields::position)[k - begin] = cloud.points[k];
            particles.edit(fields::support)[k - begin] = cloud.supports[k];
        }
    }
    static std::vector<uint32_t> near_by_definition(const Vec3& p, Real h, const Particles& others, Real margin,
                                                    const Periodicity& periodicity, size_t self) {
        std::vector<uint32_t> near;
        for (size_t j = 0; j < others.size(); ++j) {
            const Real reach = std::max(h, others[fields::support][j]) + margin;
            const Vec3 d = periodicity.shortest(others[fields::position][j] - p);
            if (j != self && norm2(d) < reach * reach) near.push_back(uint32_t(j));
        }
        return near;
    }
    /// Every particle has its own velocity; none goes farther than `far`.
    static void move(Particles& particles, const Cloud& cloud, Real far) {
        const Random random(3);
        const auto ids = particles[fields::id];
        const auto x = particles.edit(fields::position);
        for (size_t i = 0; i < x.size(); ++i) {
            Vec3 by = far / std::sqrt(Real(3)) * random.in_cube(ids[i], 0);
            if (cloud.name == "random_2d") by.z = 0;
            x[i] += by;
        }
    }
    static void expect_lists_by_definition(const Neighbours& neighbours, const Particles& particles,
                                           const Particles& walls, Real margin) {
        constexpr Real tolerance = Real(1e-6);  // some roundings of a distance of up to a tenth
        constexpr size_t nobody = ~size_t(0);
        const auto x = particles[fields::position];
        const auto h = particles[fields::support];
        for (size_t i = 0; i < particles.size(); ++i) {
            const auto near = [&](const Particles& set, Real slack, size_t self) {
                return near_by_definition(x[i], h[i], set, margin + slack, neighbours.periodicity(), self);
            };
            expect_same_pairs(neighbours.list().particles_near(i), near(particles, tolerance, i),
                              near(particles, -tolerance, i), i);
            expect_same_pairs(neighbours.list().walls_near(i), near(walls, tolerance, nobody),
                              near(walls, -tolerance, nobody), i);
        }
    }
    /// Pairs whose distance is at the rounding of the limit may be listed or not.
    static void expect_same_pairs(std::vector<uint32_t> listed, std::vector<uint32_t> wider, std::vector<uint32_t> sure,
                                  size_t i) {
        std::ranges::sort(listed);
        EXPECT_TRUE(std::ranges::adjacent_find(listed) == listed.end()) << "a pair twice at " << i;
        EXPECT_TRUE(std::ranges::includes(listed, sure)) << "a pair is missing at " << i;
        EXPECT_TRUE(std::ranges::includes(wider, listed)) << "a pair too far at " << i;
    }
};

TEST_P(NeighbourLists, hold_exactly_the_pairs_of_the_definition_on_every_instruction_set) {
    const Cloud& cloud = GetParam();
    for (const LaneTarget target : {LaneTarget::scalar, LaneTarget::sse4, LaneTarget::avx2}) {
        if (!choose_lanes(target)) continue;  // an older CPU has no AVX2
        const Threads threads(2);
        Neighbours neighbours({}, cloud.periodicity);
        Particles particles, walls;
        neighbours.attach(particles);
        const size_t half = cloud.points.size() * 2 / 3;
        fill(particles, cloud, 0, half);
        fill(walls, cloud, half, cloud.points.size());
        for (const Real margin : {Real(0), Real(0.004)}) {
            neighbours.update(particles, walls, Real(0.0002), threads, margin);
            EXPECT_GT(neighbours.skin(), margin);
            expect_lists_by_definition(neighbours, particles, walls, margin);
        }
    }
}

TEST_P(NeighbourLists, stay_exact_between_the_builds_of_candidates) {
    const Cloud& cloud = GetParam();
    const Threads threads(2);
    Neighbours neighbours({}, cloud.periodicity);
    Particles particles, walls;
    neighbours.attach(particles);
    const size_t half = cloud.points.size() * 2 / 3;
    fill(particles, cloud, 0, half);
    fill(walls, cloud, half, cloud.points.size());
    int builds = 0;
    for (int step = 0; step < 12; ++step) {
        builds += neighbours.update(particles, walls, Real(0.002), threads);
        expect_lists_by_definition(neighbours, particles, walls, 0);
        move(particles, cloud, Real(0.002));
    }
    EXPECT_GT(builds, 1);
    EXPECT_LT(builds, 8);
}

TEST_P(NeighbourLists, stay_exact_while_walls_move_and_are_not_built_in_every_step) {
    const Cloud& cloud = GetParam();
    const Threads threads(2);
    Neighbours neighbours({}, cloud.periodicity);
    Particles particles, walls;
    neighbours.attach(particles);
    neighbours.attach(walls);
    const size_t half = cloud.points.size() * 2 / 3;
    fill(particles, cloud, 0, half);
    fill(walls, cloud, half, cloud.points.size());
    int builds = 0;
    for (int step = 0; step < 12; ++step) {
        builds += neighbours.update(particles, walls, Real(0.002), threads);
        expect_lists_by_definition(neighbours, particles, walls, 0);
        // Walls are faster than particles.
        move(particles, cloud, Real(0.001));
        move(walls, cloud, Real(0.002));
    }
    EXPECT_GT(builds, 1);
    EXPECT_LT(builds, 8);
}

TEST_P(NeighbourLists, list_a_pair_at_both_of_its_ends) {
    const Cloud& cloud = GetParam();
    const Threads threads(2);
    Neighbours neighbours({}, cloud.periodicity);
    Particles particles, walls;
    neighbours.attach(particles);
    fill(particles, cloud, 0, cloud.points.size());
    for (int step = 0; step < 3; ++step) {
        neighbours.update(particles, walls, Real(0.002), threads);
        std::vector<std::pair<uint32_t, uint32_t>> pairs, turned;
        for (uint32_t i = 0; i < particles.size(); ++i)
            for (const uint32_t j : neighbours.list().particles_near(i))
                pairs.push_back({i, j}), turned.push_back({j, i});
        std::ranges::sort(pairs);
        std::ranges::sort(turned);
        EXPECT_EQ(pairs, turned);
        move(particles, cloud, Real(0.002));
    }
}

TEST_P(NeighbourLists, of_a_resumed_run_are_those_of_the_run_that_went_on) {
    const Cloud& cloud = GetParam();
    const Threads threads(2);
    Neighbours neighbours({}, cloud.periodicity);
    Particles particles, walls;
    neighbours.attach(particles);
    const size_t half = cloud.points.size() * 2 / 3;
    fill(particles, cloud, 0, half);
    fill(walls, cloud, half, cloud.points.size());
    neighbours.update(particles, walls, Real(0.002), threads);
    move(particles, cloud, Real(0.002));
    ASSERT_FALSE(neighbours.update(particles, walls, Real(0.002), threads));

    Neighbours resumed({}, cloud.periodicity);
    Particles same_walls;
    fill(same_walls, cloud, half, cloud.points.size());
    resumed.resume(particles, same_walls, neighbours.skin(), threads);
    for (size_t i = 0; i < particles.size(); ++i) {
        EXPECT_EQ(resumed.list().particles_near(i), neighbours.list().particles_near(i));
        EXPECT_EQ(resumed.list().walls_near(i), neighbours.list().walls_near(i));
    }
    EXPECT_FALSE(resumed.update(particles, same_walls, Real(0.002), threads));
}

TEST_P(NeighbourLists, of_a_resumed_run_with_walls_that_moved_are_those_of_the_run_that_went_on) {
    const Cloud& cloud = GetParam();
    const Threads threads(2);
    Neighbours neighbours({}, cloud.periodicity);
    Particles particles, walls;
    neighbours.attach(particles);
    neighbours.attach(walls);
    const size_t half = cloud.points.size() * 2 / 3;
    fill(particles, cloud, 0, half);
    fill(walls, cloud, half, cloud.points.size());
    neighbours.update(particles, walls, Real(0.002), threads);
    move(walls, cloud, Real(0.002));
    ASSERT_FALSE(neighbours.update(particles, walls, Real(0.002), threads));

    // Both sets as they are saved: in their order, with their reference positions.
    Neighbours resumed({}, cloud.periodicity);
    resumed.resume(particles, walls, neighbours.skin(), threads);
    for (size_t i = 0; i < particles.size(); ++i) {
        EXPECT_EQ(resumed.list().particles_near(i), neighbours.list().particles_near(i));
        EXPECT_EQ(resumed.list().walls_near(i), neighbours.list().walls_near(i));
    }
    EXPECT_FALSE(resumed.update(particles, walls, Real(0.002), threads));
}

TEST_P(NeighbourLists, follow_when_particles_go_and_come) {
    const Cloud& cloud = GetParam();
    const Threads threads(2);
    Neighbours neighbours({}, cloud.periodicity);
    Particles particles, walls;
    neighbours.attach(particles);
    fill(particles, cloud, 0, cloud.points.size());
    neighbours.update(particles, walls, Real(0.002), threads);
    std::vector<uint32_t> gone;
    for (uint32_t k = 0; k < particles.size(); k += 3) gone.push_back(k);
    particles.remove(gone);
    EXPECT_TRUE(neighbours.update(particles, walls, Real(0.002), threads));
    expect_lists_by_definition(neighbours, particles, walls, 0);

    const size_t first = particles.append(20);
    for (size_t k = 0; k < 20; ++k) {
        particles.edit(fields::position)[first + k] = cloud.points[3 * k];
        particles.edit(fields::support)[first + k] = cloud.supports[3 * k];
    }
    EXPECT_TRUE(neighbours.update(particles, walls, Real(0.002), threads));
    expect_lists_by_definition(neighbours, particles, walls, 0);
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
        const Threads threads(count);
        Neighbours neighbours({}, {});
        Particles particles, walls;
        neighbours.attach(particles);
        particles.append(cloud.points.size());
        std::ranges::copy(cloud.points, particles.edit(fields::position).begin());
        std::ranges::copy(cloud.supports, particles.edit(fields::support).begin());
        neighbours.update(particles, walls, 0, threads);
        const auto ids = particles[fields::id];
        if (first.empty()) {
            first.assign(ids.begin(), ids.end());
            pairs = neighbours.list().pair_count();
        }
        EXPECT_TRUE(std::ranges::equal(first, ids));
        EXPECT_EQ(neighbours.list().pair_count(), pairs);
    }
}

TEST(Neighbours, a_particle_ten_kilometres_away_costs_no_memory) {
    Particles walls;
    const Cloud cloud = random_cloud(5000, Real(0.4), 3);
    size_t memory[2];
    for (int k = 0; k < 2; ++k) {
        Particles particles;
        Neighbours neighbours({}, {});
        neighbours.attach(particles);
        particles.append(cloud.points.size());
        std::ranges::copy(cloud.points, particles.edit(fields::position).begin());
        std::ranges::copy(cloud.supports, particles.edit(fields::support).begin());
        if (k == 1) particles.edit(fields::position)[0] = {1e4f, 1e4f, 1e4f};
        neighbours.update(particles, walls, 0, Threads(1));
        memory[k] = neighbours.memory();
    }
    EXPECT_NEAR(double(memory[1]), double(memory[0]), 0.05 * double(memory[0]));
}

}  // namespace
}  // namespace panta
