#include "behaviours/elastic/solve.h"

#include <algorithm>
#include <cmath>

#include "base/symmetric.h"
#include "behaviours/elastic/fields.h"
#include "behaviours/elastic/properties.h"
#include "behaviours/elastic/sums.h"
#include "behaviours/elastic/waves.h"
#include "methods/conjugate_gradient.h"
#include "neighbours/particle_loop.h"
#include "step/totals.h"
#include "tracks/tracks.h"

namespace panta::elastic {

namespace {

constexpr Real thinnest = Real(1e-6);  // determinant of an inertia of trace two: what is nearly a line spins about it
constexpr double rounding = 1e-6;      // of the velocities: errors below it are beyond the digits of a float

// Spacings over which damping shares in a step what pushes a single particle, of solids that are pressed on. Pressure
// undoes a quarter of the compression of solids in a step, and makes hop what moves as one over eight spacings or more:
// a block of ten by ten rested with 7, hopped for a second with 10, and for ever with 22.
constexpr Real farthest_damped = 4;

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

/// How a rigid body moves.
struct RigidMotion {
    Vec3 velocity, spin, centre;  // m/s, 1/s, m
    Vec3 at(const Vec3& x) const { return velocity + cross(spin, x - centre); }
};

/// Equation (1) or (2), for conjugate_gradient.
class ElasticSystem {
public:
    ElasticSystem(const Step& step, const BondList& bonds, const ElasticSolveParams& params, Resists resists)
        : step_(step),
          bonds_(bonds),
          resists_(resists),
          rows_(bonds.rows()),
          tolerance2_(std::pow(double(params.tolerance.at(step.time)), 2)),
          mass_(step.particles[fields::mass]),
          block_diagonal_(step.particles[block_diagonal]),
          block_mixed_(step.particles[block_mixed]),
          last_(step.particles.edit(resists == Resists::strain ? acceleration : damping_acceleration)),
          change_(step.particles.edit(change)),
          residual_(step.particles.edit(residual)),
          force_(step.particles[force]) {}

