// What the sums of conduction.h are on a lattice, where the answer is known: they are divided by it.
#pragma once

#include "base/vec.h"
#include "kernels/smoothing.h"

namespace panta::heat {

struct LatticeSums {
    /// -sum of V (W'/r) x^2 over the lattice, along one axis: what the second derivative of x^2 / 2 comes out as.
    Real laplacian = 1;
    /// Sum of s |grad C| over the layers of a half space, about 1/2: what a surface of one comes out as.
    Real surface = 1;
};

/// Of a lattice of that spacing with kernels of that support radius, both in m.
LatticeSums lattice_sums(const Smoothing& smoothing, Real support, Real spacing);

}  // namespace panta::heat
