// Compression, pressure force and both viscosities against the formulas of physics, section 1, written down once more:
// plain loops over all pairs in double precision.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "behaviours/fluid/fluid.h"
#include "behaviours/fluid/viscosity.h"
#include "boundaries/wall_fields.h"
#include "geometry/vec3d.h"
#include "kernels/shapes.h"
#include "pressure/pressure_force.h"
#include "step/compression.h"

namespace panta {
namespace {

struct Case {
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

class PairSums : public testing::TestWithParam<Case> {
protected:
    void SetUp() override {
        const Case& given = GetParam();
        if (given.periodic) periodicity = {{-0.5f, 0, -0.5f}, {1, 0, given.smoothing.dimension == 3 ? 0.8f : 0}};
        neighbours = std::make_unique<Neighbours>(given.smoothing, periodicity);
        neighbours->attach(particles);
        for (const auto* field : {&fields::compression, &fields::pressure}) particles.declare(*field);
        for (const auto* field : {&fields::acceleration, &fields::predicted_velocity, &fields::wall_force})
            particles.declare(*field);
        particles.declare(fluid::viscosity);
        particles.declare(fluid::artificial);
        attach_pressure_force(particles);
        walls.declare(wall::normal);
        walls.declare(wall::depth);
        fill(particles, 500, 0);
        fill(walls, 100, 1000);
        neighbours->update(particles, walls, 0, threads);
        const auto random_pressure = particles.edit(fields::pressure);
        const auto mu = particles.edit(fluid::viscosity);
        const auto nu = particles.edit(fluid::artificial);
        for (size_t i = 0; i < particles.size(); ++i) {
            random_pressure[i] = 1000 * random.uniform(i, 50);
            mu[i] = 5 * random.uniform(i, 51);
            nu[i] = 9 * random.uniform(i, 52);
        }
        for (size_t j = 0; j < walls.size(); ++j) {
            walls.edit(wall::normal)[j] = {0, 1, 0};
            walls.edit(wall::depth)[j] = 0.02f;
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
    Step step() { return {particles, walls, *neighbours, threads, 0, 0.01f, 0.01f, {3, -9, 1}}; }

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
    Periodicity periodicity{};
    Particles particles, walls;
    std::unique_ptr<Neighbours> neighbours;
    Kernels kernel{GetParam().smoothing};
};

TEST_P(PairSums, compression_is_the_sum_of_volumes) {
    measure_compression(step());
    for (size_t i = 0; i < particles.size(); ++i) {
        const double h = particles[fields::support][i];
        double c = particles[fields::volume][i] * kernel.value(0, h);
        for (const Particles* set : {&particles, &walls})
            for_each_near(i, *set, [&](size_t j, const Vec3d&, double r) {
                c += (*set)[fields::volume][j] * kernel.W(r, h, (*set)[fields::support][j]);
            });
        EXPECT_NEAR(particles[fields::compression][i], c, 30 * 0x1p-24 * c);
    }
}

TEST_P(PairSums, pressure_force_is_the_formula) {
    measure_compression(step());
    for (Vec3& v : particles.edit(fields::predicted_velocity)) v = {};
    for (Vec3& f : particles.edit(fields::wall_force)) f = {};
    apply_pressure(step());
    const auto term = [&](size_t i) {
        const double c = particles[fields::compression][i];
        return particles[fields::pressure][i] / (c * c);
    };
    Vec3d total, total_from_walls;
    double all = 0;
    for (size_t i = 0; i < particles.size(); ++i) {
        const double h = particles[fields::support][i], V = particles[fields::volume][i];
        Vec3d force, from_walls, offsets;
        const double my_weight = V * kernel.value(0, h);
        double magnitudes = 0, weights = my_weight, terms = my_weight * term(i);
        for_each_near(i, particles, [&](size_t j, const Vec3d& d, double r) {
            const double other = particles[fields::support][j];
            const double push = V * particles[fields::volume][j] * kernel.dW(r, h, other) * (term(i) + term(j)) / r;
            const double weight = particles[fields::volume][j] * kernel.W(r, h, other);
            force = force - d * push;
            magnitudes += std::abs(push) * r * delicacy(r, h, other);
            weights += weight;
            terms += weight * term(j);
            offsets = offsets - d * weight;
        });
        // Behind the wall the pressure is the mean in the fluid, and grows as in water at rest.
        const Vec3d gravity = step().gravity;
        const double density = particles[fields::mass][i] / V, mean = terms / weights;
        const double carried = std::min(1., mean / (density * norm(gravity) * h / 2));
        for_each_near(i, walls, [&](size_t j, const Vec3d& d, double r) {
            const double rise = carried * density * dot(gravity, d * -1 - offsets * (1 / weights));
            const double both = std::max(0., term(i) + mean + rise);
            const double weight = V * walls[fields::volume][j] * kernel.dW(r, h, walls[fields::support][j]);
            from_walls = from_walls - d * (weight * both / r);
            magnitudes += std::abs(weight) * (term(i) + mean + 2 * carried * density * norm(gravity) * h) *
                          delicacy(r, h, walls[fields::support][j]);
        });
        const double m = particles[fields::mass][i];
        expect_close(particles[fields::predicted_velocity][i], (force + from_walls) * (0.01 / m), magnitudes * 0.01 / m,
                     i);
        expect_close(particles[fields::wall_force][i], from_walls, magnitudes, i);
        total = total + Vec3d(particles[fields::predicted_velocity][i]) * (m / 0.01);
        total_from_walls = total_from_walls + Vec3d(particles[fields::wall_force][i]);
        all += magnitudes;
    }
    // Antisymmetric: what remains when all forces are added is what the walls do.
    EXPECT_LT(norm(total - total_from_walls), 4 * 0x1p-24 * all);
    EXPECT_GT(all, 0);
}

TEST_P(PairSums, laminar_viscosity_is_the_formula) {
    for (Vec3& a : particles.edit(fields::acceleration)) a = {};
    for (Vec3& f : particles.edit(fields::wall_force)) f = {};
    fluid::add_laminar_viscosity(step());
    const double h_max = neighbours->largest_support();
    for (size_t i = 0; i < particles.size(); ++i) {
        const double h = particles[fields::support][i], V = particles[fields::volume][i],
                     mu = particles[fluid::viscosity][i], m = particles[fields::mass][i];
        Vec3d force;
        double magnitudes = 0;
        const auto add = [&](double weight, double r, double other, const Vec3d& v) {
            const double f = weight / r;
            force = force + v * f;
            magnitudes += std::abs(f) * norm(v) * delicacy(r, h, other);
        };
        const Vec3d own = particles[fields::velocity][i];
        for_each_near(i, particles, [&](size_t j, const Vec3d&, double r) {
            const double both = mu + particles[fluid::viscosity][j];
            add(V * particles[fields::volume][j] * both * kernel.dW(r, h, particles[fields::support][j]), r,
                particles[fields::support][j], own - Vec3d(particles[fields::velocity][j]));
        });
        for_each_near(i, walls, [&](size_t j, const Vec3d& d, double r) {
            // The velocity is mirrored so that it vanishes at the surface, at most doubled (Morris 1997).
            const double depth = walls[wall::depth][j], away = std::max(d.y - depth, 1e-3 * h_max);
            const double steeper = 1 + std::min(depth / away, 1.0);
            add(V * walls[fields::volume][j] * 2 * mu * steeper * kernel.dW(r, h, walls[fields::support][j]), r,
                walls[fields::support][j], own - Vec3d(walls[fields::velocity][j]));
        });
        expect_close(particles[fields::acceleration][i], force * (1 / m), magnitudes / m, i);
    }
}

TEST_P(PairSums, artificial_viscosity_is_the_formula_for_approaching_pairs) {
    for (Vec3& a : particles.edit(fields::acceleration)) a = {};
    for (Vec3& f : particles.edit(fields::wall_force)) f = {};
    fluid::add_artificial_viscosity(step());
    const double h_max = neighbours->largest_support();
    for (size_t i = 0; i < particles.size(); ++i) {
        const double h = particles[fields::support][i], V = particles[fields::volume][i],
                     nu = particles[fluid::artificial][i], m = particles[fields::mass][i];
        Vec3d force;
        double magnitudes = 0;
        const auto add = [&](const Particles& set, size_t j, const Vec3d& d, double r, double both) {
            const Vec3d v = Vec3d(particles[fields::velocity][i]) - Vec3d(set[fields::velocity][j]);
            const double weight = V * set[fields::volume][j] * both / (r * r + 0.01 * h_max * h_max) *
                                  kernel.dW(r, h, set[fields::support][j]);
            // Whether a pair that hardly approaches does so at all is a matter of rounding.
            magnitudes += std::abs(weight) * norm(v) * r * delicacy(r, h, set[fields::support][j]);
            if (const double approach = dot(v, d); approach < 0) force = force + d * (weight * approach / r);
        };
        for_each_near(i, particles, [&](size_t j, const Vec3d& d, double r) {
            add(particles, j, d, r, (nu + particles[fluid::artificial][j]) / 2);
        });
        for_each_near(i, walls, [&](size_t j, const Vec3d& d, double r) { add(walls, j, d, r, nu); });
        expect_close(particles[fields::acceleration][i], force * (1 / m), magnitudes / m, i);
    }
}

INSTANTIATE_TEST_SUITE_P(All, PairSums,
                         testing::Values(Case{"cubic_2d", {KernelShape::cubic_spline, 2}},
                                         Case{"cubic_3d", {KernelShape::cubic_spline, 3}},
                                         Case{"wendland_2d_periodic", {KernelShape::wendland_c2, 2}, false, true},
                                         Case{"wendland_3d", {KernelShape::wendland_c2, 3}},
                                         Case{"cubic_2d_supports", {KernelShape::cubic_spline, 2}, true},
                                         Case{"cubic_3d_supports", {KernelShape::cubic_spline, 3}, true, false},
                                         Case{"wendland_3d_all", {KernelShape::wendland_c2, 3}, true, false},
                                         Case{"cubic_3d_periodic", {KernelShape::cubic_spline, 3}, false, true},
                                         Case{"cubic_2d_all", {KernelShape::cubic_spline, 2}, true, true}),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace panta
