#include "pressure/iisph.h"

#include <cmath>

#include "pressure/pressure_terms.h"
#include "step/compression.h"

namespace panta {

void Iisph::attach(Particles& particles, Pipeline& pipeline) {
    ImplicitPressure::attach(particles, pipeline);
    particles.declare(fields::predicted_compression);
}

std::span<const Real> Iisph::compression_ahead(const Step& step) const {
    predict_compression(step);
    return step.particles[fields::predicted_compression];
}

int Iisph::most_looks(const Step& step) const {
    constexpr Real short_stride = Real(0.1);  // support radii that the fastest may go
    constexpr Real short_part = Real(0.5);    // of the longest step under pressure
    const auto v = step.particles[fields::predicted_velocity];
    const Real fastest = std::sqrt(maximum_over(v.size(), step.threads, [&](size_t i) { return norm2(v[i]); }));
    const bool is_short = step.dt * fastest <= short_stride * step.neighbours.largest_support() &&
                          step.dt <= short_part * resolved_step();
    return is_short ? 1 : ImplicitPressure::most_looks(step);
}

}  // namespace panta
