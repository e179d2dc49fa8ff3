// The pair sums of the fluid's explicit viscosities; see fluid.h for the formulas.
#pragma once

#include "step/step.h"

namespace panta::fluid {

/// Adds laminar viscosity, from the field fluid::drag, and artificial viscosity, from fluid::damping, to the
/// acceleration: one of them, or both in one sweep over the pairs.
void add_viscosity(const Step& step, bool with_laminar, bool with_artificial);
/// The same where all particles have the same viscosities, from the sums of step/velocity_sums.h; only walls are left
/// to be visited.
void add_common_viscosity(const Step& step, bool with_laminar, bool with_artificial);

}  // namespace panta::fluid
