#include "pressure/pcisph.h"

#include <algorithm>
#include <cmath>

#include "kernels/lattice_sum.h"
#include "neighbours/particle_loop.h"
#include "pressure/operators.h"
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
    PredictivePressure::attach(particles, pipeline);
    particles.declare(fields::predicted_compression);
}

void Pcisph::measure(const Step& step) {
    PredictivePressure::measure(step);
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass];
    const auto response = step.particles.edit(pressure::response);
    for_each_index(volume.size(), step.threads,
                   [&](size_t i) { response[i] = std::max(response[i], table_(volume[i]) * volume[i] / mass[i]); });
}

std::span<const Real> Pcisph::compression_ahead(const Step& step) const {
    predict_compression(step);
    return step.particles[fields::predicted_compression];
}

}  // namespace panta
