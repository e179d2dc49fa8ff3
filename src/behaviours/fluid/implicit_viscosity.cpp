#include "behaviours/fluid/implicit_viscosity.h"

#include <cmath>

#include "base/symmetric.h"
#include "behaviours/fluid/viscous_bonds.h"
#include "methods/conjugate_gradient.h"
#include "neighbours/particle_loop.h"

namespace panta::fluid {

namespace {

constexpr double rounding = 1e-6;  // of the velocities: errors below it are beyond the digits of a float

/// x = v - v*.
constexpr Field<Vec3> viscous_change{"fluid.viscous_change", "m/s", {}, Lifetime::scratch};
/// r, what is left of equation (1) times dt.
constexpr Field<Vec3> viscous_residual{"fluid.viscous_residual", "N", {}, Lifetime::scratch};

/// Sums over all particles that tell where the solve stands.
struct Standing {
    double measure = 0;  // r . z
    double left = 0;     // m |dt r / m|^2
    double change = 0;   // m |x|^2
    Standing& operator+=(const Standing& b) {
        measure += b.measure, left += b.left, change += b.change;
        return *this;
    }
};

/// (m / dt - dF/dv) x = F(v*), for conjugate_gradient. The direction p is the field bond_velocity.
class ViscousSystem {
public:
    ViscousSystem(const Step& step, const ViscosityParams& params)
        : step_(step),
          tolerance2_(std::pow(double(params.tolerance.at(step.time)), 2)),
          mass_(step.particles[fields::mass]),
          diagonal_(step.particles[drag_diagonal]),
          mixed_(step.particles[drag_mixed]),
          wall_diagonal_(step.particles[wall_drag_diagonal]),
          wall_mixed_(step.particles[wall_drag_mixed]),
          change_(step.particles.edit(viscous_change)),
          residual_(step.particles.edit(viscous_residual)),
          force_(step.particles[bond_force]) {}

    /// From x = 0, where the residual is the force on v*.
    Residual start() {
        measure_drag(step_);
        const auto velocity = step_.particles[fields::predicted_velocity];
        const auto direction = step_.particles.edit(bond_velocity);
        const Standing now = sum_over<Standing>(mass_.size(), step_.threads, [&](size_t i) {
            change_[i] = {};
            residual_[i] = force_[i];
            direction[i] = preconditioned(i);
            const double momentum2 = double(mass_[i]) * norm2(velocity[i]);
            return Standing{dot(residual_[i], direction[i]), left(i), momentum2};
        });
        floor_ = rounding * rounding * now.change;
        return {now.measure, now.left <= floor_};
    }
    double apply() {
        apply_bonds(step_);
        const auto direction = step_.particles[bond_velocity];
        return sum_over<double>(mass_.size(), step_.threads,
                                [&](size_t i) { return double(dot(direction[i], product(i, direction[i]))); });
    }
    Residual advance(double alpha) {
        const auto direction = step_.particles[bond_velocity];
        const Real a = Real(alpha);
        const Standing now = sum_over<Standing>(mass_.size(), step_.threads, [&](size_t i) {
            change_[i] += a * direction[i];
            residual_[i] -= a * product(i, direction[i]);
            return Standing{dot(residual_[i], preconditioned(i)), left(i), double(mass_[i]) * norm2(change_[i])};
        });
        return {now.measure, now.left <= std::max(floor_, tolerance2_ * now.change)};
    }
    void turn(double beta) {
        const auto direction = step_.particles.edit(bond_velocity);
        for_each_index(mass_.size(), step_.threads,
                       [&](size_t i) { direction[i] = preconditioned(i) + Real(beta) * direction[i]; });
    }
    /// Adds x to the predicted velocities, and what is left of the residual.
    void finish() {
        const auto velocity = step_.particles.edit(fields::predicted_velocity);
        const auto wall_force = step_.particles.edit(fields::wall_force);
        for_each_index(mass_.size(), step_.threads, [&](size_t i) {
            velocity[i] += change_[i] + (step_.kick / mass_[i]) * residual_[i];
            wall_force[i] -= Symmetric{wall_diagonal_[i], wall_mixed_[i]} * change_[i];
        });
    }

private:
    Vec3 preconditioned(size_t i) const {
        const Symmetric block = Symmetric{diagonal_[i], mixed_[i]} + isotropic(mass_[i] / step_.kick);
        return inverse(block) * residual_[i];
    }
    Vec3 product(size_t i, const Vec3& direction) const { return (mass_[i] / step_.kick) * direction - force_[i]; }
    double left(size_t i) const { return double(norm2(residual_[i])) * step_.kick * step_.kick / mass_[i]; }

    const Step& step_;
    double tolerance2_, floor_ = 0;
    std::span<const Real> mass_;
    std::span<const Vec3> diagonal_, mixed_, wall_diagonal_, wall_mixed_;
    std::span<Vec3> change_, residual_;
    std::span<const Vec3> force_;
};

}  // namespace

SolveReport add_implicit_viscosity(const Step& step, const ViscosityParams& params) {
    // Declared when they are first needed: most fluids never need them.
    attach_viscous_bonds(step.particles);
    step.particles.declare(viscous_change);
    step.particles.declare(viscous_residual);

    weigh_bonds(step);
    ViscousSystem system(step, params);
    const Residual first = system.start();
    const ConjugateGradientReport report = conjugate_gradient(system, first, params.most_iterations.at(step.time));
    system.finish();
    return {report.iterations, report.converged};
}

}  // namespace panta::fluid
