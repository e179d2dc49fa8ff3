#include "pressure/iisph.h"

namespace panta {

void Iisph::attach(Particles& particles, Pipeline&) { attach_pressure_operators(particles); }

void Iisph::measure(const Step& step) { measure_response(step); }

void Iisph::anticipate(const Step& step) { apply_last_pressure(step); }

PressureReport Iisph::solve(const Step& step) {
    const auto c = step.particles[fields::compression];
    const auto pressures = step.particles.edit(fields::pressure);
    const Real most = largest_correction(step);
    const PressureReport report =
        relax(step, params_, momentum_, pressures, [&](size_t i) { return std::min(c[i] - 1, most); });
    for_each_index(pressures.size(), step.threads, [&](size_t i) { pressures[i] *= c[i] * c[i]; });
    return report;
}

}  // namespace panta
