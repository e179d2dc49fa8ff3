// F01: water at rest in an open tank (set-up of Adami, Hu and Adams 2012, section 6). It starts at rest density
// everywhere, so it first sinks a little, rings, and comes to rest; the last fifth of the run is measured.
//
//     p(y) = rho g (H - y)      c - 1 at the bottom = g H / cs^2
#include <fmt/core.h>

#include <cmath>

#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr double settled = 0.8;    // part of the run after which it is measured
constexpr double bottom_rows = 4;  // spacings above the floor from which the bottom pressure is extrapolated

/// What is known of the tank.
struct Tank {
    double depth, g, density, spacing;
    double pressure() const { return density * g * depth; }
    double at(double y) const { return density * g * (depth - y); }
};

/// Pressure at y = 0, from a line through the pressures of the lowest rows.
double bottom_pressure(const Particles& particles, const Tank& tank) {
    const auto x = particles[fields::position];
    const auto p = particles[fields::pressure];
    std::vector<double> heights, pressures;
    for (size_t i = 0; i < x.size(); ++i) {
        if (x[i].y > bottom_rows * tank.spacing) continue;
        heights.push_back(x[i].y);
        pressures.push_back(p[i]);
    }
    return fit_line(heights, pressures).value;
}

/// Root mean square over the particles of p - rho g (H - y).
double pressure_error(const Particles& particles, const Tank& tank) {
    const auto x = particles[fields::position];
    const auto p = particles[fields::pressure];
    double sum = 0;
    for (size_t i = 0; i < x.size(); ++i) sum += std::pow(p[i] - tank.at(x[i].y), 2);
    return std::sqrt(sum / double(x.size()));
}

double highest(const Particles& particles) {
    Real y = -Box::inf;
    for (const Vec3& x : particles[fields::position]) y = std::max(y, x.y);
    return y;
}

double largest_compression(const Particles& particles) {
    Real c = 0;
    for (const Real compression : particles[fields::compression]) c = std::max(c, compression);
    return c - 1.0;
}

}  // namespace

CaseResult run_hydrostatic(const CaseInput& input) {
    const Scene& scene = input.scene;
    const Tank tank{input.reference.number("depth"), norm(scene.gravity.constant), input.reference.number("density"),
                    scene.spacing};
    const double compression_at_bottom = scene.pressure.compression;  // g H / cs^2, by the choice of expected_speed

    double samples = 0, l2 = 0, bottom = 0, level = 0, speed = 0, compression = 0, first_level = 0;
    Series measured{"Panta, particles at the end", {}, Style::marks};
    simulate(scene, input.threads, [&](const World& world) {
        const Particles& particles = world.particles();
        if (world.time() == 0) first_level = highest(particles);
        if (world.time() < settled * scene.duration) return;
        ++samples;
        l2 += pressure_error(particles, tank);
        bottom += bottom_pressure(particles, tank);
        level += highest(particles);
        speed = std::max(speed, largest_speed(world));
        compression = std::max(compression, largest_compression(particles));
        measured.curve = {};
        for (size_t i = 0; i < particles.size(); ++i)
            measured.curve.add(particles[fields::position][i].y / tank.depth,
                               particles[fields::pressure][i] / tank.pressure());
    });

    CaseResult result;
    result.findings = {
        input.judge("pressure_l2", l2 / samples / tank.pressure()),
        input.judge("bottom_pressure", bottom / samples / tank.pressure()),
        input.judge("largest_speed", speed / std::sqrt(tank.g * tank.depth)),
        input.judge("largest_compression", compression / compression_at_bottom),
        input.judge("level_drift", (level / samples - first_level) / tank.spacing),
    };
    result.plot = {"Hydrostatic tank: pressure",
                   "height / depth",
                   "pressure / (rho g H)",
                   {{"rho g (H - y)", {{0, 1}, {1, 0}}, Style::line}, measured}};
    return result;
}

}  // namespace panta::validation
