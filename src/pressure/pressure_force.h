// The pressure force that all solvers and all materials share (physics, section 1):
//
//     m_i a_i = - V_i sum_j V_j (p_i / c_i^2 + p_j / c_j^2) grad W_ij
//
// V volume at rest, c compression, p pressure, m mass. It is antisymmetric, so momentum is conserved pair by pair. A
// wall particle continues the pressure of the fluid particle that sees it (P = p / c^2):
//
//     P_b = P_i + G_t . x_bi + f rho0 (g . n) (n . x_bi)      P_i + P_b at least 0
//
// Along the wall, P changes as it does among the neighbours of i: G = sum_j V_j (P_j - P_i) grad W_ij, of which G_t is
// the part along the wall. Across the wall, it changes as in water at rest (Adami et al. 2012, equation 27; n normal, g
// gravity). Simply mirroring P_i leaves fluid at a wall without part of its support, which stirs water that should
// rest. f = min(1, 2 P_i / (rho0 g h)) fades this out for spray, which carries no weight.
#pragma once

#include "step/step.h"

namespace panta {

namespace fields {
/// p / c^2.
inline constexpr Field<Real> pressure_term{"pressure.term", "Pa", 0, Lifetime::scratch};
}  // namespace fields

/// Declares the fields of the pressure force.
void attach_pressure_force(Particles& particles);

/// Adds the force of fields::pressure to the predicted velocities and to the wall forces.
void apply_pressure(const Step& step);

}  // namespace panta
