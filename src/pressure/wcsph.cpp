#include "pressure/wcsph.h"

#include <algorithm>
#include <cmath>

#include "neighbours/particle_loop.h"
#include "pressure/pressure_force.h"
#include "step/compression.h"

namespace panta {

namespace {

constexpr Real exponent = 7;               // Tait's, for water
constexpr Real sound_factor = Real(0.25);  // support radii that sound may cross in a step

}  // namespace

Wcsph::Wcsph(const PressureParams& params, Real expected_speed)
    : speed_of_sound_(expected_speed / std::sqrt(params.compression)) {
    check(expected_speed > 0, "the expected speed of a scene is positive");
}

void Wcsph::attach(Particles& particles, Pipeline& pipeline) {
    attach_pressure_force(particles);
    pipeline.limit_step("sound", [this](const Step& step) {
        return sound_factor * step.neighbours.largest_support() / speed_of_sound_;
    });
}

void Wcsph::measure(const Step& step) { measure_compression(step); }

void Wcsph::anticipate(const Step& step) {
    const auto c = step.particles[fields::compression], mass = step.particles[fields::mass],
               volume = step.particles[fields::volume];
    const auto pressure = step.particles.edit(fields::pressure);
    for_each_index(c.size(), step.threads, [&](size_t i) {
        const Real stiffness = mass[i] / volume[i] * speed_of_sound_ * speed_of_sound_ / exponent;
        const Real c2 = c[i] * c[i];
        pressure[i] = std::max(Real(0), stiffness * (c2 * c2 * c2 * c[i] - 1));
    });
    apply_pressure(step);
}

}  // namespace panta
