// M01: a light fluid rests on a heavy one, with ratios of density of 2, 10 and 1000.
//
//     p at the bottom = g (rho1 h1 + rho2 h2)
//
// The pressure at the bottom is what a gauge in the middle of the floor reads, force over area, in the mean of several
// starts. (The pressures of particles, which are noted, are off by how unlike the lattice that they settle into is to a
// continuum.) The interface is as thick as the highest heavy particle is above the lowest light one. All are measured
// in the last fifth of the run.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr double settled = 0.8;  // part of the run after which it is measured

/// Force on the middle half of the floor, over its width.
double gauge(const World& world, double width) {
    const auto x = world.particles()[fields::position];
    const auto force = world.particles()[fields::wall_force];
    const double reach = world.neighbours().largest_support();
    double sum = 0;
    for (size_t i = 0; i < x.size(); ++i)
        if (x[i].y < reach && std::abs(x[i].x - width / 2) < width / 4) sum += force[i].y;
    return sum / (width / 2);
}

/// Pressure at y = 0 by a line through those of the particles between these heights.
double extrapolated_pressure(const Particles& particles, double low, double high) {
    const auto x = particles[fields::position];
    const auto p = particles[fields::pressure];
    std::vector<double> heights, pressures;
    for (size_t i = 0; i < x.size(); ++i) {
        if (x[i].y < low || x[i].y > high) continue;
        heights.push_back(x[i].y);
        pressures.push_back(p[i]);
    }
    return fit_line(heights, pressures).value;
}

/// How far the lower fluid, the first body, reaches into the upper one, m.
double thickness(const Particles& particles) {
    const auto x = particles[fields::position];
    const auto body = particles[fields::body];
    Real highest = -Box::inf, lowest = Box::inf;
    for (size_t i = 0; i < x.size(); ++i) {
        if (body[i] == 0)
            highest = std::max(highest, x[i].y);
        else
            lowest = std::min(lowest, x[i].y);
    }
    return highest - lowest;
}

/// What one run shows.
struct Layers {
    double bottom = 0, of_particles = 0;  // pressure at the bottom by the gauge and by particles, Pa
    double growth = 0;                    // of the thickness, m
    Curve pressures;                      // over heights, at the end
};
Layers measure(const Scene& scene, const CaseInput& input) {
    const double low = input.reference.number("rows_from") * scene.spacing,
                 high = input.reference.number("rows_to") * scene.spacing;
    Layers layers;
    double start = 0, samples = 0;
    simulate(scene, input.threads, [&](const World& world) {
        const Particles& particles = world.particles();
        if (world.time() == 0) start = thickness(particles);
        if (world.time() < settled * scene.duration) return;
        ++samples;
        layers.bottom += gauge(world, input.reference.number("width"));
        layers.of_particles += extrapolated_pressure(particles, low, high);
        layers.growth = std::max(layers.growth, thickness(particles) - start);
        layers.pressures = {};
        for (size_t i = 0; i < particles.size(); ++i)
            layers.pressures.add(particles[fields::position][i].y, particles[fields::pressure][i]);
    });
    layers.bottom /= samples;
    layers.of_particles /= samples;
    return layers;
}

}  // namespace

CaseResult run_two_layers(const CaseInput& input) {
    const Reference& reference = input.reference;
    const double depth = reference.number("depth"), spacing = input.scene.spacing;
    CaseResult result;
    result.plot = {"A light fluid on a heavy one", "y, m", "pressure / pressure at the bottom", {}};
    for (const char* name : {"2", "10", "1000"}) {
        Scene scene = input.scene;
        const double lower = initial_value(scene.bodies.at(0).track, matter::density),
                     upper = lower / reference.number(std::string("ratio_") + name);
        scene.bodies.at(1).track.at(0).set(matter::density, Real(upper));
        const double exact = norm(scene.gravity.constant) * depth * (lower + upper);

        double growth = 0;
        std::vector<double> bottoms, of_particles;
        Series series{fmt::format("{} : 1, particles at the end", name), {}, Style::marks};
        for_each_start(scene, reference, [&](const Scene& start) {
            const Layers layers = measure(start, input);
            bottoms.push_back(layers.bottom / exact);
            of_particles.push_back(layers.of_particles / exact);
            growth = std::max(growth, layers.growth / spacing);
            series.curve = layers.pressures;
            for (double& pressure : series.curve.y) pressure /= exact;
        });
        const Spread bottom = spread_of(bottoms), own = spread_of(of_particles);
        result.findings.push_back(input.judge(std::string("bottom_") + name, bottom.mean));
        result.findings.push_back(input.judge(std::string("growth_") + name, growth));
        result.notes.push_back(fmt::format("{} : 1, single starts: {:.3f} to {:.3f}, by particles {:.3f} to {:.3f}",
                                           name, bottom.least, bottom.most, own.least, own.most));
        result.plot.series.push_back(series);
    }
    return result;
}

}  // namespace panta::validation
