// What a user can say of a fluid.
#pragma once

#include "base/parameters.h"
#include "base/vec.h"

namespace panta {

struct FluidParams {
    Real density = 1000;                     // rho0
    Real viscosity = Real(0.001);            // mu, laminar
    Real artificial_viscosity = Real(0.05);  // alpha
};

template <class Visitor>
void visit(Visitor& v, FluidParams& p) {
    v("density", p.density, {.unit = "kg/m^3", .above = 0, .doc = "Mass per volume at rest; water 1000"});
    v("viscosity", p.viscosity, {.unit = "Pa s", .min = 0, .doc = "Dynamic viscosity; water 0.001, honey 10"});
    v("artificial_viscosity", p.artificial_viscosity,
      {.unit = "1",
       .min = 0,
       .max = 1,
       .doc = "Damping of approaching particles (Monaghan's alpha); keeps splashes calm"});
}

}  // namespace panta
