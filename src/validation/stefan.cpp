// T04 and T06: a slab at its melting point melts from a wall that is warmer (Stefan 1891, one phase).
//
//     s = 2 lambda sqrt(alpha t),      sqrt(pi) lambda exp(lambda^2) erf(lambda) = St = c (T_wall - T_melt) / L
//
// s is where the front is: the sum of the molten parts of all particles, as a length. Freezing from a cold wall is the
// mirror image. Density, capacity and conductivity are one, so that alpha is one and St = 1 / L.
#include <fmt/core.h>

#include <cmath>

#include "base/random.h"
#include "validation/cases.h"
#include "validation/heat_strip.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr Real melting_point = 2;

HeatParams slab(double stefan_number) {
    return {.temperature = melting_point,
            .conductivity = 1,
            .capacity = 1,
            .latent_heat = Real(1 / stefan_number),
            .melting_point = melting_point};
}

/// Part of the slab that is molten, times its length.
double molten_length(const World& world, const HeatParams& p, double length) {
    const heat::Material material{p.capacity, p.latent_heat, p.melting_point, p.melting_range};
    double sum = 0;
    for (const Real h : world.particles()[heat::enthalpy]) sum += material.molten(h);
    return length * sum / double(world.particles().size());
}

/// The front over time, to the end of the scene.
Curve melt(const CaseInput& input, double stefan_number) {
    const HeatParams ice = slab(stefan_number);
    const auto world = build_warm(input.scene, input.threads, {ice});
    heat_wall_left_of(*world, 0, melting_point + 1);
    Curve front;
    simulate(*world, input.scene, [&](const World& now) {
        front.add(now.time(), molten_length(now, ice, input.reference.number("length")));
    });
    return front;
}

double freeze(const CaseInput& input, double stefan_number) {
    HeatParams melt = slab(stefan_number);
    melt.temperature = std::nextafter(melting_point, melting_point + 1);  // just molten
    const auto world = build_warm(input.scene, input.threads, {melt});
    heat_wall_left_of(*world, 0, melting_point - 1);
    advance_to(*world, input.scene.duration);
    const double length = input.reference.number("length");
    return length - molten_length(*world, melt, length);
}

/// T06: the relative change of the enthalpy of a slab without contact to its walls, hot and cold at random.
double drift(const CaseInput& input) {
    const HeatParams ice = slab(1);
    const auto world = build_warm(input.scene, input.threads, {ice});
    const Random random(input.scene.seed);
    for (size_t i = 0; i < world->particles().size(); ++i)
        set_temperature(world->particles(), i, {ice.capacity, ice.latent_heat, ice.melting_point, ice.melting_range},
                        4 * random.uniform(world->particles()[fields::id][i], 1));
    const double before = heat_balance(world->particles(), world->threads()).enthalpy;
    advance_to(*world, input.scene.duration);
    return std::abs(heat_balance(world->particles(), world->threads()).enthalpy / before - 1);
}

Curve exact_front(double lambda, double end) {
    constexpr int points = 100;
    Curve curve;
    for (int k = 0; k <= points; ++k) curve.add(end * k / points, 2 * lambda * std::sqrt(end * k / points));
    return curve;
}

}  // namespace

CaseResult run_stefan(const CaseInput& input) {
    const double end = input.scene.duration;
    const double half = input.reference.number("lambda_half"), one = input.reference.number("lambda_one");
    const Curve front_half = melt(input, 0.5), front_one = melt(input, 1);
    const double frozen = freeze(input, 0.5);

    CaseResult result;
    result.findings = {input.judge("front_half", front_half.y.back()), input.judge("front_one", front_one.y.back()),
                       input.judge("freezing", frozen - front_half.y.back()), input.judge("drift", drift(input))};
    for (const double t : {0.25, 0.5, 0.75})
        result.notes.push_back(fmt::format("at t = {} the fronts are off by {:+.2f} % (St 0.5) and {:+.2f} % (St 1)", t,
                                           100 * (front_half.at(t) / (2 * half * std::sqrt(t)) - 1),
                                           100 * (front_one.at(t) / (2 * one * std::sqrt(t)) - 1)));
    result.plot = {"Melting from a warm wall",
                   "alpha t, m^2",
                   "front, m",
                   {{"exact, St 0.5", exact_front(half, end), Style::line},
                    {"Panta, St 0.5", front_half, Style::marks},
                    {"exact, St 1", exact_front(one, end), Style::dashed},
                    {"Panta, St 1", front_one, Style::marks}}};
    return result;
}

}  // namespace panta::validation
