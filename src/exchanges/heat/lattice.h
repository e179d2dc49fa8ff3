// What the sums of conduction.h are on a lattice, where the answer is known: they are divided by it.
#pragma once

#include "base/vec.h"
#include "kernels/smoothing.h"

namespace panta::heat {

/// h |grad C| above which a particle is at a free surface. Within a fluid disorder makes it up to 0.3, at a flat surface
/// it is above one.
inline constexpr Real lopsided = Real(0.5);

struct LatticeSums {
    /// -sum of V (W'/r) x^2 over the lattice, along one axis: what the second derivative of x^2 / 2 comes out as.
    Real laplacian = 1;
    /// Sum of s |grad C| over the layers of a half space that are at its surface: what an area of one comes out as.
    Real surface = 1;
};

/// Of a lattice of that spacing with kernels of that support radius, both in m.
LatticeSums lattice_sums(const Smoothing& smoothing, Real support, Real spacing);

}  // namespace panta::heat
