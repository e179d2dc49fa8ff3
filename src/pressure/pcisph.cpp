#include "pressure/pcisph.h"

#include <algorithm>
#include <cmath>

#include "kernels/lattice_sum.h"
#include "neighbours/particle_loop.h"
#include "pressure/operators.h"
#include "pressure/relaxation.h"
#include "step/compression.h"

namespace panta {

ResponseTable::ResponseTable(const Smoothing& smoothing, Real support, Real volume) {
    constexpr int entries = 64;
    first_ = volume / 4;
    step_ = (4 * volume - first_) / (entries - 1);
    for (int k = 0; k < entries; ++k) {
        const double V = double(first_) + k * double(step_), s = std::pow(V, 1. / smoothing.dimension);
        values_.push_back(Real(with_scalar_kernel(
            smoothing, support, [&](const auto& W) { return lattice_slope_sum(W, s) / lattice_sum(W, s); })));
    }
}

Real ResponseTable::operator()(Real volume) const {
    const Real at = std::clamp((volume - first_) / step_, Real(0), Real(values_.size() - 1) - Real(0.001));
    const size_t k = size_t(at);
    return values_[k] + (at - Real(k)) * (values_[k + 1] - values_[k]);
}

void Pcisph::attach(Particles& particles, Pipeline&) {
    attach_pressure_operators(particles);
    particles.declare(fields::predicted_position);
    particles.declare(fields::predicted_compression);
}

void Pcisph::measure(const Step& step) { measure_response(step); }

void Pcisph::anticipate(const Step& step) { apply_last_pressure(step); }

PressureReport Pcisph::solve(const Step& step) {
    const auto c = step.particles[fields::compression], ahead = step.particles[fields::predicted_compression],
               volume = step.particles[fields::volume], mass = step.particles[fields::mass];
    const auto terms = step.particles.edit(fields::pressure);
    const auto responses = step.particles[pressure::response];
    const Real most = largest_correction(step);
    const double tolerance = mean_tolerance(step, params_);
    const size_t count = terms.size();
    PressureReport report;
    for (;; ++report.iterations) {
        // Where do velocities lead?
        look_ahead(step);
        predict_compression(step);
        const auto excess = [&](size_t i) { return std::min(ahead[i] - 1, most); };
        const Progress now = sum_over<Progress>(count, step.threads, [&](size_t i) {
            const double e = excess(i), left = terms[i] > 0 ? std::abs(e) : std::max(0., e);
            return Progress{left, left};
        });
        report.converged = now.error <= tolerance * double(count) && now.worst <= params_.worst_tolerance;
        if (report.converged || report.iterations == params_.most_iterations) break;

        // Correct pressures by delta, and velocities by these.
        const auto load = step.particles.edit(pressure::load);
        for_each_index(count, step.threads, [&](size_t i) {
            const Real filled = table_(volume[i]) * volume[i] / mass[i], response = std::max(filled, responses[i]);
            const Real delta = 1 / (2 * step.dt * step.kick * response);
            const Real next = std::max(Real(0), terms[i] + delta * excess(i));
            load[i] = volume[i] * (next - terms[i]);
            terms[i] = next;
        });
        apply_load(step);
    }
    for_each_index(count, step.threads, [&](size_t i) { terms[i] *= c[i] * c[i]; });
    return report;
}

}  // namespace panta
