// Sums of a kernel over the points of a square or cubic lattice. An integral of one does not make the sum one: with the
// cubic spline over two spacings it is 1.0004 in the plane, with Wendland's function 1.038.
#pragma once

#include <cmath>

#include "base/check.h"
#include "kernels/kernel.h"
#include "kernels/smoothing.h"

namespace panta {

/// Sum of W over the points of a flat lattice of spacing s at the distance `away` from a point above a lattice point;
/// in two dimensions the lattice is a row.
template <class Shape>
double layer_sum(const Kernel<Shape>& W, double s, double away) {
    const int reach = int(W.h() / s) + 1, reach_z = W.dimension() == 3 ? reach : 0;
    double sum = 0;
    for (int a = -reach; a <= reach; ++a)
        for (int b = -reach_z; b <= reach_z; ++b) sum += W.value(std::sqrt((a * a + b * b) * s * s + away * away));
    return sum;
}

/// Sum of V W over a whole lattice whose points have the volume of a cell: what a fluid at rest sums up.
template <class Shape>
double lattice_sum(const Kernel<Shape>& W, double s) {
    const double volume = W.dimension() == 3 ? s * s * s : s * s;
    const int reach = int(W.h() / s) + 1;
    double sum = 0;
    for (int k = -reach; k <= reach; ++k) sum += volume * layer_sum(W, s, k * s);
    return sum;
}

inline double lattice_sum(const Smoothing& smoothing, Real support, Real spacing) {
    switch (smoothing.shape) {
        case KernelShape::cubic_spline:
            return lattice_sum(Kernel<CubicSpline>(support, smoothing.dimension), spacing);
        case KernelShape::wendland_c2:
            return lattice_sum(Kernel<WendlandC2>(support, smoothing.dimension), spacing);
    }
    fail_check("every kernel shape has a lattice sum");
}

}  // namespace panta
