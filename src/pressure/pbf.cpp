#include "pressure/pbf.h"

#include "pressure/operators.h"
#include "pressure/relaxation.h"
#include "step/compression.h"

namespace panta {

namespace {

constexpr Real relaxation = Real(0.3);  // all particles are projected at once; their corrections add up

}  // namespace

void Pbf::attach(Particles& particles, Pipeline&) {
    attach_pressure_operators(particles);
    particles.declare(fields::predicted_position);
}

void Pbf::measure(const Step& step) { measure_compression(step); }

PressureReport Pbf::solve(const Step& step) {
    const auto volume = step.particles[fields::volume], response = step.particles[pressure::response];
    const auto pressures = step.particles.edit(fields::pressure);
    std::ranges::fill(pressures, Real(0));
    const Real most = largest_correction(step);
    const double tolerance = mean_tolerance(step, params_);
    const size_t count = pressures.size();
    PressureReport report;
    for (;; ++report.iterations) {
        look_ahead(step);
        measure_response(step, Where::ahead);
        const auto c = step.particles[fields::compression];
        const auto constraint = [&](size_t i) { return std::clamp(c[i] - 1, Real(0), most); };
        const Progress now = sum_over<Progress>(count, step.threads, [&](size_t i) {
            return Progress{constraint(i), constraint(i)};
        });
        report.converged = now.error <= tolerance * double(count) && now.worst <= params_.worst_tolerance;
        if (report.converged || report.iterations == params_.most_iterations) return report;

        const auto load = step.particles.edit(pressure::load);
        for_each_index(count, step.threads, [&](size_t i) {
            const Real stiffness = step.dt * step.kick * response[i];
            const Real lambda = stiffness > 0 ? relaxation * constraint(i) / stiffness : 0;
            pressures[i] += lambda;
            load[i] = volume[i] * lambda;
        });
        apply_load(step, Where::ahead);
    }
}

}  // namespace panta
