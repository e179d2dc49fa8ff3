// How strongly two particles of a liquid, or one and a wall, pull at each other: shapes g(q) over q = r / h.
//
//     pull(r) = norm(d) / h^(d+2) g(q)        f_ij = -sigma V_i V_j pull(r) x_ij / r
//
// norm is such that sigma is the surface tension. If a liquid that fills half of space is split along a plane, the work
// against pair forces is twice its surface energy (Rayleigh 1890; Tartakovsky and Panchenko 2016), and therefore
//
//     1/3 integral of pull r^3 dr = 1 in the plane,      pi/8 integral of pull r^4 dr = 1 in space
//
// Pressure p holds against the pull, between the same pairs with 2 p W'(r), and that is a tension too, a negative one.
// If the reach of a force f(r) is the integral of f r^(d+1) dr over that of f r^d dr, and p is the same up to the
// surface, there is left of sigma
//
//     1 - reach of W' / reach of the pull
//
// which for q w(q) with the cubic spline is less than nothing. Where particles gather at the surface it differs, and
// norm is that of the pull alone.
//
// The area minimisation of Akinci et al. 2013 is not along x_ij, so that its tension comes from its stress at a flat
// surface at z = 0, where the normal is n(z) = -h w(z) with w the kernel summed over planes:
//
//     1/2 integral over z, z' < 0 of -s (n(z) - n(z')) (z - z') w(z - z') = sigma
//
// All this holds for particles that fill space evenly; what a run has is measured in validation/.
#pragma once

#include <cmath>

#include "kernels/shapes.h"

namespace panta {

#include "behaviours/fluid/tension_shapes.inl"  // NOLINT: the text of the shapes

}  // namespace panta
