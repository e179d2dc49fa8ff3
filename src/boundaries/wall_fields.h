// The fields that wall particles have besides those of every particle.
#pragma once

#include "particles/field.h"

namespace panta::wall {

inline constexpr Field<Vec3> normal{"wall.normal", "1"};  // unit vector from the wall into the fluid
inline constexpr Field<Real> depth{"wall.depth", "m"};    // how far the particle lies behind the surface

inline constexpr Field<uint32_t> layers{"wall.layers", "1", 1};  // layers of wall particles behind that surface

}  // namespace panta::wall
