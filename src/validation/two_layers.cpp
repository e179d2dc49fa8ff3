// M01: a light fluid rests on a heavy one, with ratios of density of 2, 10 and 1000.
//
//     p at the bottom = g (rho1 h1 + rho2 h2)
//
// The pressure at the bottom is that of a line through the pressures of rows above the first one, which shows more than
// its share beside a wall (docs/explanation/compression-and-pressure.md). The interface is as thick as the highest
// heavy particle is above the lowest light one. Both are measured in the last fifth of the run.
#include <fmt/core.h>

#include <algorithm>

#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr double settled = 0.8;  // part of the run after which it is measured

/// Pressure at y = 0 from particles with heights in [low, high].
double bottom_pressure(const Particles& particles, double low, double high) {
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

        double start = 0, bottom = 0, samples = 0, growth = 0;
        Series series{fmt::format("{} : 1, particles at the end", name), {}, Style::marks};
        simulate(scene, input.threads, [&](const World& world) {
            const Particles& particles = world.particles();
            if (world.time() == 0) start = thickness(particles);
            if (world.time() < settled * scene.duration) return;
            ++samples;
            bottom += bottom_pressure(particles, reference.number("rows_from") * spacing,
                                      reference.number("rows_to") * spacing);
            growth = std::max(growth, (thickness(particles) - start) / spacing);
            series.curve = {};
            for (size_t i = 0; i < particles.size(); ++i)
                series.curve.add(particles[fields::position][i].y, particles[fields::pressure][i] / exact);
        });
        result.findings.push_back(input.judge(std::string("bottom_") + name, bottom / samples / exact));
        result.findings.push_back(input.judge(std::string("growth_") + name, growth));
        result.plot.series.push_back(series);
    }
    return result;
}

}  // namespace panta::validation
