#include "pressure/calming.h"

#include <algorithm>
#include <numbers>

#include "scenes/pair_sums.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

constexpr Real resolution = Real(0.45);
constexpr double rounding = 0x1p-24;  // of a float, relative

class Calming : public PairSums {
protected:
    void SetUp() override {
        PairSums::SetUp();
        attach_calming(particles);
        make_alike();
        for (size_t i = 0; i < particles.size(); ++i) {
            particles.edit(fields::predicted_velocity)[i] = particles[fields::velocity][i];
            particles.edit(fields::pressure)[i] = pressure_scale() * random.uniform(i, 50);
        }
    }
    /// Six times the pressure under which steps are as long as the lattice allows.
    Real pressure_scale() {
        const Real dx = std::pow(volume, 1 / Real(GetParam().smoothing.dimension)), rate = resolution * dx / step().dt;
        return 6 * mass / volume * rate * rate;
    }
    std::vector<Vec3d> velocities() const {
        const auto v = particles[fields::predicted_velocity];
        return {v.begin(), v.end()};
    }
    double part(size_t i) {
        const double dx = std::pow(volume, 1. / GetParam().smoothing.dimension), dt = double(step().dt);
        const double r = dt * std::sqrt(particles[fields::pressure][i] * volume / mass) / (resolution * dx);
        return r > 1 ? std::pow(std::min((2 * r * r - 2) / (2 * r * r - 1), 0.95), 0.25) : 0;
    }
    double weight(double r, double h) const {
        const double q = std::min(r / h, 1.);
        return GetParam().smoothing.dimension == 2 ? 3 / (2 * std::numbers::pi * h * h) * (1 - q * q * q * q)
                                                   : 21 / (16 * std::numbers::pi * h * h * h) * (1 - q * q * q * q);
    }
    /// D of (2), with walls that move with `of_wall` of their velocity.
    std::vector<Vec3d> uneven(const std::vector<Vec3d>& v, double of_wall) {
        std::vector<Vec3d> all(v.size());
        for (size_t i = 0; i < v.size(); ++i) {
            const double h = particles[fields::support][i];
            const auto mean_weight = [&](const Particles& others, size_t j, double r) {
                return (weight(r, h) + weight(r, others[fields::support][j])) / 2;
            };
            for_each_near(i, particles, [&](size_t j, const Vec3d&, double r) {
                all[i] = all[i] + (v[i] - v[j]) * (part(i) * part(j) * volume * mean_weight(particles, j, r));
            });
            for_each_near(i, walls, [&](size_t j, const Vec3d&, double r) {
                const double V = walls[fields::volume][j], apart = v[i].y - of_wall * walls[fields::velocity][j].y;
                all[i].y += part(i) * part(i) * V * mean_weight(walls, j, r) * apart;  // normals are along y
            });
        }
        return all;
    }

    static constexpr Real volume = 0.0015f, mass = 1.5f;  // of make_alike
};

// Three times, in double precision. Clouds at random are denser in places than fluid, so errors grow from one time to
// the next: they are compared with the largest velocity that came up.
TEST_P(Calming, is_the_formula) {
    std::vector<Vec3d> v = velocities();
    double largest = 0;
    for (int time = 0; time < 3; ++time) {
        const std::vector<Vec3d> again = uneven(uneven(v, 1), 0);
        for (size_t i = 0; i < v.size(); ++i) {
            largest = std::max({largest, norm(v[i]), norm(again[i])});
            v[i] = v[i] - again[i];
        }
    }
    calm(step(), resolution);
    const std::vector<Vec3d> is = velocities();
    for (size_t i = 0; i < v.size(); ++i) EXPECT_LT(norm(is[i] - v[i]), 500 * rounding * largest) << i;
}

TEST_P(Calming, keeps_momentum_but_for_what_walls_take) {
    const std::vector<Vec3d> before = velocities();
    for (Vec3& force : particles.edit(fields::wall_force)) force = {};
    calm(step(), resolution);
    const std::vector<Vec3d> after = velocities();
    Vec3d drift;
    double magnitudes = 0;
    for (size_t i = 0; i < before.size(); ++i) {
        const Vec3d taken = Vec3d(particles[fields::wall_force][i]) * double(step().kick / mass);
        drift = drift + (after[i] - before[i] - taken);
        magnitudes += norm(after[i] - before[i]) + norm(taken);
    }
    EXPECT_GT(magnitudes, 1);
    EXPECT_LT(norm(drift), 100 * rounding * magnitudes);
}

// Records of neighbours are kept from pass to pass while fields stay as they are: those of before must not be served.
TEST_P(Calming, later_passes_see_the_calmed_velocities) {
    calm(step(), resolution);
    using Near = Reads<fields::position, fields::volume, fields::predicted_velocity>;
    const auto records = neighbours->particle_records().pack(particles, Near::list, threads);
    for (size_t i = 0; i < particles.size(); ++i) {
        const Real* seen = records[1] + 4 * i;
        EXPECT_EQ(norm(particles[fields::predicted_velocity][i] - Vec3{seen[0], seen[1], seen[2]}), 0) << i;
    }
}

TEST_P(Calming, leaves_fluid_alone_that_needs_none) {
    for (Real& p : particles.edit(fields::pressure)) p = std::min(p, pressure_scale() / 7);
    const std::vector<Vec3d> before = velocities();
    calm(step(), resolution);
    EXPECT_TRUE(
        std::ranges::equal(before, velocities(), [](const Vec3d& a, const Vec3d& b) { return norm(a - b) == 0; }));
}

INSTANTIATE_TEST_SUITE_P(All, Calming, every_pair_case(), pair_case_name);

class CalmPool : public testing::TestWithParam<const char*> {};

// A pool of 10 cm depth at 1 cm spacing, 25 frames a second: four steps a frame, in which it stays calm. Without
// calming it takes eight. At first the lattice gives way; the mean speed is then below that of a fall through a tenth
// of a spacing.
TEST_P(CalmPool, takes_four_steps_a_frame) {
    const auto world = world_of(R"({"format": 1, "spacing": 0.01, "pressure": {"method": ")" + std::string(GetParam()) +
                                R"("}, "bodies": [{"shape": {"box": {"min": [0, 0, 0], "max": [0.12, 0.1, 0.12]}},
            "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0, 0], "max": [0.12, 0.2, 0.12]}, "open": ["+y"]}]})");
    const auto steps_in_frame = [&](int frame) {
        const uint64_t before = world->state().steps;
        while (world->time() < frame / 25.) world->step(frame / 25.);
        return world->state().steps - before;
    };
    for (int frame = 1; frame <= 10; ++frame) steps_in_frame(frame);
    for (int frame = 11; frame <= 20; ++frame) EXPECT_LE(steps_in_frame(frame), 4U);
    EXPECT_EQ(world->state().totals.retried_steps, 0U);
    const double mean_square_speed = 2 * world->energy().kinetic / world->state().totals.mass;
    EXPECT_LT(mean_square_speed, 2 * 9.81 * 0.001);
}

INSTANTIATE_TEST_SUITE_P(Methods, CalmPool, testing::Values("dfsph", "iisph", "pcisph", "pbf"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace panta::test
