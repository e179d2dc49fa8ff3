// S03: a drop in the plane, without gravity, is stretched along one axis and swings (Lamb, Hydrodynamics, section 273,
// in the plane).
//
//     omega^2 = n (n^2 - 1) sigma / (rho R^3),   n = 2
//
// It starts round, with the velocity V0 (x, -y), after it came to rest from the lattice that it was filled with. The
// period is that of a damped sine about any mean, fitted to its elongation.
#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "scene/build.h"
#include "validation/cases.h"
#include "validation/drop.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr double fitted_periods = 3;

/// What is left of the sum of squares by the best a + exp(-b t) (c cos(omega t) + d sin(omega t)), for omega and b
/// given.
double rest_of_fit(const Curve& curve, double end, double omega, double b) {
    double matrix[3][4] = {};
    double squares = 0;
    for (size_t k = 0; k < curve.size() && curve.x[k] <= end; ++k) {
        const double t = curve.x[k], y = curve.y[k], fade = std::exp(-b * t);
        const double row[4] = {1, fade * std::cos(omega * t), fade * std::sin(omega * t), y};
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 4; ++j) matrix[i][j] += row[i] * row[j];
        squares += y * y;
    }
    // Elimination without pivots: the matrix is symmetric and positive definite. Each step takes its part of the
    // squares.
    for (int i = 0; i < 3; ++i) {
        squares -= matrix[i][3] * matrix[i][3] / matrix[i][i];
        for (int k = i + 1; k < 3; ++k) {
            const double factor = matrix[k][i] / matrix[i][i];
            for (int j = i; j < 4; ++j) matrix[k][j] -= factor * matrix[i][j];
        }
    }
    return squares;
}

/// The period of the damped oscillation about any mean that is nearest to the first periods; not a number if it is not
/// within half and twice the expected one.
double period_of(const Curve& curve, double expected) {
    constexpr int steps = 1000, dampings = 40;
    const double omega0 = 2 * std::numbers::pi / expected;
    double best = std::numeric_limits<double>::infinity(), omega = 0;
    for (int k = 0; k <= steps; ++k)
        for (int n = 0; n < dampings; ++n) {
            const double candidate = omega0 * (0.5 + 1.5 * k / steps);
            const double rest = rest_of_fit(curve, fitted_periods * expected, candidate, omega0 * n / dampings);
            if (rest < best) best = rest, omega = k == 0 || k == steps ? std::nan("") : candidate;
        }
    return 2 * std::numbers::pi / omega;
}

}  // namespace

CaseResult run_drop_oscillation(const CaseInput& input) {
    const Reference& reference = input.reference;
    const double sigma = reference.number("surface_tension"), rho = reference.number("density"),
                 start = reference.number("start"), stretch_rate = reference.number("stretch_rate");
    const scene::BuiltWorld built = scene::build(input.scene, Threads(input.threads));
    World& world = *built.world;

    // Let it settle, then stretch it.
    bool started = false;
    double radius = 0, pressure = 0, samples = 0;
    Series measured{"Panta", {}, Style::line};
    simulate(world, input.scene, [&](const World& now) {
        if (!started && now.time() > start / 2) {
            pressure += inner_pressure(now, input.scene);  // sound goes to and fro in it: the mean over many frames
            ++samples;
        }
        if (!started && now.time() >= start) {
            started = true;
            radius = equal_radius(now);
            const Sum3 centre = centre_of_mass(now);
            for (size_t i = 0; i < now.particles().size(); ++i) {
                const Vec3 x = now.particles()[fields::position][i];
                world.particles().edit(fields::velocity)[i] = {Real(stretch_rate * (x.x - centre.x)),
                                                               Real(-stretch_rate * (x.y - centre.y)), 0};
            }
        }
        if (started) measured.curve.add(now.time() - start, elongation(now));
    });

    const double exact = 2 * std::numbers::pi * std::sqrt(rho * std::pow(radius, 3) / (6 * sigma));
    const double period = period_of(measured.curve, exact), from_period = std::pow(exact / period, 2),
                 from_pressure = pressure / samples * radius / sigma;
    CaseResult result;
    result.findings = {input.judge("period", period / exact), input.judge("agreement", from_pressure / from_period)};
    result.notes = {
        fmt::format("surface tension over the one asked for: {:.3f} from the period, {:.3f} from the pressure",
                    from_period, from_pressure)};
    result.plot = {"A drop that swings", "time, s", "elongation", {measured}};
    return result;
}

}  // namespace panta::validation
