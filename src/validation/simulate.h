// Running the scene of a case in memory, with a look at the world at even times.
#pragma once

#include <functional>
#include <span>

#include "scene/scene.h"
#include "step/world.h"
#include "validation/reference.h"

namespace panta::validation {

/// Builds the scene and steps it to its end; `look` sees the world at the start and after every frame of the scene.
/// What the passes left in scratch fields is not to be relied on.
void simulate(const Scene& scene, int threads, const std::function<void(const World&)>& look);
/// The same for a world that is built already; the scene tells its frames.
void simulate(World& world, const Scene& scene, const std::function<void(const World&)>& look);

/// Where what is measured hangs on the lattice that particles happen to settle into, it is measured from several
/// starts: the scene as it is, then with its bodies jittered, by the case's numbers "starts" and "start_jitter"
/// (spacings).
void for_each_start(const Scene& scene, const Reference& reference, const std::function<void(const Scene&)>& run);

/// What several starts gave.
struct Spread {
    double mean = 0, least = 0, most = 0;
};
Spread spread_of(std::span<const double> values);

/// Mean position of all particles, weighted by mass, m.
Sum3 centre_of_mass(const World& world);
/// The farthest particle along x that has another one less than a spacing behind it, and half a spacing for its own
/// size: spray of single particles is not the front.
double bulk_front(std::span<const Vec3> positions, double spacing);
/// Fastest particle, m/s.
double largest_speed(const World& world);

}  // namespace panta::validation
