// The sums over neighbours that implicit viscosity is made of; see implicit_viscosity.h for the method.
//
// A pair resists what changes its length, as a dashpot between its particles does:
//
//     f_ij = -k_ij (v_ij . n) n,    k_ij = -(d + 2) V_i V_j m_ij W'(r) / r,    n = x_ij / r                (1)
//
// d is the dimension, m_ij is 4 m_i m_j / (m_i + m_j). With m = mu, where it is the same everywhere, this is the
// laplacian of Weiler et al. 2018, but for what they add to r^2 to keep it from zero: n is finite without. Their W is
// the kernel of the pressure; ours is `Broad`, and m is mu times a factor. Both serve one end, that the viscosity is
// the one that was asked for: on a lattice over two spacings with the cubic spline, fluid that is sheared along the
// lattice has only 0.7 of it.
//
// The factor: particles that are few, uneven or at a surface make a dissipation that is not that of a full, even
// neighbourhood. What they make in the flow at hand is known, so m_i is chosen such that it comes out right:
//
//     m_i = mu_i (2 D:D + (tr D)^2) / ((d + 2) s_i),   s_i = sum_j V_j (-W'/r) (n . D x_ij)^2                (2)
//     D_i = sum_j V_j (-W'/r) sym(v_ij x_ij^T)                                                               (3)
//
// as the energy method does for bonds of peridynamic solids (Le and Bobaru 2018). Only the direction of D matters.
//
// Walls: the velocity behind a wall is such that it is the wall's at its surface (Morris 1997, 4.1), so a pair with a
// wall particle has k times 1 + depth / distance. Walls are part of the diagonal and are visited once per step.
#pragma once

#include "step/step.h"

namespace panta::fluid {

/// sym D, from the predicted velocities.
inline constexpr Field<Vec3> strain_diagonal{"fluid.strain_diagonal", "1/s", {}, Lifetime::scratch};
inline constexpr Field<Vec3> strain_mixed{"fluid.strain_mixed", "1/s", {}, Lifetime::scratch};
/// m.
inline constexpr Field<Real> bond_viscosity{"fluid.bond_viscosity", "Pa s", 0, Lifetime::scratch};
/// Sum of k n n^T over all neighbours, and over walls.
inline constexpr Field<Vec3> drag_diagonal{"fluid.drag_diagonal", "kg/s", {}, Lifetime::scratch};
inline constexpr Field<Vec3> drag_mixed{"fluid.drag_mixed", "kg/s", {}, Lifetime::scratch};
inline constexpr Field<Vec3> wall_drag_diagonal{"fluid.wall_drag_diagonal", "kg/s", {}, Lifetime::scratch};
inline constexpr Field<Vec3> wall_drag_mixed{"fluid.wall_drag_mixed", "kg/s", {}, Lifetime::scratch};
/// The velocity that the bonds act on, and the force they make of it.
inline constexpr Field<Vec3> bond_velocity{"fluid.bond_velocity", "m/s", {}, Lifetime::scratch};
inline constexpr Field<Vec3> bond_force{"fluid.bond_force", "N", {}, Lifetime::scratch};

/// Declares all of these fields.
void attach_viscous_bonds(Particles& particles);

/// (3), then (2) from the field fluid::drag: the bonds of this step.
void weigh_bonds(const Step& step);

/// Writes the forces (1) on the predicted velocities, walls included, to bond_force, adds those of walls to the wall
/// forces, and writes the drags.
void measure_drag(const Step& step);

/// Writes the forces (1) on bond_velocity, of walls at rest, to bond_force.
void apply_bonds(const Step& step);

}  // namespace panta::fluid
