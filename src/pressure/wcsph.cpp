#include "pressure/wcsph.h"

#include <algorithm>
#include <cmath>

#include "neighbours/particle_loop.h"
#include "pressure/carried_compression.h"
#include "pressure/pressure_force.h"
#include "step/compression.h"

namespace panta {

namespace {

constexpr Real exponent = 7;               // Tait's, for water
constexpr Real sound_factor = Real(0.25);  // support radii that sound may cross in a step

/// c^6.
Real sixth_power(Real c) {
    const Real c2 = c * c;
    return c2 * c2 * c2;
}

}  // namespace

Wcsph::Wcsph(const PressureParams& params, Real expected_speed)
    : speed_of_sound_(expected_speed / std::sqrt(params.compression)), carries_(params.carry) {
    check(expected_speed > 0, "the expected speed of a scene is positive");
}

void Wcsph::attach(Particles& particles, Pipeline& pipeline) {
    attach_pressure_force(particles);
    pipeline.limit_step("sound", [this](const Step& step) {
        return sound_factor * step.neighbours.largest_support() / speed_of_sound_;
    });
    if (!carries_) return;
    particles.declare(pressure::surplus);
    pipeline.at(Stage::advance, "pressure.carry", [this](const Step& step) { smooth_surplus(step, *this); })
        .reads_neighbours(Reads<fields::position, fields::volume, fields::compression>{});
}

void Wcsph::measure(const Step& step) {
    measure_compression(step);
    if (carries_) add_surplus(step);
}

void Wcsph::anticipate(const Step& step) {
    const auto c = step.particles[fields::compression], mass = step.particles[fields::mass],
               volume = step.particles[fields::volume];
    const auto pressure = step.particles.edit(fields::pressure);
    for_each_index(c.size(), step.threads, [&](size_t i) {
        const Real softest = mass[i] / volume[i] * speed_of_sound_ * speed_of_sound_;
        pressure[i] = std::max(Real(0), softest / exponent * (sixth_power(c[i]) * c[i] - 1));
    });
    apply_pressure(step);
}

Real Wcsph::stiffness(Real density, Real compression) const {
    return density * speed_of_sound_ * speed_of_sound_ * sixth_power(compression);
}

}  // namespace panta
