#include "pressure/pbf.h"

#include "pressure/pressure_terms.h"

namespace panta {

void Pbf::attach(Particles& particles, Pipeline& pipeline) {
    attach_pressure_terms(particles, pipeline);
    particles.declare(fields::predicted_position);
}

void Pbf::measure(const Step& step) { measure_response(step); }

void Pbf::anticipate(const Step& step) {
    if (step.attempt > 1) measure_response(step);  // the failed attempt left what it saw ahead
    apply_last_pressure(step);
}

PressureReport Pbf::solve(const Step& step) {
    const auto c = step.particles[fields::compression];
    const auto terms = step.particles.edit(fields::pressure), excess = step.particles.edit(pressure::excess);
    allow_for_later(step);
    const auto allowance = step.particles[pressure::allowance], wall_rate = step.particles[pressure::wall_rate];
    const auto measure = [&] {
        look_ahead(step);
        measure_compression_ahead(step);
        for_each_index(c.size(), step.threads,
                       [&](size_t i) { excess[i] = c[i] - 1 - allowance[i] + step.dt * wall_rate[i]; });
    };
    const PressureReport report = find_pressure_terms(step, params_, {terms, measure, false});
    for_each_index(c.size(), step.threads, [&](size_t i) { terms[i] *= c[i] * c[i]; });
    return report;
}

}  // namespace panta
