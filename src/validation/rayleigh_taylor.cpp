// M02: heavy fluid over light fluid, between a floor and a ceiling; a small wave of the interface grows as exp(sigma
// t).
//
//     sigma^2 = A g k without viscosity (Rayleigh 1883), A = (rho2 - rho1) / (rho2 + rho1)
//
// With equal kinematic viscosities sigma is a root of Chandrasekhar's quartic (Hydrodynamic and Hydromagnetic
// Stability, section 94). The wave starts as the mode that grows with it,
//
//     v = V0 (+- s(d) sin(k x), r(d) cos(k x))      upper sign above the interface, d the distance from it
//     r = A exp(-k d) + (1 - A) exp(-q d),  s = A exp(-k d) + q / k (1 - A) exp(-q d),  q^2 = k^2 + sigma / nu
//
// with one A below and one above, so that velocity and shear stress are continuous; and particles start where it has
// carried them, v / sigma from where they were filled in. (From a velocity alone ln v grows as ln cosh(sigma t), whose
// slope is 9 % too small while the wave is as high as is fitted.) Measured are the amplitude of the interface, from the
// heavy fluid's distribution along x, and the velocity of the mode, whose logarithm is fitted with a line while the
// wave is larger than the graininess of the particles and small enough to be linear.
#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "behaviours/fluid/properties.h"
#include "scene/build.h"
#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

/// The wave whose growth is measured.
struct Wave {
    double k, level, speed;       // wave number, height of the interface, V0
    double q = 0;                 // 1/m, of the layers in which viscosity evens out the velocities along the interface
    double below = 1, above = 1;  // A

    /// The mode of fluids of one kinematic viscosity; `ratio` of their densities, above to below.
    void make_viscous(double sigma, double viscosity, double ratio) {
        q = std::sqrt(k * k + sigma / viscosity);
        const double bend = 2 * k * (q - k) / (1 + ratio), scale = 1 / (q * q - k * k);
        below = scale * (q * q + k * k + bend * ratio);
        above = scale * (q * q + k * k + bend);
    }

    Vec3 velocity(const Vec3& x) const {
        const bool is_above = x.y > level;
        const double d = std::abs(x.y - level), A = is_above ? above : below;
        const double outer = A * std::exp(-k * d), layer = (1 - A) * std::exp(-q * d);
        const double along = outer + q / k * layer, across = outer + layer;
        return {Real((is_above ? speed : -speed) * along * std::sin(k * x.x)), Real(speed * across * std::cos(k * x.x)),
                0};
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
    Wave wave{2 * std::numbers::pi / width, reference.number("interface"), reference.number("start_speed")};
    const Track &light = input.scene.bodies.at(0).track, &heavy = input.scene.bodies.at(1).track;
    const double density = initial_value(light, matter::density);
    wave.make_viscous(sigma, initial_value(light, fluid::viscosity) / density,
                      initial_value(heavy, matter::density) / density);
    const scene::BuiltWorld built = scene::build(input.scene, Threads(input.threads));
    World& world = *built.world;
    const auto x = world.particles().edit(fields::position), v = world.particles().edit(fields::velocity);
    for (size_t i = 0; i < x.size(); ++i) {
        v[i] = wave.velocity(x[i]);
        x[i] += v[i] / Real(sigma);
    }
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
