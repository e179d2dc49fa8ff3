#include "validation/curve.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace panta::validation {

double Curve::at(double position) const {
    check(!x.empty() && x.size() == y.size(), "a curve that is read has points");
    const auto above = std::upper_bound(x.begin(), x.end(), position);
    if (above == x.begin()) return y.front();
    if (above == x.end()) return y.back();
    const size_t k = size_t(above - x.begin());
    const double part = (position - x[k - 1]) / (x[k] - x[k - 1]);
    return y[k - 1] + part * (y[k] - y[k - 1]);
}

Line fit_line(std::span<const double> x, std::span<const double> y) {
    check(x.size() == y.size() && x.size() >= 2, "a line is fitted to two points or more");
    const double n = double(x.size());
    double mean_x = 0, mean_y = 0;
    for (size_t k = 0; k < x.size(); ++k) mean_x += x[k] / n, mean_y += y[k] / n;
    double xx = 0, xy = 0;
    for (size_t k = 0; k < x.size(); ++k) {
        xx += (x[k] - mean_x) * (x[k] - mean_x);
        xy += (x[k] - mean_x) * (y[k] - mean_y);
    }
    const double slope = xy / xx;
    return {mean_y - slope * mean_x, slope};
}

double relative_rms(const Curve& measured, const Curve& reference, double shift) {
    double sum = 0;
    for (size_t k = 0; k < reference.size(); ++k) {
        const double error = measured.at(reference.x[k] + shift) / reference.y[k] - 1;
        sum += error * error;
    }
    return std::sqrt(sum / double(reference.size()));
}

Shift best_shift(const Curve& measured, const Curve& reference, double largest) {
    // Few points and a cheap measure: look everywhere rather than trust that there is one valley.
    constexpr int steps = 2000;
    Shift best{0, relative_rms(measured, reference, 0)};
    for (int k = -steps; k <= steps; ++k) {
        const double shift = largest * k / steps, rms = relative_rms(measured, reference, shift);
        if (rms < best.rms) best = {shift, rms};
    }
    return best;
}

}  // namespace panta::validation
