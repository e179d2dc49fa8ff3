// The openings of emitters as geometry.
#pragma once

#include <vector>

#include "scene/scene.h"
#include "step/inflow.h"

namespace panta::scene {

/// The opening of an emitter as it is at its first key; its places are on a lattice.
Opening opening_of(const Scene& scene, const Body& body);
/// How it turns from then on.
Turning turning_of(const Body& body);

/// Where particles may come in at any time of the flow: the places of the opening, as it turns.
std::vector<Vec3> places_at_any_time(const Scene& scene, const Body& body);

}  // namespace panta::scene
