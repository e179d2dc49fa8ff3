// The one list of built-in modules: which pressure methods and behaviours exist, and how a scene switches them on.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "scene/scene.h"
#include "step/world.h"

namespace panta::scene {

/// What a module may want to know when it is made.
struct Surroundings {
    const Scene& scene;
    const World& world;
    Real reference_speed;  // m/s: of sound for wcsph, else the highest speed of the scene
};

/// A kind of behaviour that a track may name, and how to make it.
struct BehaviourKind {
    const BehaviourType* type;
    std::function<std::unique_ptr<Module>(const Surroundings&)> make;
};

/// All kinds that a scene may use.
using Catalogue = std::vector<BehaviourKind>;
const Catalogue& builtin_behaviours();

/// Adds the pressure method and the behaviours that the scene asks for. `expected_speed` in m/s, or 0.
void add_modules(const Scene& scene, const Catalogue& catalogue, Real expected_speed, World& world);

}  // namespace panta::scene
