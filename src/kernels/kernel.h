// A smoothing kernel of one shape, support radius and dimension, with its constants multiplied out.
//
//     const Kernel<CubicSpline> kernel(h, 3);
//     density += volume_j * kernel.value(r);               W(r)                     1/m^d
//     gradient = x_ij * kernel.slope_over_r(r);            x_ij = x_i - x_j         1/m^(d+1)
//
// value and slope_over_r work on one distance or on a register full of them (see shapes.h for what V must offer).
#pragma once

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/vec.h"
#include "kernels/shapes.h"

namespace panta {

template <class Shape>
class Kernel {
public:
    /// `h` is the support radius (m): W(r) = 0 for r >= h. `dimension` is 2 or 3.
    Kernel(Real h, int dimension) : h_(h), inverse_h_(1 / h), dimension_(dimension) {
        check(h > 0, "a support radius is positive");
        check(dimension == 2 || dimension == 3, "kernels exist in two and three dimensions");
        const double scale = Shape::norm(dimension) / std::pow(double(h), Shape::length_power(dimension));
        value_scale_ = Real(scale);
        slope_scale_ = Real(scale / (double(h) * h));
        laplacian_scale_ = scale / (double(h) * h);
    }

    Real h() const { return h_; }
    int dimension() const { return dimension_; }

    /// W at the distance r >= 0.
    template <class V>
    V value(V r) const {
        return V(value_scale_) * Shape::value(ratio<Shape::singular>(r));
    }

    /// (dW/dr) / r, so that grad W = x_ij * slope_over_r(|x_ij|). Finite at r = 0, where the gradient comes out as
    /// zero.
    template <class V>
    V slope_over_r(V r) const {
        const V q = ratio<true>(r);
        return V(slope_scale_) * Shape::slope(q) / q;
    }

    /// W(0): what a particle adds to its own sum.
    Real at_zero() const requires(!Shape::singular) { return value(Real(0)); }

    /// The laplacian of W, computed in double because its two terms nearly cancel close to the centre.
    Real laplacian(Real r) const {
        const double q = std::max(double(r) / h_, smallest_ratio);
        return Real(laplacian_scale_ * (Shape::curvature(q) + (dimension_ - 1) * Shape::slope(q) / q));
    }

private:
    // Closer than this part of h, two particles count as this far apart: no division by zero, and even the cube of its
    // inverse, which the viscosity kernel needs, is a finite float.
    static constexpr double smallest_ratio = 1e-6;

    template <bool away_from_zero, class V>
    V ratio(V r) const {
        using std::max;
        const V q = r * V(inverse_h_);
        if constexpr (away_from_zero) return max(q, V(Real(smallest_ratio)));
        return q;
    }

    Real h_;
    Real inverse_h_;
    int dimension_;
    Real value_scale_;
    Real slope_scale_;
    double laplacian_scale_;
};

}  // namespace panta
