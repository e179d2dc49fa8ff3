// Archimedes: a square of fluid that is too viscous to flow, of half the density of water, floats half immersed; deep
// under water it neither rises nor sinks when it is as dense as water. Both at three resolutions.
//
// The immersed part follows from the heights of the centre of the square and of the water beside it, in the mean of
// several starts: which rows of particles end up beside the square is worth a tenth of a spacing. The neutral
// density is where the speed of rising, a line through those of a few densities, is zero: it is small near there, and
// particles that still find their places move the square a little either way.
#include <fmt/core.h>

#include <cmath>

#include "base/check.h"
#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr double settled = 0.5;                           // part of a run after which it is measured
constexpr double relative_densities[] = {0.9, 1.0, 1.1};  // of which one should be neutral
constexpr double water_density = 1000;

Sum3 centre_of_block(const World& world) {
    const auto x = world.particles()[fields::position];
    const auto body = world.particles()[fields::body];
    Sum3 sum;
    double count = 0;
    for (size_t i = 0; i < x.size(); ++i)
        if (body[i] == 0) sum += scaled(x[i], 1), ++count;
    return {sum.x / count, sum.y / count, 0};
}

/// Height of the water further than `distance` from the block, by its volume: what weighs on the floor there. The
/// topmost row of particles lies up to a fifth of a spacing lower than that, being crowded.
double level(const World& world, double middle, double distance, double width) {
    const auto x = world.particles()[fields::position];
    const auto body = world.particles()[fields::body];
    const auto volume = world.particles()[fields::volume];
    double sum = 0;
    for (size_t i = 0; i < x.size(); ++i)
        if (body[i] == 1 && std::abs(x[i].x - middle) > distance) sum += volume[i];
    return sum / (width - 2 * distance);
}

/// Part of the block that is under water, in the mean over the second half of the run.
double immersed_part(const Scene& scene, const CaseInput& input, Curve& over_time) {
    const double side = input.reference.number("side"), width = input.reference.number("width");
    double sum = 0, count = 0;
    simulate(scene, input.threads, [&](const World& world) {
        const Sum3 centre = centre_of_block(world);
        const double part = 0.5 + (level(world, centre.x, side, width) - centre.y) / side;
        over_time.add(world.time(), part);
        if (world.time() > settled * scene.duration) sum += part, ++count;
    });
    return sum / count;
}

/// The relative density with which a block in deep water stays where it is.
double neutral_density(Scene scene, const CaseInput& input) {
    scene.duration = input.reference.number("neutral_duration");
    auto& water = std::get<scene::BoxShape>(std::get<scene::Shape>(scene.bodies[1].source).form);
    std::get<scene::BoxCorners>(water.extent).max.y = Real(input.reference.number("deep"));
    std::vector<double> densities, speeds;
    for (const double relative : relative_densities) {
        scene.bodies[0].track[0].set(matter::density, Real(relative * water_density));
        std::vector<double> times, heights;
        simulate(scene, input.threads, [&](const World& world) {
            if (world.time() < (1 - settled) * scene.duration / 2) return;
            times.push_back(world.time());
            heights.push_back(centre_of_block(world).y);
        });
        densities.push_back(relative);
        speeds.push_back(fit_line(times, heights).slope);
    }
    const Line line = fit_line(densities, speeds);
    return -line.value / line.slope;
}

}  // namespace

CaseResult run_buoyancy(const CaseInput& input) {
    CaseResult result;
    result.plot = {"A block of half the density of water", "time, s", "immersed part", {}};
    for (const char* name : {"coarse", "middle", "fine"}) {
        Scene scene = input.scene;
        scene.spacing = Real(input.reference.number(std::string("spacing_") + name));
        Series& series = result.plot.series.emplace_back(Series{
            fmt::format("{:.0f} spacings across", input.reference.number("side") / scene.spacing), {}, Style::line});
        std::vector<double> parts;
        for_each_start(scene, input.reference, [&](const Scene& start) {
            series.curve = {};
            parts.push_back(immersed_part(start, input, series.curve));
        });
        const Spread immersed = spread_of(parts);
        result.findings.push_back(input.judge(std::string("immersed_") + name, immersed.mean));
        result.notes.push_back(fmt::format("{}, immersed part of single starts: {:.3f} to {:.3f}", series.label,
                                           immersed.least, immersed.most));
        result.findings.push_back(input.judge(std::string("neutral_") + name, neutral_density(scene, input)));
    }
    result.plot.series.push_back({"Archimedes", {{0, input.scene.duration}, {0.5, 0.5}}, Style::dashed});
    return result;
}

}  // namespace panta::validation
