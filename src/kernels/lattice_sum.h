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

/// Sum of V^2 |grad W|^2 over a whole lattice, in the same sense.
template <class Shape>
double lattice_slope_sum(const Kernel<Shape>& W, double s) {
    const double volume = W.dimension() == 3 ? s * s * s : s * s;
    const int reach = int(W.h() / s) + 1, reach_z = W.dimension() == 3 ? reach : 0;
    double sum = 0;
    for (int a = -reach; a <= reach; ++a)
        for (int b = -reach; b <= reach; ++b)
            for (int c = -reach_z; c <= reach_z; ++c)
                if (const double r = s * std::sqrt(a * a + b * b + c * c); r > 0)
                    sum += std::pow(volume * r * W.slope_over_r(r), 2);
    return sum;
}

/// Calls work(W) with the kernel of a world.
template <class Work>
auto with_scalar_kernel(const Smoothing& smoothing, Real support, const Work& work) {
    switch (smoothing.shape) {
        case KernelShape::cubic_spline:
            return work(Kernel<CubicSpline>(support, smoothing.dimension));
        case KernelShape::wendland_c2:
            return work(Kernel<WendlandC2>(support, smoothing.dimension));
    }
    fail_check("every kernel shape is a kernel");
}

inline double lattice_sum(const Smoothing& smoothing, Real support, Real spacing) {
    return with_scalar_kernel(smoothing, support, [&](const auto& W) { return lattice_sum(W, spacing); });
}

}  // namespace panta
