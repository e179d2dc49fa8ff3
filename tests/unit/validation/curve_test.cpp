// Curves, fits and shifts against closed forms.
#include "validation/curve.h"

#include <gtest/gtest.h>

#include <cmath>

namespace panta::validation {
namespace {

Curve sampled(double (*f)(double), double from, double to, int steps) {
    Curve curve;
    for (int k = 0; k <= steps; ++k) {
        const double x = from + (to - from) * k / steps;
        curve.add(x, f(x));
    }
    return curve;
}

TEST(Curve, is_linear_between_its_points_and_constant_beyond) {
    const Curve curve{{0, 1, 3}, {2, 4, 0}};
    EXPECT_DOUBLE_EQ(curve.at(0.25), 2.5);
    EXPECT_DOUBLE_EQ(curve.at(2), 2);
    EXPECT_DOUBLE_EQ(curve.at(1), 4);
    EXPECT_DOUBLE_EQ(curve.at(-5), 2);
    EXPECT_DOUBLE_EQ(curve.at(7), 0);
}

TEST(Curve, a_line_is_found_through_points_that_scatter_evenly_about_it) {
    // y = 3 - 2 x, with +1, -1, -1, +1 added: that has neither mean nor slope.
    const std::vector<double> x{0, 1, 2, 3}, y{4, 0, -2, -2};
    const Line line = fit_line(x, y);
    EXPECT_NEAR(line.value, 3, 1e-12);
    EXPECT_NEAR(line.slope, -2, 1e-12);
}

TEST(Curve, the_best_shift_undoes_a_delay) {
    const auto square = [](double x) { return 1 + x * x; };
    const auto early = [](double x) { return 1 + (x + 0.18) * (x + 0.18); };
    const Curve reference = sampled(square, 0.5, 2, 12), measured = sampled(early, 0, 3, 3000);
    const Shift found = best_shift(measured, reference, 1);
    EXPECT_NEAR(found.shift, -0.18, 1e-3);
    EXPECT_LT(found.rms, 1e-3);
    EXPECT_GT(relative_rms(measured, reference, 0), 0.1);
}

TEST(Curve, a_constant_relative_error_is_its_root_mean_square) {
    const auto line = [](double x) { return 2 + x; };
    const auto more = [](double x) { return 1.1 * (2 + x); };
    EXPECT_NEAR(relative_rms(sampled(more, 0, 2, 20), sampled(line, 0, 2, 5), 0), 0.1, 1e-12);
}

}  // namespace
}  // namespace panta::validation
