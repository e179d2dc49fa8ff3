#include "pressure/pcisph.h"

#include <algorithm>

#include "kernels/lattice_sum.h"
#include "neighbours/particle_loop.h"
#include "pressure/operators.h"
#include "step/compression.h"

namespace panta {

LatticeTable response_table(const Smoothing& smoothing, Real support, Real volume) {
    return {volume, smoothing.dimension, [&](double s) {
                return with_scalar_kernel(smoothing, support,
                                          [&](const auto& W) { return lattice_slope_sum(W, s) / lattice_sum(W, s); });
            }};
}

void Pcisph::attach(Particles& particles, Pipeline& pipeline) {
    ImplicitPressure::attach(particles, pipeline);
    particles.declare(fields::predicted_compression);
}

void Pcisph::measure(const Step& step) {
    ImplicitPressure::measure(step);
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
