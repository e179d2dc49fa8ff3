// Running the scene of a case in memory, with a look at the world at even times.
#pragma once

#include <functional>
#include <span>

#include "scene/scene.h"
#include "step/world.h"

namespace panta::validation {

/// Builds the scene and steps it to its end; `look` sees the world at the start and after every frame of the scene.
/// What the passes left in scratch fields is not to be relied on.
void simulate(const Scene& scene, int threads, const std::function<void(const World&)>& look);
/// The same for a world that is built already; the scene tells its frames.
void simulate(World& world, const Scene& scene, const std::function<void(const World&)>& look);

/// Mean position of all particles, weighted by mass, m.
Sum3 centre_of_mass(const World& world);
/// The farthest particle along x that has another one less than a spacing behind it, and half a spacing for its own
/// size: spray of single particles is not the front.
double bulk_front(std::span<const Vec3> positions, double spacing);
/// Fastest particle, m/s.
double largest_speed(const World& world);

}  // namespace panta::validation
