// What a user can say of a fluid, and of how its viscosity and its surface tension are computed.
#pragma once

#include <cstdint>
#include <vector>

#include "base/parameters.h"
#include "base/vec.h"
#include "step/volume_keys.h"

namespace panta {

struct FluidParams {
    Real density = 1000;                     // rho0
    Real viscosity = Real(0.001);            // mu, laminar
    Real artificial_viscosity = Real(0.05);  // alpha
    Real surface_tension = 0;                // sigma
    Real adhesion = 0;                       // beta, to walls
    std::vector<VolumeKey> volume = {};      // how the volume changes over time
};

template <class Visitor>
void visit(Visitor& v, FluidParams& p) {
    v("density", p.density, {.unit = "kg/m^3", .above = 0, .doc = "Mass per volume at rest; water 1000"});
    v("viscosity", p.viscosity,
      {.unit = "Pa s", .min = 0, .doc = "Dynamic viscosity; water 0.001, honey 10, tar 1000 and more"});
    v("artificial_viscosity", p.artificial_viscosity,
      {.unit = "1",
       .min = 0,
       .max = 1,
       .doc = "Damping of approaching particles (Monaghan's alpha); keeps splashes calm"});
    v("surface_tension", p.surface_tension,
      {.unit = "N/m", .min = 0, .doc = "Surface tension; water 0.073, mercury 0.48; 0 for none"});
    v("adhesion", p.adhesion,
      {.unit = "N/m",
       .min = 0,
       .doc = "Pull of walls: without it drops stay round, half the surface tension makes them rest at about 100 "
              "degrees, more makes them spread"});
    v("volume", p.volume,
      {.doc = "Volume over time, in the order of the keys' times: the fluid grows and shrinks and keeps its mass"});
}

enum class ViscosityMethod : uint8_t { automatic, explicit_force, implicit_solve };

/// How laminar viscosity is computed. The choice is the scene's, not the material's: two fluids that touch share it.
struct ViscosityParams {
    ViscosityMethod method = ViscosityMethod::automatic;
    Real tolerance = Real(0.001);  // on the viscous force, root mean square over all particles
    int most_iterations = 200;
};

template <class Visitor>
void visit(Visitor& v, ViscosityParams& p) {
    v("method", p.method, {.doc = "How viscosity is computed"});
    v("tolerance", p.tolerance,
      {.unit = "1", .min = 1e-5, .max = 0.1, .doc = "Error of viscous forces at which the implicit solver is content"});
    v("most_iterations", p.most_iterations,
      {.unit = "1", .min = 1, .max = 10000, .doc = "Iterations after which the implicit solver gives up"});
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
    Real strength = 0;  // s of shifting.h
};

template <class Visitor>
void visit(Visitor& v, ShiftingParams& p) {
    v("strength", p.strength,
      {.unit = "1",
       .min = 0,
       .max = 10,
       .doc = "How far particles are shifted from where they crowd; 2 is usual for flows without a free surface, 0 is "
              "off"});
}

}  // namespace panta
