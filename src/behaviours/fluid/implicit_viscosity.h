// Implicit viscosity (Weiler, Koschier, Brand and Bender 2018, "A Physically Consistent Implicit Viscosity Solver for
// SPH Fluids"): viscous forces are those of the velocities at the end of the step, so that no step is too long.
//
//     m_i (v_i - v*_i) / dt = F_i(v)                                                                         (1)
//
// v* is what all other forces make of the velocities, the last known pressure included; F are the forces of
// viscous_bonds.h, which are linear. (1) is solved by conjugate gradients, preconditioned with the blocks of three by
// three on the diagonal, until the root mean square of what is left of (1) is below the tolerance times that of
// v - v*. What is left is then added to the velocities: they become v* + dt F(v) / m, and since F acts along pairs,
// linear and angular momentum are kept to rounding, wherever the iteration stopped.
#pragma once

#include "behaviours/fluid/params.h"
#include "step/pipeline.h"

namespace panta::fluid {

/// Adds implicit viscosity, from the field fluid::drag, to the predicted velocities.
SolveReport add_implicit_viscosity(const Step& step, const ViscosityParams& params);

}  // namespace panta::fluid
