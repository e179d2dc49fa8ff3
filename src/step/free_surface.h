// Which particles are near a free surface, for whoever acts there or must not.
//
// C sums V W over particles and walls. A particle is at a surface if few are near, or if they are on one side,
// c < 0.85 or h |grad C| > 0.7 (within a fluid disorder makes that up to 0.3, at a flat surface it is above one); it is
// near one if it is at a surface or sees a particle that is.
#pragma once

#include "step/step.h"

namespace panta {

namespace fields {
/// h grad C: points to where particles crowd.
inline constexpr Field<Vec3> crowding{"step.crowding", "1", {}, Lifetime::scratch};
/// One at a free surface, zero within.
inline constexpr Field<Real> at_surface{"step.at_surface", "1", 0, Lifetime::scratch};
/// One near a free surface, zero within.
inline constexpr Field<Real> near_surface{"step.near_surface", "1", 0, Lifetime::scratch};
}  // namespace fields

void attach_free_surface(Particles& particles);

/// Writes these fields.
void find_free_surface(const Step& step);

}  // namespace panta
