// Random particles and walls whose sums over pairs are taken once more with plain loops in double precision: in the
// plane and in space, with every kernel, with and without different supports and periodic axes.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "behaviours/fluid/fluid.h"
#include "boundaries/wall_fields.h"
#include "geometry/vec3d.h"
#include "kernels/shapes.h"
#include "pressure/pressure_force.h"

namespace panta::test {

struct PairCase {
    std::string name;
    Smoothing smoothing;
    bool different_supports = false;
    bool periodic = false;
};

/// One kernel in double precision, with the mean over both support radii.
struct Kernels {
    Smoothing smoothing;

    double value(double r, double h) const {
        const double scale = std::pow(h, -smoothing.dimension), q = r / h;
        return smoothing.shape == KernelShape::cubic_spline
                   ? scale * CubicSpline::norm(smoothing.dimension) * CubicSpline::value(q)
                   : scale * WendlandC2::norm(smoothing.dimension) * WendlandC2::value(q);
    }
    double slope(double r, double h) const {
        const double scale = std::pow(h, -smoothing.dimension - 1), q = r / h;
        return smoothing.shape == KernelShape::cubic_spline
                   ? scale * CubicSpline::norm(smoothing.dimension) * CubicSpline::slope(q)
                   : scale * WendlandC2::norm(smoothing.dimension) * WendlandC2::slope(q);
    }
    double W(double r, double h, double other) const { return (value(r, h) + value(r, other)) / 2; }
    double dW(double r, double h, double other) const { return (slope(r, h) + slope(r, other)) / 2; }
};

/// Twice the harmonic mean; what has none takes on half of the other's.
inline double viscosity_between(double a, double b) { return a > 0 && b > 0 ? 4 * a * b / (a + b) : a + b; }

class PairSums : public testing::TestWithParam<PairCase> {
protected:
    void SetUp() override {
        const PairCase& given = GetParam();
        if (given.periodic) periodicity = {{-0.5f, 0, -0.5f}, {1, 0, given.smoothing.dimension == 3 ? 0.8f : 0}};
        neighbours = std::make_unique<Neighbours>(given.smoothing, periodicity);
        neighbours->attach(particles);
        for (const auto* field : {&fields::compression, &fields::pressure}) particles.declare(*field);
        for (const auto* field : {&fields::acceleration, &fields::predicted_velocity, &fields::wall_force})
            particles.declare(*field);
        particles.declare(fluid::drag);
        particles.declare(fluid::damping);
        attach_pressure_force(particles);
        walls.declare(wall::normal);
        walls.declare(wall::depth);
        walls.declare(wall::friction);
        walls.declare(wall::solver_volume);
        fill(particles, 500, 0);
        fill(walls, 100, 1000);
        neighbours->update(particles, walls, 0, threads);
        const auto random_pressure = particles.edit(fields::pressure);
        const auto mu = particles.edit(fluid::drag);
        const auto nu = particles.edit(fluid::damping);
        for (size_t i = 0; i < particles.size(); ++i) {
            random_pressure[i] = 1000 * random.uniform(i, 50);
            mu[i] = i % 7 == 0 ? 0 : 5 * random.uniform(i, 51);
            nu[i] = 9 * random.uniform(i, 52);
        }
        for (size_t j = 0; j < walls.size(); ++j) {
            walls.edit(wall::normal)[j] = {0, 1, 0};
            walls.edit(wall::depth)[j] = 0.02f;
            walls.edit(wall::friction)[j] = Real(j % 3) / 2;
            walls.edit(wall::solver_volume)[j] = 0.001f * (1 + random.uniform(1000 + j, 6));
        }
    }
    void fill(Particles& set, size_t count, uint64_t first) {
        set.append(count);
        for (size_t k = 0; k < count; ++k) {
            const uint64_t id = first + k;
            Vec3 x = 0.5f * random.in_cube(id, 1), v = random.in_cube(id, 2);
            if (GetParam().smoothing.dimension == 2) x.z = v.z = 0;
            set.edit(fields::position)[k] = x;
            set.edit(fields::velocity)[k] = v;
            set.edit(fields::volume)[k] = 0.001f * (1 + random.uniform(id, 3));
            set.edit(fields::mass)[k] = 1 + random.uniform(id, 4);
            set.edit(fields::support)[k] = 0.15f * (GetParam().different_supports ? 1 + random.uniform(id, 5) : 1);
        }
    }
    /// The same volume and mass for all particles.
    void make_alike() {
        for (Real& V : particles.edit(fields::volume)) V = 0.0015f;
        for (Real& m : particles.edit(fields::mass)) m = 1.5f;
    }
    Step step() {
        Step step{particles, walls, *neighbours, threads, tracks, 0, 0.01f, 0.01f, {3, -9, 1}};
        step.matter = look_at_matter(particles, threads);
        return step;
    }

    /// Calls sum(j, d, r, other set) for all of a set that i sees.
    template <class Sum>
    void for_each_near(size_t i, const Particles& others, const Sum& sum) const {
        for (size_t j = 0; j < others.size(); ++j) {
            if (&others == &particles && i == j) continue;
            Vec3d d = Vec3d(particles[fields::position][i]) - Vec3d(others[fields::position][j]);
            for (int axis = 0; axis < 3; ++axis)
                if (periodicity.period[axis] > 0)
                    d[axis] -= periodicity.period[axis] * std::round(d[axis] / periodicity.period[axis]);
            const double r = norm(d);
            if (r < std::max(particles[fields::support][i], others[fields::support][j])) sum(j, d, r);
        }
    }
    /// How much rounding a kernel's slope suffers, in units of its own: near the edge 1 - r/h loses its leading digits.
    double delicacy(double r, double h, double other) const { return 1 + 1 / (1 - r / std::max(h, other) + 0x1p-20); }
    /// The error of a sum in single precision: a few roundings for each of its terms, whose magnitudes, times their
    /// delicacy, are given added up. Each term is a product of ten factors.
    static void expect_close(const Vec3& is, const Vec3d& should, double magnitudes, size_t i) {
        EXPECT_LE(norm(Vec3d(is) - should), 12 * 0x1p-24 * magnitudes) << "particle " << i;
    }

    const Random random{11};
    const Threads threads{2};
    const Tracks tracks;
    Periodicity periodicity{};
    Particles particles, walls;
    std::unique_ptr<Neighbours> neighbours;
    Kernels kernel{GetParam().smoothing};
};

/// The cases that every sum is tested in.
inline auto every_pair_case() {
    return testing::Values(PairCase{"cubic_2d", {KernelShape::cubic_spline, 2}},
                           PairCase{"cubic_3d", {KernelShape::cubic_spline, 3}},
                           PairCase{"wendland_2d_periodic", {KernelShape::wendland_c2, 2}, false, true},
                           PairCase{"wendland_3d", {KernelShape::wendland_c2, 3}},
                           PairCase{"cubic_2d_supports", {KernelShape::cubic_spline, 2}, true},
                           PairCase{"cubic_3d_supports", {KernelShape::cubic_spline, 3}, true, false},
                           PairCase{"wendland_3d_all", {KernelShape::wendland_c2, 3}, true, false},
                           PairCase{"cubic_3d_periodic", {KernelShape::cubic_spline, 3}, false, true},
                           PairCase{"cubic_2d_all", {KernelShape::cubic_spline, 2}, true, true});
}
inline std::string pair_case_name(const testing::TestParamInfo<PairCase>& instance) { return instance.param.name; }

}  // namespace panta::test
