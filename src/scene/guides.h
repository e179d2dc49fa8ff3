// The guides of a scene, filled with points.
#pragma once

#include <vector>

#include "behaviours/control/guide.h"
#include "scene/scene.h"

namespace panta::scene {

/// Throws InputError if a mesh has no inside, or if the frames of one are not of the same triangles.
std::vector<panta::Guide> guides_of(const Scene& scene);

/// A bound on the speed of the pivots of guides, m/s: what particles will be dragged to, but for turns.
Real fastest_guide(const Scene& scene);

}  // namespace panta::scene
