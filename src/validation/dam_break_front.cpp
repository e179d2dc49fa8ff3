// F03: the collapse of a column of water, width a and height 2 a, on a dry bed (Martin and Moyce 1952, n^2 = 2).
//
//     T = t sqrt(2 g / a), Z = front / a        tau = t sqrt(g / a), H = height at the wall / (2 a)
//
// The experiment has a gate that takes time to open, the model has none: the curves are compared after the shift in T
// that suits them best, and the shift itself is bounded.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr double largest_shift = 1;   // in T
constexpr double column_at_wall = 2;  // spacings from the wall in which the height is measured

double farthest(std::span<const Vec3> positions, double spacing) {
    const auto by_x = [](const Vec3& a, const Vec3& b) { return a.x < b.x; };
    return std::ranges::max_element(positions, by_x)->x + spacing / 2;
}

double height_at_wall(std::span<const Vec3> positions, double spacing) {
    double height = 0;
    for (const Vec3& p : positions)
        if (p.x < column_at_wall * spacing) height = std::max(height, p.y + spacing / 2);
    return height;
}

/// The slope of the line through the points of a curve with x in [low, high].
double mean_slope(const Curve& curve, double low, double high) {
    Curve part;
    for (size_t k = 0; k < curve.size(); ++k)
        if (curve.x[k] >= low && curve.x[k] <= high) part.add(curve.x[k], curve.y[k]);
    return fit_line(part.x, part.y).slope;
}

}  // namespace

CaseResult run_dam_break_front(const CaseInput& input) {
    const Reference& reference = input.reference;
    const double a = reference.number("column_width"), g = norm(input.scene.gravity.constant),
                 spacing = input.scene.spacing;
    const Curve &front_reference = reference.curve("front"), &height_reference = reference.curve("height");

    Curve front, spray, height;
    simulate(input.scene, input.threads, [&](const World& world) {
        const auto positions = world.particles()[fields::position];
        const double T = world.time() * std::sqrt(2 * g / a);
        front.add(T, bulk_front(positions, spacing) / a);
        spray.add(T, farthest(positions, spacing) / a);
        height.add(world.time() * std::sqrt(g / a), height_at_wall(positions, spacing) / (2 * a));
    });

    const Shift shift = best_shift(front, front_reference, largest_shift);
    double height_error = 0;
    for (size_t k = 0; k < height_reference.size(); ++k)
        if (height_reference.x[k] <= reference.number("last_height"))
            height_error = std::max(height_error, std::abs(height.at(height_reference.x[k]) - height_reference.y[k]));

    CaseResult result;
    Finding shape = input.judge("front_shape", shift.rms), shifted = input.judge("front_shift", shift.shift);
    // A shape that is right only after a long shift is no stretch.
    if (shape.verdict == Verdict::stretch && shifted.verdict != Verdict::stretch) shape.verdict = Verdict::pass;
    result.findings = {
        shape,
        shifted,
        input.judge("front_slope", mean_slope(front, reference.number("slope_from"), reference.number("slope_to"))),
        input.judge("height", height_error),
    };
    result.notes = {fmt::format("front without a shift: RMS {:.2f} %", 100 * relative_rms(front, front_reference, 0)),
                    fmt::format("front as the farthest particle: RMS {:.2f} % without, {:.2f} % with a shift of {:.3f}",
                                100 * relative_rms(spray, front_reference, 0),
                                100 * best_shift(spray, front_reference, largest_shift).rms,
                                best_shift(spray, front_reference, largest_shift).shift)};
    result.plot = {"Dam break: front and height at the wall",
                   "T = t sqrt(2 g / a) (front), t sqrt(g / a) (height)",
                   "front / a, height / 2 a",
                   {{"Panta, front", front, Style::line},
                    {"Martin and Moyce 1952, front", front_reference, Style::marks},
                    {"Panta, height", height, Style::dashed},
                    {"Martin and Moyce 1952, height", height_reference, Style::marks}}};
    return result;
}

}  // namespace panta::validation
