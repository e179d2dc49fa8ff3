// What the cases of heat share: the scene's world with heat in it, and walls with a temperature.
#pragma once

#include <memory>
#include <vector>

#include "exchanges/heat/heat.h"
#include "scene/scene.h"
#include "step/world.h"

namespace panta::validation {

/// The world of the scene whose bodies have that heat.
std::unique_ptr<World> build_warm(const Scene& scene, int threads, const std::vector<HeatParams>& by_body);

/// Gives the wall particles to the left of `x` a temperature (K); the others stay insulated.
void heat_wall_left_of(World& world, Real x, Real temperature);

void advance_to(World& world, double time);

}  // namespace panta::validation
