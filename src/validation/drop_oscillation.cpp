// S03: a drop in the plane, without gravity, is stretched along one axis and swings (Lamb, Hydrodynamics, section 273,
// in the plane).
//
//     omega^2 = n (n^2 - 1) sigma / (rho R^3),   n = 2
//
// It starts round, with the velocity V0 (x, -y), after it came to rest from the lattice that it was filled with. The
// period is that of the zero crossings of its elongation.
#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "scene/build.h"
#include "validation/cases.h"
#include "validation/drop.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

/// Twice the mean time between zero crossings.
double period_of(const Curve& curve) {
    double first = 0, last = 0;
    int crossings = 0;
    for (size_t k = 1; k < curve.size(); ++k) {
        const double before = curve.y[k - 1], after = curve.y[k];
        if ((before < 0) == (after < 0)) continue;
        last = curve.x[k - 1] + (curve.x[k] - curve.x[k - 1]) * before / (before - after);
        if (++crossings == 1) first = last;
    }
    return crossings > 1 ? 2 * (last - first) / (crossings - 1) : std::nan("");
}

}  // namespace

CaseResult run_drop_oscillation(const CaseInput& input) {
    const Reference& reference = input.reference;
    const double sigma = reference.number("surface_tension"), rho = reference.number("density"),
                 start = reference.number("start"), stretch_rate = reference.number("stretch_rate");
    const scene::BuiltWorld built = scene::build(input.scene, Threads(input.threads));
    World& world = *built.world;

    // Let it settle, then stretch it.
    bool started = false;
    double radius = 0, pressure = 0;
    Series measured{"Panta", {}, Style::line};
    simulate(world, input.scene, [&](const World& now) {
        if (!started && now.time() >= start) {
            started = true;
            radius = equal_radius(now);
            pressure = inner_pressure(now, input.scene);
            const Sum3 centre = centre_of_mass(now);
            for (size_t i = 0; i < now.particles().size(); ++i) {
                const Vec3 x = now.particles()[fields::position][i];
                world.particles().edit(fields::velocity)[i] = {Real(stretch_rate * (x.x - centre.x)),
                                                               Real(-stretch_rate * (x.y - centre.y)), 0};
            }
        }
        if (started) measured.curve.add(now.time() - start, elongation(now));
    });

    const double exact = 2 * std::numbers::pi * std::sqrt(rho * std::pow(radius, 3) / (6 * sigma));
    const double period = period_of(measured.curve), from_period = std::pow(exact / period, 2),
                 from_pressure = pressure * radius / sigma;
    CaseResult result;
    result.findings = {input.judge("period", period / exact), input.judge("agreement", from_pressure / from_period)};
    result.notes = {
        fmt::format("surface tension over the one asked for: {:.3f} from the period, {:.3f} from the pressure",
                    from_period, from_pressure)};
    result.plot = {"A drop that swings", "time, s", "elongation", {measured}};
    return result;
}

}  // namespace panta::validation
