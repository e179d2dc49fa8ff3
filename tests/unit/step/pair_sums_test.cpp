// Compression and pressure force against the formulas of physics, section 1, written down once more.
#include "scenes/pair_sums.h"

#include "step/compression.h"

namespace panta::test {
namespace {

TEST_P(PairSums, compression_is_the_sum_of_volumes) {
    measure_compression(step());
    for (size_t i = 0; i < particles.size(); ++i) {
        const double h = particles[fields::support][i];
        double c = particles[fields::volume][i] * kernel.value(0, h);
        for (const Particles* set : {&particles, &walls})
            for_each_near(i, *set, [&](size_t j, const Vec3d&, double r) {
                c += (*set)[fields::volume][j] * kernel.W(r, h, (*set)[fields::support][j]);
            });
        // All terms are positive, so their rounding is relative to c: a few of each kernel, and of every addition.
        EXPECT_NEAR(particles[fields::compression][i], c, 30 * 0x1p-24 * c);
    }
}

class PressureForce : public PairSums {
protected:
    void expect_the_formula();
};

TEST_P(PressureForce, is_the_formula) { expect_the_formula(); }

TEST_P(PressureForce, of_like_particles_is_the_formula) {
    make_alike();
    expect_the_formula();
}

void PressureForce::expect_the_formula() {
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

INSTANTIATE_TEST_SUITE_P(All, PressureForce, every_pair_case(), pair_case_name);
INSTANTIATE_TEST_SUITE_P(All, PairSums, every_pair_case(), pair_case_name);

}  // namespace
}  // namespace panta::test
