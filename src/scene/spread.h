// Particles that a cut has left too close to walls or to each other, spread before the scene begins.
#pragma once

#include "step/world.h"

namespace panta::scene {

/// Lets pressure alone move the particles of a world with walls and colliders, but no modules yet, until none is
/// compressed. Velocities and all else remain.
void spread(World& world, Colliders colliders);

}  // namespace panta::scene
