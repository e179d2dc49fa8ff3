// Particles that a cut has left too close to walls or to each other, spread before the scene begins.
#pragma once

#include <vector>

#include "step/world.h"

namespace panta::scene {

/// Lets pressure alone move the particles of some bodies in a world that has its walls, but no modules yet, until none
/// is compressed by more than 1 %, or forty times, and takes the best of that; what is left shows as the compression of
/// the first step. All else remains as it is.
void spread(World& world, Colliders colliders, const std::vector<bool>& bodies);

}  // namespace panta::scene
