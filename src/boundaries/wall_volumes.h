// Volumes of wall particles (Akinci et al. 2012): what a wall particle contributes to the compression of a fluid
// follows from how densely the wall is sampled around it, V_b = factor / sum_b' W_bb', so that uneven sampling does no
// harm. The factor makes the compression of fluid at rest beside a flat wall exactly one.
//
// Pressure solvers push fluid off walls with its own pressure alone (pressure/operators.h), half of what fluid in the
// wall's place would push with. They sum over walls with a kernel that is narrower and therefore steeper, which makes
// up for most of the other half, and with volumes that belong to that kernel. With the wide one, fluid under weight
// creeps up to the wall surface and packs more densely there.
#pragma once

#include "base/threads.h"
#include "kernels/smoothing.h"
#include "neighbours/periodicity.h"
#include "particles/particles.h"

namespace panta {

/// The part of the support radii over which pressure solvers see walls. Much narrower kernels would feel single wall
/// particles: with 5/6, what the wall adds still differs by less than 4 % from place to place.
inline constexpr Real solver_reach = Real(5) / 6;

/// Sets fields::volume and wall::solver_volume of all wall particles; wall::layers says how many layers lie behind the
/// surface of each.
void measure_wall_volumes(Particles& walls, const Smoothing& smoothing, const Periodicity& periodicity, Real spacing,
                          const Threads& threads);

/// The factor for a wall of `layers` layers, sampled at the spacing of the fluid, and seen over `reach` of the support.
Real flat_wall_factor(const Smoothing& smoothing, Real support, Real spacing, int layers, Real reach = 1);

}  // namespace panta
