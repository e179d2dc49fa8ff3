// The sums over neighbours that all incompressible solvers are made of (physics, sections 1 and 3).
//
// A velocity field changes compression at the rate
//
//     dc_i/dt = 1/S sum_j V_j (v_i - v_j) . grad W_ij                                                        (1)
//
// and pressure terms P = p / c^2 change velocities by the one pressure force,
//
//     a_i = -1/rho_i ( P_i G_i + sum_j V_j P_j grad W_ij ),      G_i = sum_j V_j grad W_ij                   (2)
//
// over fluid neighbours j. Walls push with P_i alone, the derivative of the compression they cause, so they are part of
// G_i and of a rate of their own, with a steeper kernel that makes up for part of what is missing (wall_volumes.h).
// Both do not change while pressure is solved for: solvers do not visit walls again. The response of (1) to P_i through
// (2) is the diagonal of the system that every solver relaxes:
//
//     d(dc_i/dt)/dP_i = -dt R_i,      R_i = 1/S ( G_i . G_i / rho_i + V_i sum_j V_j / rho_j |grad W_ij|^2 )  (3)
//
// at least a fifth of what it is on a lattice: a particle that hardly responds must not get boundless pressure, so it
// is taken to respond more than it does.
#pragma once

#include "step/step.h"

namespace panta {

namespace pressure {
/// P that was found in the last step, as far as it is kept (implicit_pressure.cpp): where the next one starts.
inline constexpr Field<Real> kept_term{"pressure.kept_term", "Pa", 0, Lifetime::internal};
/// The part of G that walls make.
inline constexpr Field<Vec3> wall_gradient{"pressure.wall_gradient", "1/m", {}, Lifetime::scratch};
/// Rate of compression that moving walls cause.
inline constexpr Field<Real> wall_rate{"pressure.wall_rate", "1/s", 0, Lifetime::scratch};
/// R.
inline constexpr Field<Real> response{"pressure.response", "m/kg", 0, Lifetime::scratch};
/// What R was raised by.
inline constexpr Field<Real> stiffening{"pressure.stiffening", "m/kg", 0, Lifetime::scratch};
/// V P, of a pressure that is to act.
inline constexpr Field<Real> load{"pressure.load", "N m", 0, Lifetime::scratch};
/// Change of velocity that the load causes in this step.
inline constexpr Field<Vec3> push{"pressure.push", "m/s", {}, Lifetime::scratch};
/// dc/dt of the push, as far as particles cause it.
inline constexpr Field<Real> rate{"pressure.rate", "1/s", 0, Lifetime::scratch};
/// dc/dt of the velocities at the start of the step, as far as particles cause it.
inline constexpr Field<Real> starting_rate{"pressure.starting_rate", "1/s", 0, Lifetime::scratch};
/// h |G| / S: about one at a flat free surface, up to 0.3 within a fluid.
inline constexpr Field<Real> lopsidedness{"pressure.lopsidedness", "1", 0, Lifetime::scratch};
/// (2) of the terms of the last step.
inline constexpr Field<Vec3> last_acceleration{"pressure.last_acceleration", "m/s^2", {}, Lifetime::scratch};
/// Compression above one that is left for later steps.
inline constexpr Field<Real> allowance{"pressure.allowance", "1", 0, Lifetime::scratch};
/// Compression above one that pressure may leave at most (implicit_pressure.h).
inline constexpr Field<Real> most_left{"pressure.most_left", "1", 0, Lifetime::scratch};
/// Compression above one, and above what is left, at the end of the step.
inline constexpr Field<Real> excess{"pressure.excess", "1", 0, Lifetime::scratch};
}  // namespace pressure

/// Declares all of these fields.
void attach_pressure_operators(Particles& particles);

/// Measures compression, the part of walls in G, R, lopsidedness, the starting rate, the last acceleration and the sums
/// of velocity_sums.h that are declared, and keeps the gradients of all pairs for the passes below. Returns whether all
/// particles are alike, in volume and mass, and no pairs are held by bonds.
bool measure_start(const Step& step);
/// Compression, the part of walls and the gradients at fields::predicted_position, that of walls that move too; the
/// rest stays.
void measure_compression_ahead(const Step& step);

/// (1): writes the rate of compression of pressure::push.
void measure_rate(const Step& step);

/// (2): writes the change of velocity that pressure::load causes, pressure::push = kick a.
void push_by_load(const Step& step);
/// Adds a part of that to the predicted velocities, and what walls exert to the wall forces.
void follow_push(const Step& step, Real part = 1);

/// Applies the terms of the last step; after a failed attempt there are none.
void apply_last_pressure(const Step& step);

/// Compression that may be undone in this step. Fluid that is pushed apart in a short time flies apart: compression is
/// undone no faster than at a quarter of the speed at which the fluid moves, or could fall.
Real largest_correction(const Step& step);
/// Writes what of the compression measured last is to be left for later steps, and what pressure may leave: what there
/// is, and a tolerance more in this step.
///
/// Fluid without a free surface is left the tolerance in any case. Disorder takes up room: where no particle may be
/// compressed, those that are not make up for it by gaps, for which a full box has no room. Pressure rises until it has
/// pushed particles into order, and keeps them from sliding past each other.
void allow_for_later(const Step& step, Real tolerance);

/// Predicts positions from the predicted velocities.
void look_ahead(const Step& step);

}  // namespace panta
