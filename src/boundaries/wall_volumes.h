// Volumes of wall particles (Akinci et al. 2012): what a wall particle contributes to the compression of a fluid
// follows from how densely the wall is sampled around it, V_b = factor / sum_b' W_bb', so that uneven sampling does no
// harm. The factor makes the compression of fluid at rest beside a flat wall exactly one.
//
// Implicit pressure solvers push fluid off walls with its own pressure alone (pressure/operators.h), half of what fluid
// in the wall's place would push with. They sum over walls with a kernel that is narrower and therefore steeper, which
// makes up for part of the other half, and with volumes that belong to that kernel. With the wide one, fluid under
// weight creeps up to the wall surface and packs more densely there.
#pragma once

#include "base/threads.h"
#include "kernels/smoothing.h"
#include "neighbours/periodicity.h"
#include "particles/particles.h"

namespace panta {

/// The part of the support radii over which implicit solvers see walls. With a support of two spacings, what a wall
/// adds then grows 1.4 times as fast towards it as what fluid would add, and differs by 2 % from place to place along
/// it. Narrower kernels feel single wall particles, as do supports of less than 1.8 spacings.
inline constexpr Real solver_reach = Real(7) / 8;

/// Sets fields::volume and wall::solver_volume of all wall particles; wall::layers says how many layers lie behind the
/// surface of each.
void measure_wall_volumes(Particles& walls, const Smoothing& smoothing, const Periodicity& periodicity, Real spacing,
                          const Threads& threads);

/// The same for wall particles from index `first` on, which are new, and for all that they reach. Walls that move are
/// measured where they rest, as at the start.
void remeasure_wall_volumes(Particles& walls, size_t first, const Smoothing& smoothing, const Periodicity& periodicity,
                            Real spacing, const Threads& threads);

/// The factor for a wall of `layers` layers, sampled at the spacing of the fluid, and seen over `reach` of the support;
/// none: a sheet (neighbours/wall_sides.h).
Real flat_wall_factor(const Smoothing& smoothing, Real support, Real spacing, int layers, Real reach = 1);

}  // namespace panta
