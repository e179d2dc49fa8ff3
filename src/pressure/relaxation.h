// The iteration that incompressible solvers share: projected gradients on pressures that only push.
//
// Every particle has an excess e_i, the compression above one (or its growth) that the predicted velocities lead to.
// Raising P_i by e_i / (dt kick R_i) would remove it if all neighbours stood still (operators.h). Since they do not, a
// part of that is done at a time:
//
//     P <- max(0, y + e(y) / (L dt kick R))                  y <- max(0, P + beta (P - P of the last iteration))
//
// L is the largest eigenvalue of the system over its diagonal, as far as it was seen: the Rayleigh quotient of every
// change. With beta = 0 this is relaxed Jacobi, omega = 1 / L. With momentum (Nesterov 1983; Mazhar et al. 2015 for
// contacts) beta grows from iteration to iteration, and falls back to zero when it leads uphill (O'Donoghue and Candes
// 2015).
#pragma once

#include <algorithm>
#include <cmath>

#include "neighbours/particle_loop.h"
#include "pressure/operators.h"
#include "pressure/params.h"
#include "step/pipeline.h"

namespace panta {

enum class Momentum : bool { none, nesterov };

/// Where a solve stands, and what the last change of pressure did.
struct Progress {
    double error = 0, worst = 0;  // sum and maximum of what is left
    double work = 0;              // of the last change on the system: the numerator of its Rayleigh quotient
    double diagonal = 0;          // and its denominator
    Progress& operator+=(const Progress& b) {
        error += b.error, work += b.work, diagonal += b.diagonal;
        return worst = std::max(worst, b.worst), *this;
    }
};

/// The mean error at which a solve may stop. An error e leaves velocities of about e h / dt: where fluid is calm, the
/// tolerance is tighter than asked for, or solver noise would keep it from coming to rest.
inline double mean_tolerance(const Step& step, const PressureParams& params) {
    constexpr double tightest = 0.01;  // of the tolerance asked for
    constexpr double left = 0.1;       // of the compression that may be undone in a step
    const auto v = step.particles[fields::velocity];
    const double travel = step.dt * sum_over<double>(v.size(), step.threads, [&](size_t i) { return norm(v[i]); }) /
                          double(std::max<size_t>(1, v.size()));
    const double calm = params.noise * travel / step.neighbours.largest_support();
    const double stated = std::clamp<double>(calm, tightest * params.tolerance, params.tolerance);
    // In a short step little compression is undone; what is left of it must be less.
    return std::min<double>(stated, left * largest_correction(step));
}

/// Starts with the pressure terms P that are in `terms`, and leaves there what it found. The excess of particle i is
/// offset(i) + dt dc_i/dt.
template <class Offset>
PressureReport relax(const Step& step, const PressureParams& params, Momentum momentum, std::span<Real> terms,
                     const Offset& offset) {
    const auto volume = step.particles[fields::volume], response = step.particles[pressure::response],
               rate = step.particles[pressure::rate];
    const auto last_term = step.particles.edit(pressure::last_term),
               last_rate = step.particles.edit(pressure::last_rate);
    auto load = step.particles.edit(pressure::load);
    const size_t count = terms.size();
    const Real scale = step.dt * step.kick;
    const double tolerance = mean_tolerance(step, params);
    Real largest = Real(3.2), t = 1;  // about what a lattice has; Nesterov's sequence
    std::ranges::copy(terms, last_term.begin());

    PressureReport report;
    for (;; ++report.iterations) {
        // Where do velocities lead, and how stiff was the last change?
        measure_rate(step);
        const bool moved = report.iterations > 0;
        const Progress now = sum_over<Progress>(count, step.threads, [&](size_t i) {
            const double e = offset(i) + step.dt * rate[i], left = terms[i] > 0 ? std::abs(e) : std::max(0., e);
            if (!moved) return Progress{left, left};
            const double change = load[i];  // V times the change of P
            return Progress{left, left, change * step.dt * (last_rate[i] - rate[i]),
                            change * change * scale * response[i] / volume[i]};
        });
        report.converged = now.error <= tolerance * double(count) && now.worst <= params.worst_tolerance;
        if (report.converged || report.iterations == params.most_iterations) return report;
        if (now.work > largest * now.diagonal && now.diagonal > 0) {
            largest = Real(now.work / now.diagonal);
            t = 1;
        }

        // Change pressures, and with them velocities.
        const Real next_t = (1 + std::sqrt(1 + 4 * t * t)) / 2;
        const Real beta = momentum == Momentum::nesterov ? (t - 1) / next_t : 0;
        load = step.particles.edit(pressure::load);
        const double uphill = sum_over<double>(count, step.threads, [&](size_t i) {
            const Real stiffness = largest * scale * response[i], e = offset(i) + step.dt * rate[i];
            const Real term = stiffness > 0 ? std::max(Real(0), terms[i] + e / stiffness) : 0;
            const Real aim = std::max(Real(0), term + beta * (term - last_term[i]));
            const double against = double(terms[i] - term) * (term - last_term[i]) * response[i] * volume[i];
            load[i] = volume[i] * (aim - terms[i]);
            terms[i] = aim;
            last_term[i] = term;
            last_rate[i] = rate[i];
            return against;
        });
        t = uphill > 0 ? 1 : next_t;
        apply_load(step);
    }
}

}  // namespace panta
