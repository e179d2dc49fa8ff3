// Volumes of wall particles (Akinci et al. 2012): what a wall particle contributes to the compression of a fluid
// follows from how densely the wall is sampled around it, V_b = factor / sum_b' W_bb', so that uneven sampling does no
// harm. The factor makes the compression of fluid at rest beside a flat wall exactly one.
#pragma once

#include "base/threads.h"
#include "kernels/smoothing.h"
#include "neighbours/periodicity.h"
#include "particles/particles.h"

namespace panta {

/// Sets fields::volume of all wall particles; wall::layers says how many layers lie behind the surface of each.
void measure_wall_volumes(Particles& walls, const Smoothing& smoothing, const Periodicity& periodicity, Real spacing,
                          const Threads& threads);

/// The factor for a wall of `layers` layers, sampled at the spacing of the fluid.
Real flat_wall_factor(const Smoothing& smoothing, Real support, Real spacing, int layers);

}  // namespace panta
