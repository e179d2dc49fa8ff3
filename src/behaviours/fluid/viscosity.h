// The pair sums of the fluid's explicit viscosities; see fluid.h for the formulas.
#pragma once

#include "step/step.h"

namespace panta::fluid {

/// Adds laminar viscosity, from the field fluid::viscosity, and artificial viscosity, from fluid::artificial, to the
/// acceleration: one of them, or both in one sweep over the pairs.
void add_viscosity(const Step& step, bool with_laminar, bool with_artificial);

}  // namespace panta::fluid
