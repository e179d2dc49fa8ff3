// Curves given by points, and how one is compared with another.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace panta::validation {

/// y over x, with x ascending.
struct Curve {
    std::vector<double> x, y;

    void add(double at, double value) { x.push_back(at), y.push_back(value); }
    size_t size() const { return x.size(); }
    /// Linear between the points; constant before the first and after the last.
    double at(double position) const;
};

/// A straight line, y = value + slope x.
struct Line {
    double value = 0, slope = 0;
};
/// The line nearest to the points in the sense of least squares.
Line fit_line(std::span<const double> x, std::span<const double> y);

/// Root mean square of (measured(x + shift) - y) / y over the points of the reference.
double relative_rms(const Curve& measured, const Curve& reference, double shift);

struct Shift {
    double shift = 0;  // the measured curve is read so much later than the reference
    double rms = 0;    // what remains, relative
};
/// The shift in [-largest, largest] with which the measured curve is nearest to the reference.
Shift best_shift(const Curve& measured, const Curve& reference, double largest);

}  // namespace panta::validation
