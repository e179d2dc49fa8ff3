#include "pressure/pcisph.h"

#include <algorithm>
#include <cmath>

#include "kernels/lattice_sum.h"
#include "pressure/pressure_terms.h"
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

void Pcisph::attach(Particles& particles, Pipeline& pipeline) {
    attach_pressure_terms(particles, pipeline);
    particles.declare(fields::predicted_position);
    particles.declare(fields::predicted_compression);
}

void Pcisph::measure(const Step& step) {
    measure_response(step);
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass];
    const auto response = step.particles.edit(pressure::response);
    for_each_index(volume.size(), step.threads,
                   [&](size_t i) { response[i] = std::max(response[i], table_(volume[i]) * volume[i] / mass[i]); });
}

void Pcisph::anticipate(const Step& step) { apply_last_pressure(step); }

PressureReport Pcisph::solve(const Step& step) {
    const auto c = step.particles[fields::compression], ahead = step.particles[fields::predicted_compression];
    const auto terms = step.particles.edit(fields::pressure), excess = step.particles.edit(pressure::excess);
    allow_for_later(step);
    const auto allowance = step.particles[pressure::allowance], wall_rate = step.particles[pressure::wall_rate];
    const auto measure = [&] {
        look_ahead(step);
        predict_compression(step);
        for_each_index(c.size(), step.threads,
                       [&](size_t i) { excess[i] = ahead[i] - 1 - allowance[i] + step.dt * wall_rate[i]; });
    };
    const PressureReport report = find_pressure_terms(step, params_, {terms, measure, false});
    for_each_index(c.size(), step.threads, [&](size_t i) { terms[i] *= c[i] * c[i]; });
    return report;
}

}  // namespace panta
