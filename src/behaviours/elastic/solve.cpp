#include "behaviours/elastic/solve.h"

#include <algorithm>
#include <cmath>

#include "base/symmetric.h"
#include "behaviours/elastic/fields.h"
#include "behaviours/elastic/properties.h"
#include "behaviours/elastic/sums.h"
#include "methods/conjugate_gradient.h"
#include "neighbours/particle_loop.h"
#include "step/totals.h"
#include "tracks/tracks.h"

namespace panta::elastic {

namespace {

constexpr double rounding = 1e-6;  // of the velocities: errors below it are beyond the digits of a float

/// Sums over all elastic particles that tell where the solve stands.
struct Standing {
    double measure = 0;  // r . z
    double left = 0;     // m |r / m|^2
    double change = 0;   // m |dv|^2
    Standing& operator+=(const Standing& b) {
        measure += b.measure, left += b.left, change += b.change;
        return *this;
    }
};

/// Equation (1), for conjugate_gradient.
class ElasticSystem {
public:
    ElasticSystem(const Step& step, const BondList& bonds, const ElasticSolveParams& params)
        : step_(step),
          bonds_(bonds),
          rows_(bonds.rows()),
          tolerance2_(std::pow(double(params.tolerance.at(step.time)), 2)),
          mass_(step.particles[fields::mass]),
          block_diagonal_(step.particles[block_diagonal]),
          block_mixed_(step.particles[block_mixed]),
          change_(step.particles.edit(change)),
          residual_(step.particles.edit(residual)),
          force_(step.particles[force]) {}

    /// From what the last step found, if that is better than nothing: solids at rest need no more. Better is what has
    /// the lower energy dv . A dv / 2 - b . dv, which is -dv . (b + r) / 2.
    Residual start() {
        const auto last = step_.particles[acceleration];
        ask_from([&](uint32_t) { return Vec3{}; });
        for_each_index(rows_.size(), step_.threads, [&](size_t k) {
            const uint32_t i = rows_[k].particle;
            residual_[i] = force_[i];  // b
        });
        ask_from([&](uint32_t i) { return step_.kick * last[i]; });
        const double gain = sum_over<double>(rows_.size(), step_.threads, [&](size_t k) {
            const uint32_t i = rows_[k].particle;
            const Vec3 left = force_[i] - mass_[i] * change_[i];
            return double(dot(change_[i], residual_[i] + left));
        });
        if (!(gain > 0)) ask_from([&](uint32_t) { return Vec3{}; });

        const auto velocity = step_.particles[fields::predicted_velocity];
        const auto p = step_.particles.edit(direction);
        const Standing now = sum([&](uint32_t i) {
            residual_[i] = force_[i] - mass_[i] * change_[i];
            p[i] = preconditioned(i);
            return Standing{dot(residual_[i], p[i]), left(i), double(mass_[i]) * norm2(change_[i])};
        });
        const Standing moving = sum([&](uint32_t i) { return Standing{0, 0, double(mass_[i]) * norm2(velocity[i])}; });
        floor_ = rounding * rounding * moving.change;
        return {now.measure, now.left <= std::max(floor_, tolerance2_ * now.change)};
    }
    double apply() {
        apply_stiffness(step_, bonds_);
        const auto p = step_.particles[direction];
        return sum_over<double>(rows_.size(), step_.threads, [&](size_t k) {
            const uint32_t i = rows_[k].particle;
            return double(dot(p[i], product(i, p[i])));
        });
    }
    Residual advance(double alpha) {
        const auto p = step_.particles[direction];
        const Real a = Real(alpha);
        const Standing now = sum([&](uint32_t i) {
            change_[i] += a * p[i];
            residual_[i] -= a * product(i, p[i]);
            return Standing{dot(residual_[i], preconditioned(i)), left(i), double(mass_[i]) * norm2(change_[i])};
        });
        return {now.measure, now.left <= std::max(floor_, tolerance2_ * now.change)};
    }
    void turn(double beta) {
        each_direction([&](uint32_t i, Vec3& p) { p = preconditioned(i) + Real(beta) * p; });
    }
    /// Adds dv to the predicted velocities, and to all particles of a body what is left of its momentum.
    void finish() {
        const auto body = step_.particles[fields::body];
        const auto velocity = step_.particles.edit(fields::predicted_velocity),
                   last = step_.particles.edit(acceleration);
        struct Momentum {
            Sum3 left;
            double mass = 0;
            Momentum& operator+=(const Momentum& b) { return left += b.left, mass += b.mass, *this; }
        };
        std::vector<Vec3> drift(step_.tracks.bodies());
        for (uint32_t b = 0; b < drift.size(); ++b) {
            if (find_behaviour(step_.tracks.track(b), type()) == nullptr) continue;
            const Momentum sums = sum_over<Momentum>(rows_.size(), step_.threads, [&](size_t k) {
                const uint32_t i = rows_[k].particle;
                return body[i] == b ? Momentum{scaled(residual_[i], 1), mass_[i]} : Momentum{};
            });
            if (sums.mass > 0)
                drift[b] = {Real(sums.left.x / sums.mass), Real(sums.left.y / sums.mass),
                            Real(sums.left.z / sums.mass)};
        }
        for_each_index(rows_.size(), step_.threads, [&](size_t k) {
            const uint32_t i = rows_[k].particle;
            velocity[i] += change_[i] + drift[body[i]];
            last[i] = change_[i] / step_.kick;
        });
    }

private:
    /// Sets dv, and sums the forces that it leads to.
    template <class Guess>
    void ask_from(const Guess& guess) {
        const auto velocity = step_.particles[fields::predicted_velocity];
        each_direction([&](uint32_t i, Vec3& p) {
            change_[i] = guess(i);
            p = velocity[i] + change_[i];
        });
        sum_forces(step_, bonds_);
    }
    template <class Body>
    void each_direction(const Body& body) {
        const auto p = step_.particles.edit(direction);
        for_each_index(rows_.size(), step_.threads, [&](size_t k) { body(rows_[k].particle, p[rows_[k].particle]); });
    }
    template <class Body>
    Standing sum(const Body& body) const {
        return sum_over<Standing>(rows_.size(), step_.threads, [&](size_t k) { return body(rows_[k].particle); });
    }
    Vec3 preconditioned(size_t i) const { return Symmetric{block_diagonal_[i], block_mixed_[i]} * residual_[i]; }
    Vec3 product(size_t i, const Vec3& p) const { return mass_[i] * p - force_[i]; }
    double left(size_t i) const { return double(norm2(residual_[i])) / mass_[i]; }

    const Step& step_;
    const BondList& bonds_;
    std::span<const BondRow> rows_;
    double tolerance2_, floor_ = 0;
    std::span<const Real> mass_;
    std::span<const Vec3> block_diagonal_, block_mixed_;
    std::span<Vec3> change_, residual_;
    std::span<const Vec3> force_;
};

}  // namespace

void attach_solve(Particles& particles) {
    attach_sums(particles);
    particles.declare(acceleration);
    particles.declare(change);
    particles.declare(residual);
}

SolveReport add_elastic_forces(const Step& step, const BondList& bonds, const ElasticSolveParams& params) {
    if (bonds.rows().empty()) return {};
    measure_blocks(step, bonds);
    ElasticSystem system(step, bonds, params);
    const Residual first = system.start();
    const ConjugateGradientReport report = conjugate_gradient(system, first, params.most_iterations);
    system.finish();
    return {report.iterations, report.converged};
}

}  // namespace panta::elastic
