// S01, S02 and S05: a square of liquid, without gravity, becomes a disc (side and liquid of the case of SPHinXsys; here
// it is surrounded by vacuum). The last fifth of the run is measured.
//
//     R = a / sqrt(pi),   p inside = sigma / R
#include <fmt/core.h>

#include "validation/cases.h"
#include "validation/drop.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr double settled = 0.8;  // part of the run after which it is measured

}  // namespace

CaseResult run_square_drop(const CaseInput& input) {
    const double sigma = input.reference.number("surface_tension"), viscosity = input.reference.number("viscosity");
    double samples = 0, pressure = 0, spread = 0, speed = 0, radius = 0;
    Series widest{"largest radius / R", {}, Style::line}, narrowest{"smallest radius / R", {}, Style::dashed};
    simulate(input.scene, input.threads, [&](const World& world) {
        radius = equal_radius(world);
        const Roundness edge = roundness(world);
        widest.curve.add(world.time(), edge.largest / radius);
        narrowest.curve.add(world.time(), edge.smallest / radius);
        if (world.time() < settled * input.scene.duration) return;
        ++samples;
        pressure += inner_pressure(world, input.scene);
        spread += (edge.largest - edge.smallest) / radius;
        speed = std::max(speed, largest_speed(world));
    });

    CaseResult result;
    result.findings = {input.judge("roundness", spread / samples),
                       input.judge("laplace", pressure / samples * radius / sigma),
                       input.judge("spurious_current", speed * viscosity / sigma)};
    result.plot = {"A square drop becomes round", "time, s", "radius / R", {widest, narrowest}};
    return result;
}

}  // namespace panta::validation
