// The fields of heat: what particles hold, what they are made of, and what walls are like.
#pragma once

#include "particles/particles.h"

namespace panta::heat {

/// What `temperature` is before a particle was given the temperature of its body: none is that cold.
inline constexpr Real not_yet = -1;

// State. Enthalpy is what is conserved; temperature follows from it (enthalpy.h).
inline constexpr Field<Real> enthalpy{"heat.enthalpy", "J/kg"};
inline constexpr Field<Real> temperature{"heat.temperature", "K", not_yet};
/// What single precision cuts off the enthalpy: slow heating is less per step than the last digit of a float.
inline constexpr Field<Real> remainder{"heat.remainder", "J/kg", 0, Lifetime::internal};
/// What walls, surroundings and a capacity or latent heat that changes have given so far, for the balance.
inline constexpr Field<Real> received{"heat.received", "J/kg", 0, Lifetime::internal};

// What the particle is made of, in this step (properties.h). Capacity and latent heat are remembered: when they change,
// what the particle holds does too.
inline constexpr Field<Real> conductivity{"heat.conductivity", "W/(m K)", 0, Lifetime::scratch};
inline constexpr Field<Real> capacity{"heat.capacity", "J/(kg K)", 1, Lifetime::internal};
inline constexpr Field<Real> latent_heat{"heat.latent_heat", "J/kg", 0, Lifetime::internal};
inline constexpr Field<Real> melting_point{"heat.melting_point", "K", 0, Lifetime::scratch};
inline constexpr Field<Real> melting_range{"heat.melting_range", "K", 0, Lifetime::scratch};
inline constexpr Field<Real> cooling{"heat.cooling", "W/(m^2 K)", 0, Lifetime::scratch};
inline constexpr Field<Real> surroundings{"heat.surroundings", "K", 0, Lifetime::scratch};

// Sums over neighbours.
inline constexpr Field<Real> flow{"heat.flow", "W", 0, Lifetime::scratch};                  // from other particles
inline constexpr Field<Real> wall_flow{"heat.wall_flow", "W", 0, Lifetime::scratch};        // from walls
inline constexpr Field<Real> conductance{"heat.conductance", "W/K", 0, Lifetime::scratch};  // to all of them
inline constexpr Field<Real> surface{"heat.surface", "m^2", 0, Lifetime::scratch};  // free surface of the particle

// Of wall particles. Contact: 0 for a wall that lets no heat through, 1 for one whose surface is at its temperature.
inline constexpr Field<Real> wall_temperature{"heat.wall_temperature", "K"};
inline constexpr Field<Real> wall_contact{"heat.wall_contact", "1"};

/// Gives walls the fields above, without contact. Where walls do not have them, none exchanges heat.
inline void declare_walls(Particles& walls) {
    walls.declare(wall_temperature);
    walls.declare(wall_contact);
}

}  // namespace panta::heat
