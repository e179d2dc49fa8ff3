// Sums over the velocities around a particle, measured on the way when compression is: loading neighbours costs more
// than summing over them. For forces that are a common multiple of such a sum for all particles; who wants the first
// declares its field, who wants the second declares both, and whoever measures compression fills them.
//
//     spread_i  = sum_j V_j W'(r) / r (v_i - v_j)                          half of the laplacian of v, for like volumes
//     closing_i = sum_j V_j W'(r) / r min(0, v_ij . x_ij) / (r^2 + 0.01 h^2) x_ij           of approaching pairs only
//
// over particles, not walls; velocities are those at the start of the step.
#pragma once

#include "step/step.h"

namespace panta::fields {

inline constexpr Field<Vec3> velocity_spread{"step.velocity_spread", "1/(m s)", {}, Lifetime::scratch};
inline constexpr Field<Vec3> velocity_closing{"step.velocity_closing", "1/(m s)", {}, Lifetime::scratch};

}  // namespace panta::fields
