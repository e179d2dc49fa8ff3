// The pair sums of the fluid's viscosities; see fluid.h for the formulas.
#pragma once

#include "step/step.h"

namespace panta::fluid {

/// Adds laminar viscosity, from the field fluid::viscosity, to the acceleration.
void add_laminar_viscosity(const Step& step);
/// Adds artificial viscosity, from the field fluid::artificial, to the acceleration.
void add_artificial_viscosity(const Step& step);

}  // namespace panta::fluid
