// What a scene can say of how viscosity and surface tension of its fluids are computed.
#pragma once

#include <cstdint>

#include "base/parameters.h"
#include "base/vec.h"
#include "tracks/keyed.h"

namespace panta {

enum class ViscosityMethod : uint8_t { automatic, explicit_force, implicit_solve };

/// How laminar viscosity is computed. The choice is the scene's, not the material's: two fluids that touch share it.
struct ViscosityParams {
    ViscosityMethod method = ViscosityMethod::automatic;
    Keyed<Real> tolerance = Real(0.001);  // on the viscous force, root mean square over all particles
    Keyed<int> most_iterations = 200;
};

template <class Visitor>
void visit(Visitor& v, ViscosityParams& p) {
    v("method", p.method, {.doc = "How viscosity is computed"});
    v("tolerance", p.tolerance,
      {.unit = "1",
       .min = 1e-5,
       .max = 0.1,
       .doc = "Error of viscous forces at which the implicit solver is content",
       .time_only = true});
    v("most_iterations", p.most_iterations,
      {.unit = "1",
       .min = 1,
       .max = 10000,
       .doc = "Iterations after which the implicit solver gives up",
       .time_only = true});
}

enum class TensionMethod : uint8_t { akinci, becker_teschner };

/// How surface tension is computed; the scene's choice too.
struct TensionParams {
    TensionMethod method = TensionMethod::akinci;
};

template <class Visitor>
void visit(Visitor& v, TensionParams& p) {
    v("method", p.method, {.doc = "How surface tension is computed"});
}

/// Whether particles are moved apart where they crowd; the scene's choice too.
struct ShiftingParams {
    Keyed<Real> strength = Real(0);  // s of shifting.h
};

template <class Visitor>
void visit(Visitor& v, ShiftingParams& p) {
    v("strength", p.strength,
      {.unit = "1",
       .min = 0,
       .max = 10,
       .doc = "How far particles are shifted from where they crowd; 2 is usual for flows without a free surface, 0 is "
              "off",
       .time_only = true});
}

}  // namespace panta
