#include "pressure/implicit_pressure.h"

#include <algorithm>

#include "pressure/calming.h"
#include "pressure/pressure_terms.h"

namespace panta {

namespace {

/// Pressure of the last step, before the attempts at this one.
constexpr Field<Real> pressure_before{"pressure.before", "Pa", 0, Lifetime::scratch};

/// A pressure that has grown by more than this is that of an impact, and over with it. Kept, it would act again in the
/// next step, and what is then taken back of it would act in other directions than it did: particles were thrown out of
/// corners with three times the speed at which they came. Fluid at rest has the same pressure all the time.
/// (What is compared is P with p, the same where c is about one; of loose particles less is kept.)
constexpr Real most_growth = 3;

/// Whether an inflow presses into fluid that is under pressure itself.
bool has_opening_under_water(const Step& step, const Oscillation& oscillation) {
    constexpr Real as_much = Real(0.25);
    const auto p = step.particles[fields::pressure], m = step.particles[fields::mass],
               V = step.particles[fields::volume];
    const Real most = as_much * step.matter.heaviest * oscillation.speed * oscillation.speed;
    return maximum_over(p.size(), step.threads,
                        [&](size_t i) { return Real(p[i] > most && step.matter.has_weight(m[i], V[i])); }) > 0;
}

}  // namespace

void ImplicitPressure::attach(Particles& particles, Pipeline& pipeline) {
    attach_pressure_terms(particles);
    attach_calming(particles);
    pipeline.limit_step("pressure", [this](const Step& step) { return longest_step(step); });
    particles.declare(fields::predicted_position);
    particles.declare(pressure_before);
}

void ImplicitPressure::measure(const Step& step) {
    std::ranges::copy(step.particles[fields::pressure], step.particles.edit(pressure_before).begin());
    const bool alike = measure_start(step);
    const auto mass = step.particles[fields::mass], volume = step.particles[fields::volume];
    heaviest_ = alike ? step.matter.heaviest
                      : maximum_over(mass.size(), step.threads, [&](size_t i) { return mass[i] / volume[i]; });
    const Oscillation oscillation = oscillation_under_pressure(step);
    resolved_step_ = step_resolution() / oscillation.rate;  // infinite without pressure
    calms_ = step.matter.is_alike && !step.neighbours.freedom().any() && expected_speed_ > 0 &&
             oscillation.speed <= expected_speed_ && !step.particles.has(fields::sampled_volume) &&
             (alike || !has_opening_under_water(step, oscillation));
}

void ImplicitPressure::anticipate(const Step& step) {
    apply_last_pressure(step);
    // After a failed attempt pressure is that of the attempt.
    if (calms_ && step.attempt == 1 && step.dt > resolved_step_) calm(step, step_resolution());
}

/// As long as the lattice of particles allows. With calming it may be longer, as far as nobody goes far in it.
Real ImplicitPressure::longest_step(const Step& step) const {
    if (!calms_) return resolved_step_;
    const Real calmed = resolved_step_ * (calmed_resolution / step_resolution());
    const Real calm_enough = calm_stride * step.neighbours.largest_support() / step.pace.fastest;
    return std::max(resolved_step_, std::min(calmed, calm_enough));
}

PressureReport ImplicitPressure::solve(const Step& step) {
    const auto terms = step.particles.edit(pressure::kept_term), pressures = step.particles.edit(fields::pressure);
    allow_for_later(step, params_.tolerance.at(step.time));
    const PressureReport report = find_pressure_terms(
        step, params_,
        {terms, [&] { measure_excess(step); }, [&] { return looks_again(step); }, compressibility(step),
         step.particles[pressure::allowance], step.particles[pressure::most_left]});
    const auto c = step.particles[fields::compression];
    const auto before = step.particles[pressure_before];
    for_each_index(terms.size(), step.threads, [&](size_t i) {
        pressures[i] = terms[i] * c[i] * c[i];  // p = P c^2
        terms[i] = std::min(terms[i], most_growth * before[i]);
    });
    return report;
}

/// Of all fluids that of the heaviest, since they press on each other.
Real ImplicitPressure::compressibility(const Step& step) const {
    const Real highest = heaviest_ * expected_speed_ * expected_speed_;
    return highest > 0 ? params_.tolerance.at(step.time) / highest : 0;
}

void ImplicitPressure::measure_excess(const Step& step) const {
    look_ahead(step);
    const auto c = compression_ahead(step);
    const auto excess = step.particles.edit(pressure::excess);
    for_each_index(c.size(), step.threads, [&](size_t i) { excess[i] = c[i] - 1; });
}

}  // namespace panta
