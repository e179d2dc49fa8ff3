// Surface tension and adhesion as forces between pairs, equal and opposite; see tension_shapes.h for their strengths.
//
// Becker and Teschner 2007 (LEN 3.14):
//     f_ij = -sigma V_i V_j B(r) x_ij / r,   B ~ r W(r), W a cone, even inside h / 2                         (1)
// Akinci, Akinci and Teschner 2013, cohesion and area minimisation, each for its share of sigma:
//     f_ij = -sigma V_i V_j (a C(r) x_ij / r + (1 - a) s W(r) (n_i - n_j)),   n_i = h sum_j V_j grad W_ij    (2)
// Adhesion to walls (the same, equation 6), b a wall particle:
//     f_ib = -beta V_i V_b A(r) x_ib / r                                                                     (3)
//
// Different from the papers: volumes stand for masses, and strengths are such that sigma is in N/m. Area minimisation
// is weighed with W, or a neighbour that comes into reach would cause a jump. The factor 2 rho0 / (rho_i + rho_j) is
// left out, it would make sigma depend on how well the surface is sampled. sigma of two liquids is the geometric mean
// (Berthelot's rule), so that the tension between them is that of the difference of their roots, squared.
// (3) follows Young and Dupré: beta = sigma (1 + cos(angle)) / 2.
#pragma once

#include "behaviours/fluid/params.h"
#include "step/step.h"

namespace panta::fluid {

/// sqrt(sigma), times that of the weight.
inline constexpr Field<Real> tension_root{"fluid.tension_root", "sqrt(N/m)", 0, Lifetime::scratch};
/// beta, times the weight.
inline constexpr Field<Real> wall_pull{"fluid.wall_pull", "N/m", 0, Lifetime::scratch};
/// n: towards the inside of the liquid, about as long as one at its surface.
inline constexpr Field<Vec3> inwards{"fluid.inwards", "1", {}, Lifetime::scratch};

/// The part a of the surface tension that is cohesion's in (2); the rest is area minimisation's.
inline constexpr Real cohesion_share = Real(0.5);

/// n, from positions alone.
void measure_inwards(const Step& step);

/// Adds (1) or (2) to the acceleration, and (3) if asked for; (2) needs the field `inwards`.
void add_surface_tension(const Step& step, TensionMethod method, bool with_adhesion);

/// The longest step with which a tension per density (m^3/s^2) is stable, s.
Real longest_tension_step(Real sigma_per_density, Real h);

}  // namespace panta::fluid
