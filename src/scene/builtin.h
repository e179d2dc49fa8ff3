// The one list of built-in modules: which pressure methods and behaviours exist, and how a scene switches them on.
#pragma once

#include <memory>

#include "scene/scene.h"
#include "step/world.h"

namespace panta::scene {

/// Adds the pressure method and the behaviours that the scene asks for. `expected_speed` in m/s.
void add_modules(const Scene& scene, Real expected_speed, World& world);

}  // namespace panta::scene
