#include "pressure/pressure_terms.h"

#include <algorithm>
#include <cmath>

#include "pressure/tolerance.h"

namespace panta {

namespace {

constexpr Field<Real> direction{"pressure.direction", "Pa", 0, Lifetime::scratch};  // d

constexpr double least_reach = 2;  // of a direction: alpha is mostly below one

/// Where the iteration stands.
struct Progress {
    Leftover left;
    double gain = 0, gain_on_last = 0;  // z . e, z . (e of the last iteration), weighted with volumes
    double held = 0;                    // pressure
    Progress& operator+=(const Progress& b) {
        left += b.left;
        return gain += b.gain, gain_on_last += b.gain_on_last, held += b.held, *this;
    }
};

}  // namespace

/// In the mean over the work of pressure: spikes of single particles do not count. Each octave of density is looked at
/// by itself, since light fluid under heavy fluid oscillates faster.
Oscillation oscillation_under_pressure(const Step& step, const Densities& densities) {
    const auto p = step.particles[fields::pressure], V = step.particles[fields::volume],
               m = step.particles[fields::mass];
    struct Sums {
        double work = 0, weighted = 0;  // p V, p V p / rho
        double volume = 0, count = 0;
        Sums& operator+=(const Sums& b) {
            work += b.work, weighted += b.weighted;
            return volume += b.volume, count += b.count, *this;
        }
    };
    Oscillation fastest;
    for (Real density = densities.lightest * Real(0.99); density <= densities.heaviest; density *= 2) {
        const Sums sums = sum_over<Sums>(p.size(), step.threads, [&](size_t i) {
            const Real own = m[i] / V[i];
            const double work = double(p[i]) * V[i];
            return work > 0 && own >= density && own < 2 * density ? Sums{work, work * work / m[i], V[i], 1} : Sums{};
        });
        if (!(sums.work > 0)) continue;
        const double dx = std::pow(sums.volume / sums.count, 1. / step.neighbours.smoothing().dimension);
        const double speed = std::sqrt(sums.weighted / sums.work);
        if (speed / dx > fastest.rate) fastest = {Real(speed / dx), Real(speed)};
    }
    return fastest;
}

void attach_pressure_terms(Particles& particles) {
    attach_pressure_operators(particles);
    particles.declare(pressure::excess);
    particles.declare(pressure::allowance);
    particles.declare(pressure::most_yield);
    particles.declare(direction);
}

PressureReport find_pressure_terms(const Step& step, const PressureParams& params, const PressureSystem& system) {
    const std::span<Real> terms = system.terms;
    Particles& particles = step.particles;
    const Threads& threads = step.threads;
    const size_t count = terms.size();
    const auto volume = particles[fields::volume], response = particles[pressure::response],
               stiffening = particles[pressure::stiffening];
    const auto e = particles.edit(pressure::excess), d = particles.edit(direction);
    const auto rate = particles[pressure::rate];
    const Tolerance tolerance(step, params);
    const Real scale = step.dt * step.kick;
    const Real kappa = system.compressibility;
    const auto diagonal = [&](size_t i) { return scale * response[i] + kappa; };
    // What of the compression terms leave by themselves, and how that grows.
    const auto yield = [&](size_t i) {
        return scale * stiffening[i] * terms[i] + (kappa > 0 ? std::min(kappa * terms[i], system.most_yield[i]) : 0);
    };
    const auto give = [&](size_t i) {
        return scale * stiffening[i] + (kappa > 0 && kappa * terms[i] < system.most_yield[i] ? kappa : 0);
    };
    const auto own_way = [&](size_t i) { return std::max(e[i] / diagonal(i), -terms[i]); };

    /// Of one particle, whose excess was `last` before.
    const auto standing = [&](size_t i, Real last) {
        const double weighted = double(volume[i]) * own_way(i);
        return Progress{Leftover::of(e[i], terms[i] * diagonal(i)), weighted * e[i], weighted * last, terms[i]};
    };
    const auto measure = [&] {
        system.measure_excess();
        return sum_over<Progress>(count, threads, [&](size_t i) {
            e[i] -= yield(i);
            return standing(i, 0);
        });
    };

    PressureReport report;
    const int most_iterations = params.most_iterations.at(step.time);
    double last_gain = 0, reach = least_reach;
    bool is_measured = true;  // else the excess was followed along
    bool is_stuck = false;    // no direction leads on
    Progress now = measure();
    for (;; ++report.iterations) {
        // What is left over from the last step must fade even where steps are so short that its error is small.
        const bool may_stop = report.iterations > 0 || now.held == 0;
        const bool out_of_time = report.iterations >= most_iterations;
        if (!is_measured && (out_of_time || is_stuck || tolerance.is_reached(now.left, count))) {
            is_measured = true;
            if (system.look_again()) {
                now = measure();
                is_stuck = false;
                last_gain = 0;
            }
        }
        report.converged = tolerance.is_met(now.left, count);
        report.error = now.left.sum / double(std::max<size_t>(1, count));
        if ((may_stop && tolerance.is_reached(now.left, count)) || out_of_time) return report;

        // Turn towards where the excess would go, and see how velocities answer.
        const Real beta = last_gain > 0 ? Real(std::max(0., (now.gain - now.gain_on_last) / last_gain)) : 0;
        const auto load = particles.edit(pressure::load);
        const double descent = sum_over<double>(count, threads, [&](size_t i) {
            const Real z = own_way(i), turned = beta > 0 && z != 0 ? z + beta * d[i] : z;
            d[i] = std::max(turned, Real(-terms[i] / reach));
            load[i] = volume[i] * d[i];
            return double(load[i]) * e[i];
        });
        push_by_load(step);
        measure_rate(step);
        const double resistance = sum_over<double>(
            count, threads, [&](size_t i) { return double(load[i]) * (give(i) * d[i] - step.dt * rate[i]); });
        if (!(descent > 0 && resistance > 0)) {  // beta led astray, or nothing is left but rounding
            if (last_gain == 0 && is_measured) return report;
            is_stuck = last_gain == 0;
            last_gain = 0;
            continue;
        }

        // Go there.
        const Real alpha = Real(std::min(descent / resistance, reach));
        follow_push(step, alpha);
        last_gain = now.gain;
        now = sum_over<Progress>(count, threads, [&](size_t i) {
            const Real last = e[i], last_yield = yield(i);
            terms[i] = std::max(Real(0), terms[i] + alpha * d[i]);
            e[i] += alpha * step.dt * rate[i] - (yield(i) - last_yield);
            return standing(i, last);
        });
        is_measured = false;
        reach = std::max(least_reach, 2. * alpha);
    }
}

}  // namespace panta
