// S04: a cube of liquid, without gravity, becomes a ball of the same volume.
//
//     R = (3 / (4 pi))^(1/3) a
//
// The surface is half a spacing beyond the outermost particle of each of 150 sectors of nearly equal size, 15 bands of
// equal height by 10 angles. The last fifth of the run is measured.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr double settled = 0.8;  // part of the run after which it is measured
constexpr int bands = 15, angles = 10;

struct Edge {
    double mean = 0, largest = 0, smallest = 0;
};

Edge edge_of(const World& world) {
    const Sum3 centre = centre_of_mass(world);
    std::vector<double> farthest(size_t(bands) * angles, 0.);
    for (const Vec3& p : world.particles()[fields::position]) {
        const double x = p.x - centre.x, y = p.y - centre.y, z = p.z - centre.z, r = std::hypot(x, y, z);
        const int band = std::clamp(int((y / r + 1) / 2 * bands), 0, bands - 1);
        const int angle = std::clamp(int((std::atan2(z, x) / std::numbers::pi + 1) / 2 * angles), 0, angles - 1);
        double& radius = farthest[size_t(band * angles + angle)];
        radius = std::max(radius, r + world.settings().spacing / 2);
    }
    Edge edge{0, *std::ranges::max_element(farthest), *std::ranges::min_element(farthest)};
    for (const double r : farthest) edge.mean += r / double(farthest.size());
    return edge;
}

}  // namespace

CaseResult run_cube_drop(const CaseInput& input) {
    const double side = input.reference.number("side"), R = std::cbrt(3 / (4 * std::numbers::pi)) * side;
    double samples = 0, radius = 0, spread = 0;
    Series widest{"largest radius / R", {}, Style::line}, narrowest{"smallest radius / R", {}, Style::dashed};
    simulate(input.scene, input.threads, [&](const World& world) {
        const Edge edge = edge_of(world);
        widest.curve.add(world.time(), edge.largest / R);
        narrowest.curve.add(world.time(), edge.smallest / R);
        if (world.time() < settled * input.scene.duration) return;
        ++samples;
        radius += edge.mean;
        spread += (edge.largest - edge.smallest) / R;
    });

    CaseResult result;
    result.findings = {input.judge("radius", radius / samples / side), input.judge("roundness", spread / samples)};
    result.plot = {"A cube of liquid becomes a ball", "time, s", "radius / R", {widest, narrowest}};
    return result;
}

}  // namespace panta::validation
