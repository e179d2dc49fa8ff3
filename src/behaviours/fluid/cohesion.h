// Cohesion of immiscible fluids by a jump of pressure (KEI 4.4.2): the pressure of a fluid is lowered by k_coh times
// the square of its density, summed over its own particles alone. In volumes, with c' that sum of the own phase and k
// the lowering at rest (Pa), p' = -k c'^2, and in the one pressure force p' / c'^2 is the constant -k:
//
//     f_ij = V_i V_j (k_i + k_j) grad W_ij          for pairs of one body, zero for others
//
// Inside a fluid these forces cancel. At its surface they pull inwards, against air, walls and other fluids, until the
// pressure inside is k higher; a stray particle is pulled to its own kind. A body is a phase.
#pragma once

#include <cmath>

#include "step/step.h"

namespace panta::fluid {

/// k, times the weight of the behaviour.
inline constexpr Field<Real> jump{"fluid.jump", "Pa", 0, Lifetime::scratch};
/// The body, as a number that pair loops can read.
inline constexpr Field<Real> phase{"fluid.phase", "1", 0, Lifetime::scratch};

/// Adds f / m to the acceleration.
void add_cohesion(const Step& step);

/// These forces pull particles to their places like springs, as pressure does (pressure/pressure_terms.h): steps must
/// resolve k / (rho dx^2), of which `highest` is the highest, as well as those of iisph resolve pressure.
inline Real longest_cohesion_step(Real highest) {
    constexpr Real resolution = Real(0.45);
    return resolution / std::sqrt(highest);
}

}  // namespace panta::fluid
