// M03: case 1 of Hysing et al. 2009, a bubble of a tenth of the density and viscosity of the liquid around it, Re = 35,
// Eo = 10. Measured are the height of its centre, its speed of rising, from heights 0.2 s apart, and its
// circularity
//
//     perimeter of a disc of the same area / perimeter
//
// with the perimeter of the convex hull of its particles, half a spacing farther out.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

/// Where the particles of the first body are.
std::vector<Vec3> bubble_of(const World& world) {
    std::vector<Vec3> places;
    for (size_t i = 0; i < world.particles().size(); ++i)
        if (world.particles()[fields::body][i] == 0) places.push_back(world.particles()[fields::position][i]);
    return places;
}

double turn(const Vec3& a, const Vec3& b, const Vec3& c) {
    return double(b.x - a.x) * (c.y - a.y) - double(b.y - a.y) * (c.x - a.x);
}

/// Length around the points: of the lower and the upper half of their convex hull (Andrew 1979).
double hull_length(std::vector<Vec3> points) {
    std::ranges::sort(points, [](const Vec3& a, const Vec3& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    double length = 0;
    for (int half = 0; half < 2; ++half) {
        std::vector<Vec3> chain;
        for (const Vec3& p : points) {
            while (chain.size() > 1 && turn(chain[chain.size() - 2], chain.back(), p) <= 0) chain.pop_back();
            chain.push_back(p);
        }
        for (size_t k = 1; k < chain.size(); ++k) length += norm(chain[k] - chain[k - 1]);
        std::ranges::reverse(points);
    }
    return length;
}

}  // namespace

CaseResult run_rising_bubble(const CaseInput& input) {
    const double radius = input.reference.number("radius"), smoothed = input.reference.number("smoothed");
    Curve height, speed, circularity;
    simulate(input.scene, input.threads, [&](const World& world) {
        const std::vector<Vec3> bubble = bubble_of(world);
        double sum = 0;
        for (const Vec3& x : bubble) sum += x.y;
        height.add(world.time(), sum / double(bubble.size()));
        circularity.add(world.time(),
                        2 * std::numbers::pi * radius / (hull_length(bubble) + std::numbers::pi * input.scene.spacing));
    });
    for (const double t : height.x)
        if (t >= smoothed / 2 && t <= input.scene.duration - smoothed / 2)
            speed.add(t, (height.at(t + smoothed / 2) - height.at(t - smoothed / 2)) / smoothed);

    CaseResult result;
    const auto fastest = std::ranges::max_element(speed.y);
    result.findings = {input.judge("speed", *fastest), input.judge("height", height.y.back()),
                       input.judge("circularity", *std::ranges::min_element(circularity.y))};
    result.notes = {fmt::format("fastest at {:.2f} s (0.92 s in the benchmark); circularity {:.4f} at the start",
                                speed.x[size_t(fastest - speed.y.begin())], circularity.y.front())};
    result.plot = {"A bubble rises",
                   "time, s",
                   "height of the centre, m; speed, m/s; circularity",
                   {{"height", height, Style::line},
                    {"speed", speed, Style::line},
                    {"circularity", circularity, Style::dashed},
                    {"Hysing et al. 2009, height at the end", {{3}, {1.081}}, Style::marks},
                    {"Hysing et al. 2009, largest speed", {{0.9213}, {0.2419}}, Style::marks},
                    {"Hysing et al. 2009, smallest circularity", {{1.9}, {0.9012}}, Style::marks}}};
    return result;
}

}  // namespace panta::validation
