// Viscosity in SI from a drag: slow flow past a square array of cylinders or a cubic array of spheres, one of which is
// in a periodic cell of side L. Gravity g drives the fluid, so that each obstacle carries rho g L^d, the pressure that
// would drive the same flow included, and the mean velocity over the cell, obstacle included, settles at U:
//
//     rho g L^2 = mu U 4 pi / (-ln(c) / 2 - 0.738 + c - 0.887 c^2 + 2.038 c^3)          cylinders, c = pi a^2 / L^2
//     rho g L^3 = mu U 6 pi a / (1 - 1.7601 c^(1/3) + c - 1.5593 c^2)                   spheres, c = 4 pi a^3 / (3 L^3)
//
// (Hasimoto 1959; cylinders in the form of Sangani and Acrivos 1982.) Solved for mu, this is the viscosity that the
// flow shows; it must be the one that was asked for.
#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "behaviours/fluid/properties.h"
#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr double settled = 0.7;  // part of the run after which it is measured

struct Cell {
    int dimension;
    double side, radius;

    /// F / (mu U).
    double drag() const {
        using std::numbers::pi;
        if (dimension == 2) {
            const double c = pi * std::pow(radius / side, 2);
            return 4 * pi / (-std::log(c) / 2 - 0.738 + c - 0.887 * c * c + 2.038 * c * c * c);
        }
        const double c = 4 * pi / 3 * std::pow(radius / side, 3);
        return 6 * pi * radius / (1 - 1.7601 * std::cbrt(c) + c - 1.5593 * c * c);
    }
    double volume() const { return std::pow(side, dimension); }
};

/// Mean velocity along x over the cell.
double flow(const World& world, const Cell& cell) {
    const auto v = world.particles()[fields::velocity];
    const auto V = world.particles()[fields::volume];
    double sum = 0;
    for (size_t i = 0; i < v.size(); ++i) sum += double(V[i]) * v[i].x;
    return sum / cell.volume();
}

}  // namespace

CaseResult run_obstacle_array(const CaseInput& input) {
    const Cell cell{input.scene.dimension, input.reference.number("side"), input.reference.number("radius")};
    const double density = initial_value(input.scene.bodies.at(0).track, matter::density),
                 viscosity = initial_value(input.scene.bodies.at(0).track, fluid::viscosity);
    const double force = density * norm(input.scene.gravity.constant) * cell.volume();
    const double exact = force / (viscosity * cell.drag());

    CaseResult result;
    result.plot = {"Flow past an array of obstacles", "time, s", "mean velocity / exact one", {}};
    for (const char* name : {"coarse", "fine"}) {
        Scene scene = input.scene;
        scene.spacing = Real(input.reference.number(std::string("spacing_") + name));
        double sum = 0, samples = 0, filled = 0;
        Series series{fmt::format("{:.1f} spacings in the radius", cell.radius / scene.spacing), {}, Style::line};
        simulate(scene, input.threads, [&](const World& world) {
            const double U = flow(world, cell);
            series.curve.add(world.time(), U / exact);
            if (world.time() < settled * scene.duration) return;
            sum += U;
            ++samples;
            filled = world.state().totals.volume / cell.volume();
        });
        result.findings.push_back(
            input.judge(std::string("viscosity_") + name, force / (sum / samples * cell.drag()) / viscosity));
        result.notes.push_back(fmt::format("{}: fluid fills {:.4f} of the cell", name, filled));
        result.plot.series.push_back(series);
    }
    result.plot.series.push_back({"Hasimoto 1959", {{0, input.scene.duration}, {1, 1}}, Style::dashed});
    return result;
}

}  // namespace panta::validation
