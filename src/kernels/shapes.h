// The shapes w(q) of the smoothing kernels, q = r / h with h the support radius:
//
//     W(r) = norm(d) / h^length_power(d) * w(q)      d = 2 or 3 dimensions
//     grad W = norm / h^(power+1) * dw/dq * x/r      laplacian W = norm / h^(power+2) * (d2w/dq2 + (d-1)/q dw/dq)
//
// Every shape is a struct of static templates over the arithmetic type V: float, double, or a register full of floats.
// V has + - * /, V(Real) and free functions min and max. There is no branch on V: pieces of a piecewise polynomial are
// switched by clamping. All shapes and their derivatives are exactly 0 for q >= 1, however large q is.
// Shapes marked `singular` grow without bound as q -> 0 and must not be asked there; class Kernel keeps away from it.
//
// Poly6, Spiky, Viscosity: Müller et al. 2003. CubicSpline: Monaghan 1992 (M4, here with support h). WendlandC2:
// Wendland 1995. Broad: ours. Shapes that do not integrate to one are in weights.h.
// The constants for two dimensions follow from 2 pi norm * integral of w(q) q dq = 1 with the same w.
#pragma once

#include <algorithm>
#include <numbers>
#include <string_view>

namespace panta {

#include "kernels/shapes.inl"  // NOLINT: the text of the shapes

}  // namespace panta
