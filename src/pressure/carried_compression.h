// Compression that particles carry along, instead of the sum of the volumes around them:
//
//     dc_i/dt = sum_j V_j (v_i - v_j) . grad W_ij  +  delta h cs sum_j V_j (c_j - c_i - c'_ij) (-W'_ij / r_ij)
//
// V volume at rest, v velocity (m/s), cs speed of sound (m/s), h support radius (m), r distance (m), W' = dW/dr.
//
// The first sum, the continuity equation, is the rate of the sum of volumes itself. So c is that sum plus a surplus,
// which only the second one changes. It smooths c over particles, not over walls (Molteni and Colagrossi 2009, with
// delta = 0.1; their smoothing length is half of our h), all but the difference c' that water at rest has between i and
// j (Fourtakas et al. 2019, section 3.2), with the density and stiffness of i: under gravity what i loses is only
// nearly what j gains. A particle begins with c = 1, wherever it is.
//
// Particles at a free surface, which lack neighbours, carry pressure without crowding this way. The price: errors add
// up, since nothing brings the surplus back; stirred fluid changes its volume.
#pragma once

#include <limits>

#include "step/step.h"

namespace panta {

class Wcsph;

namespace pressure {
/// What carried compression has beyond the sum of volumes. The initial value stands for "not known yet".
inline constexpr Field<Real> surplus{"pressure.surplus", "1", std::numeric_limits<Real>::lowest(), Lifetime::internal};
}  // namespace pressure

/// Adds the surplus to fields::compression, which is the sum of volumes; for new particles what makes it one.
void add_surplus(const Step& step);

/// Smooths over a step, at the pressures of its start.
void smooth_surplus(const Step& step, const Wcsph& wcsph);

}  // namespace panta
