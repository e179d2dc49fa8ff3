// The pressure force that all solvers and all materials share (physics, section 1):
//
//     m_i a_i = - V_i sum_j V_j (p_i / c_i^2 + p_j / c_j^2) grad W_ij
//
// V volume at rest, c compression, p pressure, m mass. It is antisymmetric, so momentum is conserved pair by pair. A
// wall particle mirrors the pressure of the fluid particle that sees it: p_j / c_j^2 = p_i / c_i^2.
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
