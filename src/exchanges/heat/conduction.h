// Sums over pairs for heat.
//
// Conduction (Cleary and Monaghan 1999, in volumes): particle i receives from its neighbours
//     q_i = sum_j V_i V_j 4 k_i k_j / (k_i + k_j) (T_i - T_j) (x_ij . grad W_ij) / |x_ij|^2 / D      (W)
// which is antisymmetric: heat is handed over, none is made. The harmonic mean of the conductivities keeps the flow
// continuous where materials meet. D is LatticeSums::laplacian.
// Walls with a temperature: the temperature behind the surface is such that it is that of the wall at the surface and
// goes on linearly (as velocity does for viscosity, Morris 1997), (T_i - T_j) = (T_i - T_wall) (1 + depth / away).
// Free surface of a particle: A_i = V_i |grad C_i| / A near the surface, zero within; C sums V W over particles and
// walls, A is LatticeSums::surface. Over the layers of a flat surface these add up to its area; for a ball of ten
// spacings they are some per cent short. Near is near a free surface (step/free_surface.h): without that, disorder
// within would count as surface. Particles that fly alone, and sheets one particle thin, have no gradient. k
// conductivity, T temperature, V volume at rest.
#pragma once

#include "exchanges/heat/lattice.h"
#include "step/step.h"

namespace panta::heat {

/// Sets `flow`, `wall_flow` and `conductance` (what the flows grow by per degree of the particle's own temperature).
void measure_flows(const Step& step, const LatticeSums& lattice);

/// Sets `surface`.
void measure_surface(const Step& step, const LatticeSums& lattice);

}  // namespace panta::heat
