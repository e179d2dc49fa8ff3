#include "exchanges/heat/lattice.h"

#include <cmath>

#include "kernels/lattice_sum.h"

namespace panta::heat {

namespace {

/// Sum of V (W'/r) f(x) over the lattice points that are away from the origin.
template <class Shape, class Value>
double slope_sum(const Kernel<Shape>& W, double s, const Value& f) {
    const double volume = W.dimension() == 3 ? s * s * s : s * s;
    const int reach = int(W.h() / s) + 1, reach_z = W.dimension() == 3 ? reach : 0;
    double sum = 0;
    for (int a = -reach; a <= reach; ++a)
        for (int b = -reach; b <= reach; ++b)
            for (int c = -reach_z; c <= reach_z; ++c)
                if (const double r = s * std::sqrt(a * a + b * b + c * c); r > 0)
                    sum += volume * double(W.slope_over_r(r)) * f(s * a);
    return sum;
}

/// Layers 0, 1, ... lie before a surface; the layer k sees k layers towards it and all others away from it.
template <class Shape>
double surface_sum(const Kernel<Shape>& W, double s) {
    const int reach = int(W.h() / s) + 1;
    double sum = 0;
    for (int k = 0; k <= reach; ++k)
        sum += s * std::abs(slope_sum(W, s, [&](double x) { return x <= (k + 0.5) * s ? x : 0; }));
    return sum;
}

}  // namespace

LatticeSums lattice_sums(const Smoothing& smoothing, Real support, Real spacing) {
    return with_scalar_kernel(smoothing, support, [&](const auto& W) {
        return LatticeSums{Real(-slope_sum(W, spacing, [](double x) { return x * x; })), Real(surface_sum(W, spacing))};
    });
}

}  // namespace panta::heat
