// F10: fluid at rest between two plates at y = 0 and y = L, of which the upper one starts to move at t = 0 (Morris, Fox
// and Zhu 1997, equation 22).
//
//     u(y, t) = V0 y / L + sum_n 2 V0 / (n pi) (-1)^n sin(n pi y / L) exp(-n^2 pi^2 nu t / L^2)
//
// The speed in the middle is that of the line nearest to the particles within a tenth of L of it.
#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "scene/build.h"
#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

struct Plates {
    double distance, nu, speed;

    double at(double y, double t) const {
        using std::numbers::pi;
        constexpr int terms = 200;
        double u = speed * y / distance;
        for (int n = 1; n <= terms; ++n)
            u += 2 * speed / (n * pi) * (n % 2 == 0 ? 1 : -1) * std::sin(n * pi * y / distance) *
                 std::exp(-n * n * pi * pi * nu * t / (distance * distance));
        return u;
    }
};

/// Speed over height of the particles.
Curve profile(const World& world) {
    Curve curve;
    for (size_t i = 0; i < world.particles().size(); ++i)
        curve.add(world.particles()[fields::position][i].y, world.particles()[fields::velocity][i].x);
    return curve;
}

double speed_in_the_middle(const Curve& profile, const Plates& plates) {
    Curve near;
    for (size_t k = 0; k < profile.size(); ++k)
        if (std::abs(profile.x[k] - plates.distance / 2) < plates.distance / 10)
            near.add(profile.x[k] - plates.distance / 2, profile.y[k]);
    return fit_line(near.x, near.y).value;
}

double error_of(const Curve& profile, const Plates& plates, double t) {
    double error2 = 0, exact2 = 0;
    for (size_t k = 0; k < profile.size(); ++k) {
        const double u = plates.at(profile.x[k], t);
        error2 += std::pow(profile.y[k] - u, 2);
        exact2 += u * u;
    }
    return std::sqrt(error2 / exact2);
}

Curve exact_profile(const Plates& plates, double t) {
    constexpr int points = 100;
    Curve curve;
    for (int k = 0; k <= points; ++k)
        curve.add(plates.distance * k / points, plates.at(plates.distance * k / points, t));
    return curve;
}

}  // namespace

CaseResult run_couette(const CaseInput& input) {
    const Reference& reference = input.reference;
    const Plates plates{reference.number("width"), reference.number("kinematic_viscosity"), reference.number("speed")};
    const double start_up = reference.number("start_up") * plates.distance * plates.distance / plates.nu;
    const double half_a_frame = 0.5 / input.scene.frame_rate;

    // The upper plate moves along itself, so that its particles need not be moved.
    const scene::BuiltWorld built = scene::build(input.scene, Threads(input.threads));
    const auto wall_velocity = built.world->walls().edit(fields::velocity);
    for (size_t k = 0; k < wall_velocity.size(); ++k)
        if (built.world->walls()[fields::position][k].y > plates.distance / 2)
            wall_velocity[k] = {Real(plates.speed), 0, 0};

    Series starting{"Panta, starting", {}, Style::marks}, later{"Panta, end of the run", {}, Style::marks};
    simulate(*built.world, input.scene, [&](const World& world) {
        if (std::abs(world.time() - start_up) < half_a_frame) starting.curve = profile(world);
        if (world.time() >= input.scene.duration) later.curve = profile(world);
    });

    CaseResult result;
    result.findings = {input.judge("middle", speed_in_the_middle(starting.curve, plates) / plates.speed),
                       input.judge("profile", error_of(later.curve, plates, input.scene.duration))};
    result.plot = {"Fluid between plates of which the upper one moves",
                   "y / L",
                   "u / V0",
                   {{fmt::format("exact, nu t / L^2 = {}", reference.number("start_up")),
                     exact_profile(plates, start_up), Style::dashed},
                    starting,
                    {"exact, end of the run", exact_profile(plates, input.scene.duration), Style::line},
                    later}};
    return result;
}

}  // namespace panta::validation
