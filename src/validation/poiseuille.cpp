// F09: flow between two plates at y = 0 and y = L, started from rest by a body force F per mass (Morris, Fox and Zhu
// 1997, equation 21).
//
//     u(y, t) = F / (2 nu) y (L - y) - sum_n 4 F L^2 / (nu pi^3 k^3) sin(k pi y / L) exp(-k^2 pi^2 nu t / L^2)
//
// with k = 2 n + 1. The error is the root mean square of u - u_exact over the particles, divided by that of u_exact.
#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

struct Channel {
    double width, nu, force;

    double largest_speed() const { return force * width * width / (8 * nu); }
    double speed(double y, double t) const {
        using std::numbers::pi;
        constexpr int terms = 100;
        double u = force / (2 * nu) * y * (width - y);
        for (int n = 0; n < terms; ++n) {
            const double k = 2 * n + 1;
            u -= 4 * force * width * width / (nu * std::pow(pi * k, 3)) * std::sin(k * pi * y / width) *
                 std::exp(-k * k * pi * pi * nu * t / (width * width));
        }
        return u;
    }
};

/// L2 norm of the error of the velocities over the L2 norm of the exact ones.
double velocity_error(const World& world, const Channel& channel) {
    const auto x = world.particles()[fields::position];
    const auto v = world.particles()[fields::velocity];
    double error2 = 0, exact2 = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        const double u = channel.speed(x[i].y, world.time());
        error2 += std::pow(v[i].x - u, 2) + std::pow(v[i].y, 2);
        exact2 += u * u;
    }
    return std::sqrt(error2 / exact2);
}

/// Speed over height of the particles, in fractions of the largest speed.
Curve profile(const World& world, const Channel& channel) {
    Curve curve;
    for (size_t i = 0; i < world.particles().size(); ++i)
        curve.add(world.particles()[fields::position][i].y / channel.width,
                  world.particles()[fields::velocity][i].x / channel.largest_speed());
    return curve;
}

Curve exact_profile(const Channel& channel, double t) {
    constexpr int points = 100;
    Curve curve;
    for (int k = 0; k <= points; ++k)
        curve.add(double(k) / points, channel.speed(channel.width * k / points, t) / channel.largest_speed());
    return curve;
}

}  // namespace

CaseResult run_poiseuille(const CaseInput& input) {
    const Reference& reference = input.reference;
    const Channel channel{reference.number("width"), reference.number("kinematic_viscosity"),
                          norm(input.scene.gravity.constant)};
    const double start_up = reference.number("start_up") * channel.width * channel.width / channel.nu;
    const double half_a_frame = 0.5 / input.scene.frame_rate;

    double start_up_error = NAN, steady_error = NAN;
    Series starting{"Panta, starting", {}, Style::marks}, steady{"Panta, steady", {}, Style::marks};
    simulate(input.scene, input.threads, [&](const World& world) {
        if (std::abs(world.time() - start_up) < half_a_frame) {
            start_up_error = velocity_error(world, channel);
            starting.curve = profile(world, channel);
        }
        if (world.time() < input.scene.duration) return;
        steady_error = velocity_error(world, channel);
        steady.curve = profile(world, channel);
    });

    CaseResult result;
    result.findings = {input.judge("steady", steady_error), input.judge("start_up", start_up_error)};
    result.plot = {"Flow between plates: start and steady state",
                   "y / L",
                   "u / u_max",
                   {{fmt::format("exact, nu t / L^2 = {}", reference.number("start_up")),
                     exact_profile(channel, start_up), Style::dashed},
                    starting,
                    {"exact, end of the run", exact_profile(channel, input.scene.duration), Style::line},
                    steady}};
    return result;
}

}  // namespace panta::validation
