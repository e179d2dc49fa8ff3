#include "pressure/iisph.h"

#include "pressure/pressure_terms.h"

namespace panta {

void Iisph::attach(Particles& particles, Pipeline& pipeline) { attach_pressure_terms(particles, pipeline); }

void Iisph::measure(const Step& step) { measure_response(step); }

void Iisph::anticipate(const Step& step) { apply_last_pressure(step); }

PressureReport Iisph::solve(const Step& step) {
    const auto c = step.particles[fields::compression];
    const auto pressures = step.particles.edit(fields::pressure);
    allow_for_later(step);
    const auto allowance = step.particles[pressure::allowance];
    const auto measure = [&] { measure_linear_excess(step, [&](size_t i) { return c[i] - 1 - allowance[i]; }); };
    const PressureReport report = find_pressure_terms(step, params_, {pressures, measure});
    for_each_index(pressures.size(), step.threads, [&](size_t i) { pressures[i] *= c[i] * c[i]; });
    return report;
}

}  // namespace panta
