// What is wrong with a scene although every single value is allowed.
#pragma once

#include "scene/builtin.h"
#include "scene/document.h"
#include "scene/problems.h"
#include "scene/scene.h"

namespace panta::scene {

/// Adds the problems of a scene that was read from `root`; `catalogue` are the behaviours there are. Where a value is
/// already known to be wrong, nothing is added.
void check_scene(const Scene& scene, const Node& root, const Catalogue& catalogue, Problems& problems);

}  // namespace panta::scene
