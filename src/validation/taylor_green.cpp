// F08: vortices in a periodic square of 1 m that decay by viscosity alone (Taylor and Green 1937, in the plane).
//
//     u = -U cos(2 pi x) sin(2 pi y),   v = U sin(2 pi x) cos(2 pi y),   U = exp(-8 pi^2 nu t)
#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "scene/build.h"
#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

Vec3 vortices(const Vec3& x) {
    const double a = 2 * std::numbers::pi * x.x, b = 2 * std::numbers::pi * x.y;
    return {Real(-std::cos(a) * std::sin(b)), Real(std::sin(a) * std::cos(b)), 0};
}

/// Sum of the errors of the speeds, over the sum of the exact ones.
double speed_error(const World& world, double decay) {
    double error = 0, exact = 0;
    for (size_t i = 0; i < world.particles().size(); ++i) {
        const double speed = decay * norm(vortices(world.particles()[fields::position][i]));
        error += std::abs(norm(world.particles()[fields::velocity][i]) - speed);
        exact += speed;
    }
    return error / exact;
}

}  // namespace

CaseResult run_taylor_green(const CaseInput& input) {
    const double nu = input.reference.number("kinematic_viscosity"), early = input.reference.number("early"),
                 late = input.reference.number("late"), half_a_frame = 0.5 / input.scene.frame_rate;
    const double rate = 8 * std::numbers::pi * std::numbers::pi * nu;

    const scene::BuiltWorld built = scene::build(input.scene, Threads(input.threads));
    Particles& particles = built.world->particles();
    for (size_t i = 0; i < particles.size(); ++i)
        particles.edit(fields::velocity)[i] = vortices(particles[fields::position][i]);

    double first = 0, energy = 0, error = 0, fastest = 0;
    Series measured{"Panta", {}, Style::marks}, exact{"exp(-16 pi^2 nu t)", {}, Style::line};
    simulate(*built.world, input.scene, [&](const World& world) {
        const double t = world.time(), now = world.energy().kinetic;
        if (t == 0) first = now;
        measured.curve.add(t, now / first);
        exact.curve.add(t, std::exp(-2 * rate * t));
        if (std::abs(t - early) < half_a_frame) energy = now / first, error = speed_error(world, std::exp(-rate * t));
        if (std::abs(t - late) < half_a_frame) fastest = largest_speed(world);
    });

    CaseResult result;
    result.findings = {input.judge("energy", energy), input.judge("speed", error), input.judge("fastest", fastest)};
    result.plot = {
        "Taylor-Green vortices: energy", "time, s", "kinetic energy, of that at the start", {exact, measured}};
    return result;
}

}  // namespace panta::validation
