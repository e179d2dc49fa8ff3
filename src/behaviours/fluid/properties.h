// The properties of a fluid.
#pragma once

#include "tracks/property.h"

namespace panta::fluid {

inline constexpr Property<Real> viscosity{
    "viscosity",
    Real(0.001),
    {.unit = "Pa s", .min = 0, .doc = "Dynamic viscosity, mu; water 0.001, honey 10, tar 1000 and more"}};
inline constexpr Property<Real> artificial_viscosity{
    "artificial_viscosity",
    Real(0.05),
    {.unit = "1",
     .min = 0,
     .max = 1,
     .doc = "Damping of approaching particles (Monaghan's alpha); keeps splashes calm"}};
inline constexpr Property<Real> surface_tension{
    "surface_tension", 0, {.unit = "N/m", .min = 0, .doc = "Surface tension; water 0.073, mercury 0.48; 0 for none"}};
inline constexpr Property<Real> adhesion{
    "adhesion",
    0,
    {.unit = "N/m",
     .min = 0,
     .doc = "Pull of walls: without it drops stay round, half the surface tension makes them rest at about 100 "
            "degrees, more makes them spread"}};
inline constexpr Property<Real> cohesion{
    "cohesion",
    0,
    {.unit = "Pa",
     .min = 0,
     .doc = "Pressure by which a fluid keeps together, against other fluids and air; about the pressures that the "
            "scene sees keeps fluids apart that would mix; 0 for none"}};

/// The behaviour.
inline const BehaviourType& type() {
    static const BehaviourType fluid{
        "fluid",
        "Liquids: nearly incompressible, viscous",
        {&matter::density, &viscosity, &artificial_viscosity, &surface_tension, &adhesion, &cohesion, &matter::volume}};
    return fluid;
}

}  // namespace panta::fluid
