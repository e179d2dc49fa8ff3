// F04: a column of water, 0.6 m wide and H = 0.3 m high, runs along a dry tank and hits its end (Lobovsky et al. 2014).
//
//     t* = t sqrt(g / H),   X = (front - width) / H,   pressures over rho g H
//
// A sensor shows the force on the wall per area within h = 2 spacings above and below it, the weight falling to
// zero there. Peaks depend on the resolution and are not judged.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr double reach = 2;  // spacings

/// Pressure on the wall at a height: what it holds back per area, weighted with 1 - |y - height| / h.
double pressure_at(const World& world, double wall, double height) {
    const auto x = world.particles()[fields::position];
    const auto force = world.particles()[fields::wall_force];
    const double h = reach * world.settings().spacing;
    double sum = 0;
    for (size_t i = 0; i < x.size(); ++i)
        if (wall - x[i].x < h) sum -= std::max(0., 1 - std::abs(x[i].y - height) / h) * force[i].x;
    // The weight over that part of the wall which is above the floor.
    const double below = std::min(h, height);
    return sum / (h / 2 + below - below * below / (2 * h));
}

double mean_between(const Curve& curve, double low, double high) {
    double sum = 0, count = 0;
    for (size_t k = 0; k < curve.size(); ++k)
        if (curve.x[k] >= low && curve.x[k] <= high) sum += curve.y[k], ++count;
    return sum / count;
}

}  // namespace

CaseResult run_dam_break_impact(const CaseInput& input) {
    const Reference& reference = input.reference;
    const double H = reference.number("depth"), wall = reference.number("wall"), g = norm(input.scene.gravity.constant),
                 unit = reference.number("density") * g * H;
    Curve front, low, high;
    simulate(input.scene, input.threads, [&](const World& world) {
        const double t = world.time() * std::sqrt(g / H);
        front.add(
            t, (bulk_front(world.particles()[fields::position], input.scene.spacing) - reference.number("column")) / H);
        low.add(t, pressure_at(world, wall, reference.number("sensor_1")) / unit);
        high.add(t, pressure_at(world, wall, reference.number("sensor_3")) / unit);
    });

    Curve later;
    const Curve& measured = reference.curve("front");
    for (size_t k = 0; k < measured.size(); ++k)
        if (measured.x[k] >= reference.number("front_from")) later.add(measured.x[k], measured.y[k]);
    double arrival = std::nan("");
    for (size_t k = 0; k < low.size() && std::isnan(arrival); ++k)
        if (low.y[k] > reference.number("arrived")) arrival = low.x[k];

    CaseResult result;
    const double from = reference.number("plateau_from"), to = reference.number("plateau_to");
    result.findings = {input.judge("front", relative_rms(front, later, 0)), input.judge("arrival", arrival),
                       input.judge("plateau_1", mean_between(low, from, to)),
                       input.judge("plateau_3", mean_between(high, from, to))};
    result.notes = {fmt::format("largest pressure at 3 mm: {:.2f} rho g H (2.84 in the experiment)",
                                *std::ranges::max_element(low.y))};
    result.plot = {"A dam break hits a wall",
                   "t sqrt(g / H)",
                   "front / H, pressure / (rho g H)",
                   {{"Panta, front", front, Style::line},
                    {"Lobovsky et al. 2014, front", measured, Style::marks},
                    {"Panta, pressure at 3 mm", low, Style::line},
                    {"Lobovsky et al. 2014, pressure", reference.curve("sensor_1"), Style::marks}}};
    return result;
}

}  // namespace panta::validation
