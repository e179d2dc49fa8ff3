// Both explicit viscosities against their formulas, written down once more.
#include "behaviours/fluid/viscosity.h"

#include "pressure/operators.h"
#include "scenes/pair_sums.h"
#include "step/compression.h"
#include "step/velocity_sums.h"

namespace panta::test {
namespace {

using ExplicitViscosity = PairSums;

TEST_P(ExplicitViscosity, laminar_viscosity_is_the_formula) {
    for (Vec3& a : particles.edit(fields::acceleration)) a = {};
    for (Vec3& f : particles.edit(fields::wall_force)) f = {};
    fluid::add_viscosity(step(), true, false);
    const double h_max = neighbours->largest_support();
    for (size_t i = 0; i < particles.size(); ++i) {
        const double h = particles[fields::support][i], V = particles[fields::volume][i],
                     mu = particles[fluid::drag][i], m = particles[fields::mass][i];
        Vec3d force;
        double magnitudes = 0;
        const auto add = [&](double weight, double r, double other, const Vec3d& v) {
            const double f = weight / r;
            force = force + v * f;
            magnitudes += std::abs(f) * norm(v) * delicacy(r, h, other);
        };
        const Vec3d own = particles[fields::velocity][i];
        for_each_near(i, particles, [&](size_t j, const Vec3d&, double r) {
            const double both = viscosity_between(mu, particles[fluid::drag][j]);
            add(V * particles[fields::volume][j] * both * kernel.dW(r, h, particles[fields::support][j]), r,
                particles[fields::support][j], own - Vec3d(particles[fields::velocity][j]));
        });
        for_each_near(i, walls, [&](size_t j, const Vec3d& d, double r) {
            // The velocity is mirrored so that it vanishes at the surface, at most doubled (Morris 1997).
            const double depth = walls[wall::depth][j], away = std::max(d.y - depth, 1e-3 * h_max);
            const double steeper = walls[wall::friction][j] * (1 + std::min(depth / away, 1.0));
            add(V * walls[fields::volume][j] * 2 * mu * steeper * kernel.dW(r, h, walls[fields::support][j]), r,
                walls[fields::support][j], own - Vec3d(walls[fields::velocity][j]));
        });
        expect_close(particles[fields::acceleration][i], force * (1 / m), magnitudes / m, i);
    }
}

TEST_P(ExplicitViscosity, artificial_viscosity_is_the_formula_for_approaching_pairs) {
    for (Vec3& a : particles.edit(fields::acceleration)) a = {};
    for (Vec3& f : particles.edit(fields::wall_force)) f = {};
    fluid::add_viscosity(step(), false, true);
    const double h_max = neighbours->largest_support();
    for (size_t i = 0; i < particles.size(); ++i) {
        const double h = particles[fields::support][i], V = particles[fields::volume][i],
                     nu = particles[fluid::damping][i], m = particles[fields::mass][i];
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
            add(particles, j, d, r, (nu + particles[fluid::damping][j]) / 2);
        });
        for_each_near(i, walls,
                      [&](size_t j, const Vec3d& d, double r) { add(walls, j, d, r, nu * walls[wall::friction][j]); });
        expect_close(particles[fields::acceleration][i], force * (1 / m), magnitudes / m, i);
    }
}

TEST_P(ExplicitViscosity, of_both_kinds_is_the_sum_of_the_two) {
    const auto accelerations = [&](bool laminar, bool artificial) {
        for (Vec3& a : particles.edit(fields::acceleration)) a = {};
        for (Vec3& f : particles.edit(fields::wall_force)) f = {};
        fluid::add_viscosity(step(), laminar, artificial);
        const auto a = particles[fields::acceleration];
        return std::vector(a.begin(), a.end());
    };
    const auto one = accelerations(true, false), other = accelerations(false, true), both = accelerations(true, true);
    for (size_t i = 0; i < both.size(); ++i)
        EXPECT_LT(norm(both[i] - one[i] - other[i]), 1e-5f * (norm(one[i]) + norm(other[i])) + 1e-4f) << i;
}

TEST_P(ExplicitViscosity, that_is_common_to_all_follows_from_sums_that_are_measured_with_compression) {
    particles.declare(fields::velocity_spread);
    particles.declare(fields::velocity_closing);
    attach_pressure_operators(particles);
    for (Real& mu : particles.edit(fluid::drag)) mu = 3;
    for (Real& nu : particles.edit(fluid::damping)) nu = 7;
    for (const bool alike : {false, true}) {
        if (alike) make_alike();
        const auto accelerations = [&](auto add) {
            for (Vec3& a : particles.edit(fields::acceleration)) a = {};
            for (Vec3& f : particles.edit(fields::wall_force)) f = {};
            add(step(), true, true);
            const auto a = particles[fields::acceleration];
            return std::vector(a.begin(), a.end());
        };
        const auto pair_by_pair = accelerations(fluid::add_viscosity);
        for (const auto& measure : {measure_compression, +[](const Step& step) { measure_start(step); }}) {
            measure(step());
            const auto from_sums = accelerations(fluid::add_common_viscosity);
            // The same terms in another order: rounding relative to the largest accelerations here, about a thousand.
            for (size_t i = 0; i < from_sums.size(); ++i)
                EXPECT_LT(norm(from_sums[i] - pair_by_pair[i]), 1e-5f * norm(pair_by_pair[i]) + 2e-4f) << i << alike;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, ExplicitViscosity, every_pair_case(), pair_case_name);

}  // namespace
}  // namespace panta::test
