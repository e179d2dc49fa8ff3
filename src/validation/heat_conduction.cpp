// T01 to T03: conduction in a strip of two bodies, from x = 0 to 1 and from 1 to 2, endless along y. Density times
// capacity is one, so that the diffusivity is the conductivity k.
//
//     T01  a wall at T = 1 beside a body at 0:      T = erfc(x / (2 sqrt(k t)))
//     T02  a wave in an insulated body:             T = 1 + exp(-pi^2 k t) cos(pi x)
//     T03  bodies at 1 and 0 of conductivities k1 and k2 meet at sqrt(k1) / (sqrt(k1) + sqrt(k2))
#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "validation/cases.h"
#include "validation/heat_strip.h"

namespace panta::validation {

namespace {

constexpr HeatParams cold{.temperature = 0, .conductivity = 1, .capacity = 1};

/// T01: root mean square of the error over that of the exact temperatures.
double half_space_error(const CaseInput& input, double time, Series& measured, Series& exact) {
    const auto world = build_warm(input.scene, input.threads, {cold, cold});
    heat_wall_left_of(*world, 0, 1);
    advance_to(*world, time);
    double error2 = 0, exact2 = 0;
    for (const uint32_t i : world->particles().by_id()) {
        const double x = world->particles()[fields::position][i].x, T = world->particles()[heat::temperature][i];
        const double should = std::erfc(x / (2 * std::sqrt(time)));
        error2 += (T - should) * (T - should);
        exact2 += should * should;
        measured.curve.add(x, T);
        exact.curve.add(x, should);
    }
    return std::sqrt(error2 / exact2);
}

/// T02: the amplitude of the wave that is left.
double wave_amplitude(const CaseInput& input, double time) {
    const auto world = build_warm(input.scene, input.threads, {cold, cold});
    Particles& particles = world->particles();
    const auto wave = [&](size_t i) { return std::cos(std::numbers::pi * double(particles[fields::position][i].x)); };
    for (size_t i = 0; i < particles.size(); ++i)
        set_temperature(particles, i, {.capacity = cold.capacity}, Real(1 + wave(i)));
    advance_to(*world, time);
    double product = 0, square = 0;
    for (size_t i = 0; i < particles.size(); ++i) {
        product += particles[heat::temperature][i] * wave(i);
        square += wave(i) * wave(i);
    }
    return product / square;
}

/// T03: from the columns next to the contact, half a spacing away from it, between which the flow is the same.
double contact_temperature(const CaseInput& input, double ratio, double time) {
    HeatParams hot = cold, slow = cold;
    hot.temperature = 1;
    slow.conductivity = Real(1 / ratio);
    const auto world = build_warm(input.scene, input.threads, {hot, slow});
    advance_to(*world, time);
    double before = 0, behind = 0, rows = 0;
    const double s = input.scene.spacing;
    for (size_t i = 0; i < world->particles().size(); ++i) {
        const double away = world->particles()[fields::position][i].x - 1.;
        if (std::abs(away) > s) continue;
        (away < 0 ? before : behind) += world->particles()[heat::temperature][i];
        rows += 0.5;
    }
    return (before + behind / ratio) / (rows * (1 + 1 / ratio));
}

}  // namespace

CaseResult run_heat_conduction(const CaseInput& input) {
    const Reference& reference = input.reference;
    const double time = reference.number("time");
    Series measured{"Panta", {}, Style::marks}, exact{"erfc(x / (2 sqrt(k t)))", {}, Style::line};
    CaseResult result;
    result.findings = {
        input.judge("half_space", half_space_error(input, time, measured, exact)),
        input.judge("wave", wave_amplitude(input, reference.number("wave_time"))),
        input.judge("contact_10", contact_temperature(input, 10, time)),
        input.judge("contact_100", contact_temperature(input, 100, time)),
    };
    result.plot = {"Heat from a wall at k t = " + fmt::format("{}", time), "x, m", "T", {exact, measured}};
    return result;
}

}  // namespace panta::validation
