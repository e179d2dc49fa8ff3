// M02: heavy fluid over light fluid in a closed box; a small wave of the interface grows as exp(sigma t).
//
//     sigma^2 = A g k without viscosity (Rayleigh 1883), A = (rho2 - rho1) / (rho2 + rho1)
//
// With equal kinematic viscosities sigma is a root of Chandrasekhar's quartic (Hydrodynamic and Hydromagnetic
// Stability, section 94). The wave starts as the velocity of the inviscid mode,
//
//     v = V0 (-+ sin(k x), cos(k x)) exp(-k |y - y0|)      upper sign above the interface y0
//
// since the spacing is too coarse for a wave of positions. Measured are the amplitude of the interface, from the heavy
// fluid's distribution along x, and the velocity of the mode, whose logarithm is fitted with a line while the wave is
// larger than the graininess of the particles and small enough to be linear.
#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "scene/build.h"
#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

/// The wave whose growth is measured.
struct Wave {
    double k, level, speed;  // wave number, height of the interface, V0

    Vec3 velocity(const Vec3& x) const {
        const double fade = speed * std::exp(-k * std::abs(x.y - level)), side = x.y > level ? -1 : 1;
        return {Real(-side * fade * std::sin(k * x.x)), Real(fade * std::cos(k * x.x)), 0};
    }
    /// Amplitude of the interface, m: heavy fluid (the second body) is missing where the wave is high. `width` of the
    /// box.
    double amplitude(const Particles& particles, double width) const {
        const auto x = particles[fields::position];
        const auto V = particles[fields::volume];
        const auto body = particles[fields::body];
        double sum = 0;
        for (size_t i = 0; i < x.size(); ++i)
            if (body[i] == 1) sum -= V[i] * std::cos(k * x[i].x);
        return 2 / width * sum;
    }
    /// V0 of the mode that is nearest to the velocities.
    double mode(const Particles& particles) const {
        const auto x = particles[fields::position], v = particles[fields::velocity];
        double sum = 0, squares = 0;
        for (size_t i = 0; i < x.size(); ++i) {
            const Vec3 unit = velocity(x[i]) / Real(speed);
            sum += dot(unit, v[i]);
            squares += norm2(unit);
        }
        return sum / squares;
    }
};

}  // namespace

CaseResult run_rayleigh_taylor(const CaseInput& input) {
    const Reference& reference = input.reference;
    const double width = reference.number("width"), first = reference.number("fit_from"),
                 last = reference.number("fit_to"), sigma = reference.target("growth").reference;
    const Wave wave{2 * std::numbers::pi / width, reference.number("interface"), reference.number("start_speed")};
    const scene::BuiltWorld built = scene::build(input.scene, Threads(input.threads));
    World& world = *built.world;
    for (size_t i = 0; i < world.particles().size(); ++i)
        world.particles().edit(fields::velocity)[i] = wave.velocity(world.particles()[fields::position][i]);
    world.start();

    // Follow the wave until it is no longer small.
    Series measured{"Panta", {}, Style::line}, exact{"exp(sigma t)", {}, Style::dashed};
    std::vector<double> times, logarithms;
    bool grown = false;
    simulate(world, input.scene, [&](const World& now) {
        const double height = wave.k * std::abs(wave.amplitude(now.particles(), width)),
                     speed = wave.mode(now.particles());
        measured.curve.add(now.time(), speed > 0 ? std::log(speed / wave.speed) : std::nan(""));
        grown |= height > last;
        if (grown || height < first || speed <= 0) return;
        times.push_back(now.time());
        logarithms.push_back(std::log(speed / wave.speed));
    });

    CaseResult result;
    const Line line =
        times.size() > 2 ? fit_line(times, logarithms) : Line{0, std::numeric_limits<double>::quiet_NaN()};
    result.findings = {input.judge("growth", line.slope)};
    if (times.size() > 2) {
        result.notes = {fmt::format("fitted from {:.2f} to {:.2f} s; without viscosity the rate would be {:.4f} 1/s",
                                    times.front(), times.back(), reference.number("inviscid"))};
        for (const double t : {times.front(), times.back()})
            exact.curve.add(t, line.value + line.slope * times.front() + sigma * (t - times.front()));
    }
    result.plot = {"Rayleigh-Taylor: a wave of the interface grows", "time, s", "ln(v / v0)", {measured, exact}};
    return result;
}

}  // namespace panta::validation
