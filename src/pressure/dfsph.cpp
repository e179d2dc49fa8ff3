#include "pressure/dfsph.h"

#include "pressure/relaxation.h"

namespace panta {

namespace {

constexpr Real dense = Real(0.95);  // c from which fluid must not be compressed: less is at a free surface

/// P of the divergence solve.
constexpr Field<Real> divergence_term{"dfsph.divergence_term", "Pa", 0, Lifetime::internal};

}  // namespace

void Dfsph::attach(Particles& particles, Pipeline&) {
    attach_pressure_operators(particles);
    particles.declare(divergence_term);
}

void Dfsph::measure(const Step& step) { measure_response(step); }

PressureReport Dfsph::prepare(const Step& step) {
    const auto c = step.particles[fields::compression];
    const auto terms = step.particles.edit(divergence_term);
    std::ranges::fill(terms, Real(0));
    return relax(step, params_, terms, [&](size_t i) { return c[i] > dense ? Real(0) : -1; });
}

void Dfsph::anticipate(const Step& step) {
    const auto c = step.particles[fields::compression], volume = step.particles[fields::volume];
    const auto pressures = step.particles.edit(fields::pressure);
    const auto load = step.particles.edit(pressure::load);
    // The pressure of the last step, as a term.
    for_each_index(pressures.size(), step.threads, [&](size_t i) {
        const Real term = pressures[i] / (c[i] * c[i]);
        pressures[i] = step.attempt == 1 && c[i] > dense ? term : 0;
        load[i] = volume[i] * pressures[i];
    });
    apply_load(step);
}

PressureReport Dfsph::solve(const Step& step) {
    const auto c = step.particles[fields::compression];
    const auto pressures = step.particles.edit(fields::pressure);
    const PressureReport report = relax(step, params_, pressures, [&](size_t i) { return c[i] - 1; });
    for_each_index(pressures.size(), step.threads, [&](size_t i) { pressures[i] *= c[i] * c[i]; });
    return report;
}

}  // namespace panta
