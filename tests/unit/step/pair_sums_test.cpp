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
        for_each_near(i, particles, [&](size_t j, const Vec3d&, double r) {
            c += particles[fields::volume][j] * kernel.W(r, h, particles[fields::support][j]);
        });
        for_each_near(i, walls, [&](size_t j, const Vec3d& d, double) {
            c += walls[fields::volume][j] * kernel.W(mirrored_distance(d, j), h, walls[fields::support][j]);
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
        Vec3d force, from_walls;
        double magnitudes = 0;
        for_each_near(i, particles, [&](size_t j, const Vec3d& d, double r) {
            const double other = particles[fields::support][j];
            const double push = V * particles[fields::volume][j] * kernel.dW(r, h, other) * (term(i) + term(j)) / r;
            force = force - d * push;
            magnitudes += std::abs(push) * r * delicacy(r, h, other);
        });
        // A wall pushes against the compression it causes, and does no work otherwise: the force is the derivative.
        for_each_near(i, walls, [&](size_t j, const Vec3d& d, double r) {
            const double other = walls[fields::support][j], push = V * walls[fields::volume][j] * term(i);
            const auto W = [&](const Vec3d& at) { return kernel.W(mirrored_distance(at, j), h, other); };
            for (int axis = 0; axis < GetParam().smoothing.dimension; ++axis) {
                Vec3d ahead = d, behind = d;
                const double nudge = 1e-6 * h;
                ahead[axis] += nudge, behind[axis] -= nudge;
                from_walls[axis] -= push * (W(ahead) - W(behind)) / (2 * nudge);
            }
            // The mirrored distance is a difference of squares.
            const double mirrored = mirrored_distance(d, j), cancelled = 1 + r * r / (mirrored * mirrored);
            magnitudes += push * std::abs(kernel.dW(mirrored, h, other)) * 2 * cancelled * delicacy(mirrored, h, other);
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

INSTANTIATE_TEST_SUITE_P(All, PairSums, every_pair_case(), pair_case_name);

}  // namespace
}  // namespace panta::test