    /// From what the last step found, if that is better than nothing: solids at rest need no more. Better is what has
    /// the lower energy dv . A dv / 2 - b . dv, which is -dv . (b + r) / 2. As b = r + A dv, and A exceeds the mass, it
    /// is at most -dv . (2 r + m dv) / 2: where that is negative, b need not be summed.
    Residual start() {
        const auto last_change = [&](uint32_t i) { return step_.kick * last_[i]; };
        ask_from(last_change);
        const double sure_gain = sum_over<double>(rows_.size(), step_.threads, [&](size_t k) {
            const uint32_t i = rows_[k].particle;
            residual_[i] = force_[i] - mass_[i] * change_[i];
            return double(dot(change_[i], 2 * residual_[i] + mass_[i] * change_[i]));
        });
        if (!(sure_gain > 0)) {
            ask_from([&](uint32_t) { return Vec3{}; });
            const double gain = sum_over<double>(rows_.size(), step_.threads, [&](size_t k) {
                const uint32_t i = rows_[k].particle;
                return double(dot(last_change(i), force_[i] + residual_[i]));
            });
            if (gain > 0) ask_from(last_change);
        }
        return first();
    }
    /// From nothing, if that is good enough: what is at rest must not keep the damping of when it moved. Else from what
    /// the last step found, if that is better.
    Residual start_from_nothing() {
        ask_from([](uint32_t) { return Vec3{}; });
        const Residual nothing = first();
        if (nothing.is_small) return nothing;
        ask_from([&](uint32_t i) { return step_.kick * last_[i]; });
        const double gain = sum_over<double>(rows_.size(), step_.threads, [&](size_t k) {
            const uint32_t i = rows_[k].particle;
            return double(dot(change_[i], residual_[i] + force_[i] - mass_[i] * change_[i]));
        });
        if (!(gain > 0)) ask_from([](uint32_t) { return Vec3{}; });
        return first();
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
    /// Adds dv to the predicted velocities, and to all particles of a body what is left of its momentum and spin.
    void finish() {
        const auto body = step_.particles[fields::body];
        const auto x = step_.particles[fields::position];
        const auto velocity = step_.particles.edit(fields::predicted_velocity);
        std::vector<RigidMotion> rest(step_.tracks.bodies());
        for (uint32_t b = 0; b < rest.size(); ++b)
            if (find_behaviour(step_.tracks.track(b), type()) != nullptr) rest[b] = what_is_left(b);
        for_each_index(rows_.size(), step_.threads, [&](size_t k) {
            const uint32_t i = rows_[k].particle;
            velocity[i] += change_[i] + rest[body[i]].at(x[i]);
            last_[i] = change_[i] / step_.kick;
        });
    }

private:
    /// Of the dv that has been asked for. What is less than the solve for strain leaves need not be damped.
    Residual first() {
        const auto velocity = step_.particles[fields::predicted_velocity];
        const auto p = step_.particles.edit(direction);
        const Standing now = sum([&](uint32_t i) {
            residual_[i] = force_[i] - mass_[i] * change_[i];
            p[i] = preconditioned(i);
            return Standing{dot(residual_[i], p[i]), left(i), double(mass_[i]) * norm2(change_[i])};
        });
        const Standing moving = sum([&](uint32_t i) { return Standing{0, 0, double(mass_[i]) * norm2(velocity[i])}; });
        floor_ = rounding * rounding * moving.change;
        if (resists_ == Resists::rate) {
            const auto strained_last = step_.particles[acceleration];
            const Standing strained = sum([&](uint32_t i) {
                return Standing{0, 0, double(mass_[i]) * norm2(step_.kick * strained_last[i])};
            });
            floor_ = std::max(floor_, tolerance2_ * strained.change);
        }
        // What is known of strain is mended a little in every step: kept as it is, its error would be a force for ever.
        const double enough = resists_ == Resists::strain ? floor_ : std::max(floor_, tolerance2_ * now.change);
        return {now.measure, now.left <= enough};
    }
    /// The motion that has the momentum and the spin of the residual of a body. Across periodic ends nothing spins.
    RigidMotion what_is_left(uint32_t b) const {
        const auto body = step_.particles[fields::body];
        const auto x = step_.particles[fields::position];
        struct Linear {
            Sum3 momentum, weighted;  // of the residual; m x
            double mass = 0;
            Linear& operator+=(const Linear& o) {
                return momentum += o.momentum, weighted += o.weighted, mass += o.mass, *this;
            }
        };
        const Linear linear = sum_over<Linear>(rows_.size(), step_.threads, [&](size_t k) {
            const uint32_t i = rows_[k].particle;
            return body[i] == b ? Linear{scaled(residual_[i], 1), scaled(x[i], mass_[i]), mass_[i]} : Linear{};
        });
        RigidMotion motion;
        if (!(linear.mass > 0)) return motion;
        const auto over_mass = [&](const Sum3& sum) {
            return Vec3{Real(sum.x / linear.mass), Real(sum.y / linear.mass), Real(sum.z / linear.mass)};
        };
        motion.velocity = over_mass(linear.momentum);
        motion.centre = over_mass(linear.weighted);
        if (step_.neighbours.periodicity().any()) return motion;

        struct Angular {
            Sum3 spin, squares, products;  // d x r; m dx^2 and so on; m dy dz and so on
            Angular& operator+=(const Angular& o) {
                return spin += o.spin, squares += o.squares, products += o.products, *this;
            }
        };
        const Angular angular = sum_over<Angular>(rows_.size(), step_.threads, [&](size_t k) {
            const uint32_t i = rows_[k].particle;
            if (body[i] != b) return Angular{};
            const Vec3 d = x[i] - motion.centre;
            return Angular{scaled(cross(d, residual_[i]), 1), scaled({d.x * d.x, d.y * d.y, d.z * d.z}, mass_[i]),
                           scaled({d.y * d.z, d.z * d.x, d.x * d.y}, mass_[i])};
        });
        const Sum3& q = angular.squares;
        const double scale = q.x + q.y + q.z;
        if (!(scale > 0)) return motion;
        const auto relative = [&](double value) { return Real(value / scale); };
        const Symmetric inertia{
            {relative(q.y + q.z), relative(q.z + q.x), relative(q.x + q.y)},
            {relative(-angular.products.x), relative(-angular.products.y), relative(-angular.products.z)}};
        if (inertia.determinant() < thinnest) return motion;
        motion.spin =
            inverse(inertia) * Vec3{relative(angular.spin.x), relative(angular.spin.y), relative(angular.spin.z)};
        return motion;
    }
    /// Sets dv, and sums the forces that it leads to.
    template <class Guess>
    void ask_from(const Guess& guess) {
        const auto velocity = step_.particles[fields::predicted_velocity];
        each_direction([&](uint32_t i, Vec3& p) {
            change_[i] = guess(i);
            p = velocity[i] + change_[i];
        });
        resists_ == Resists::strain ? sum_forces(step_, bonds_) : apply_stiffness(step_, bonds_);
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
    Resists resists_;
    std::span<const BondRow> rows_;
    double tolerance2_, floor_ = 0;
    std::span<const Real> mass_;
    std::span<const Vec3> block_diagonal_, block_mixed_;
    std::span<Vec3> last_, change_, residual_;
    std::span<const Vec3> force_;
};

SolveReport solved(ElasticSystem& system, const Residual& first, const Step& step, const ElasticSolveParams& params) {
    const ConjugateGradientReport report = conjugate_gradient(system, first, params.most_iterations.at(step.time));
    system.finish();
    return {report.iterations, report.converged};
}

/// Writes how much damping acts in this step; whether there is any.
bool limit_damping(const Step& step, const BondList& bonds, const std::vector<bool>& pressed) {
    const auto given = step.particles[damping];
    const auto acting = step.particles.edit(acting_damping);
    const auto body = step.particles[fields::body];
    const auto rows = bonds.rows();
    const WaveTimes wave(step);
    return maximum_over(rows.size(), step.threads, [&](size_t k) {
               const uint32_t i = rows[k].particle;
               const Real most = farthest_damped * farthest_damped * wave[i] * wave[i] / step.kick;
               acting[i] = pressed[body[i]] ? std::max(step.dt, std::min(given[i], most)) : given[i];
               return acting[i];
           }) > 0;
}

/// Adds `part` of the forces of the last step to the predicted velocities.
void add_last_forces(const Step& step, const BondList& bonds, Real part) {
    const auto last = step.particles[acceleration];
    const auto velocity = step.particles.edit(fields::predicted_velocity);
    const auto rows = bonds.rows();
    for_each_index(rows.size(), step.threads,
                   [&](size_t k) { velocity[rows[k].particle] += part * step.kick * last[rows[k].particle]; });
}

}  // namespace

void attach_solve(Particles& particles) {
    attach_sums(particles);
    particles.declare(acceleration);
    particles.declare(damping_acceleration);
    particles.declare(acceleration_before);
    particles.declare(damping_before);
    particles.declare(acting_damping);
    particles.declare(change);
    particles.declare(residual);
}

void anticipate(const Step& step, const BondList& bonds) {
    // A failed attempt leaves what it found, and that is worth nothing.
    const auto keep = [&](const Field<Vec3>& last, const Field<Vec3>& before) {
        const bool again = step.attempt > 1;
        std::ranges::copy(step.particles[again ? before : last], step.particles.edit(again ? last : before).begin());
    };
    keep(acceleration, acceleration_before);
    keep(damping_acceleration, damping_before);
    add_last_forces(step, bonds, 1);
}

SolveReport add_elastic_forces(const Step& step, const BondList& bonds, const ElasticSolveParams& params) {
    if (bonds.rows().empty()) return {};
    add_last_forces(step, bonds, -1);
    measure_blocks(step, bonds, Resists::strain);
    ElasticSystem system(step, bonds, params, Resists::strain);
    return solved(system, system.start(), step, params);
}

std::vector<bool> find_pressed(const Step& step, const BondList& bonds) {
    const auto pressure = step.particles[fields::pressure];
    const auto body = step.particles[fields::body];
    const auto rows = bonds.rows();
    std::vector<bool> pressed(step.tracks.bodies());
    for (uint32_t b = 0; b < pressed.size(); ++b)
        pressed[b] = find_behaviour(step.tracks.track(b), type()) != nullptr &&
                     maximum_over(rows.size(), step.threads, [&](size_t k) {
                         const uint32_t i = rows[k].particle;
                         return body[i] == b ? pressure[i] : 0;
                     }) > 0;
    return pressed;
}

SolveReport damp(const Step& step, const BondList& bonds, const ElasticSolveParams& params,
                 const std::vector<bool>& pressed) {
    if (!limit_damping(step, bonds, pressed)) return {};
    measure_blocks(step, bonds, Resists::rate);
    ElasticSystem system(step, bonds, params, Resists::rate);
    return solved(system, system.start_from_nothing(), step, params);
}

}  // namespace panta::elastic
