// The pressure force of physics, section 1, between particles the same for all solvers and materials; here with the
// walls of wcsph (the other solvers: operators.h).
//
//     m_i a_i = - V_i sum_j V_j (p_i / c_i^2 + p_j / c_j^2) grad W_ij
//
// V volume at rest, c compression, p pressure, m mass. It is antisymmetric, so momentum is conserved pair by pair. A
// wall particle b has, for the fluid particle i that sees it, the mean pressure of the fluid around i, continued as in
// water at rest (after Adami et al. 2012, equation 27; P = p / c^2, x' the mean position, g gravity):
//
//     P_b = sum_j V_j W_ij P_j / sum_j V_j W_ij + f rho0 g . (x_b - x')      P_i + P_b at least 0
//
// A wall that mirrors P_i alone answers every fluctuation of P_i at twice the force that the compression it causes
// stands for: it feeds energy into water at rest, which then boils. f = min(1, 2 P / (rho0 g h)) fades the weight of
// water out for spray, which carries none.
#pragma once

#include <algorithm>

#include "step/step.h"

namespace panta {

namespace fields {
/// p / c^2.
inline constexpr Field<Real> pressure_term{"pressure.term", "Pa", 0, Lifetime::scratch};
}  // namespace fields

/// The gradient of pressure in fluid at rest (Pa/m), as far as fluid under pressure `p` carries its weight: f rho0 g.
/// `h`: the support radius.
inline Vec3 slope_at_rest(const Vec3& gravity, Real density, Real h, Real p) {
    const Real film = density * norm(gravity) * h / 2;
    return (film > 0 ? std::min(Real(1), p / film) : 0) * density * gravity;
}

/// Declares the fields of the pressure force.
void attach_pressure_force(Particles& particles);

/// Adds the force of fields::pressure to the predicted velocities and to the wall forces.
void apply_pressure(const Step& step);

}  // namespace panta
