#include "pressure/iisph.h"

namespace panta {

namespace {

constexpr Real sparse = Real(0.9);  // c below which last pressure is no guess: the particle has left the bulk

}  // namespace

void Iisph::attach(Particles& particles, Pipeline&) { attach_pressure_operators(particles); }

void Iisph::measure(const Step& step) { measure_response(step); }

void Iisph::anticipate(const Step& step) {
    const auto c = step.particles[fields::compression], volume = step.particles[fields::volume];
    const auto pressures = step.particles.edit(fields::pressure);
    const auto load = step.particles.edit(pressure::load);
    // The pressure of the last step, as a term; after a failure, none.
    for_each_index(pressures.size(), step.threads, [&](size_t i) {
        pressures[i] = step.attempt == 1 && c[i] > sparse ? pressures[i] / (c[i] * c[i]) : 0;
        load[i] = volume[i] * pressures[i];
    });
    apply_load(step);
}

PressureReport Iisph::solve(const Step& step) {
    const auto c = step.particles[fields::compression];
    const auto pressures = step.particles.edit(fields::pressure);
    const PressureReport report = relax(step, params_, momentum_, pressures, [&](size_t i) { return c[i] - 1; });
    for_each_index(pressures.size(), step.threads, [&](size_t i) { pressures[i] *= c[i] * c[i]; });
    return report;
}

}  // namespace panta
