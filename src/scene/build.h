// A world from a scene: particles that fill the bodies, walls and their particles, the modules that move them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/threads.h"
#include "scene/builtin.h"
#include "scene/scene.h"
#include "step/world.h"

namespace panta::scene {

/// What became of one body or boundary.
struct Part {
    std::string name;
    size_t particles = 0;  // at the start
    size_t carved = 0;     // lattice points that were left out because something else is there already
};

struct BuiltWorld {
    std::unique_ptr<World> world;
    std::vector<Part> bodies, boundaries;
};

/// Builds the world of a scene. Fluid that overlaps a wall (or is nearer to it than a tenth of a spacing) or a body
/// that stands before it in the scene is carved away; what remains shares the room that is left. Throws InputError for
/// what only shows now, such as an unusable mesh.
BuiltWorld build(const Scene& scene, Threads threads, const Catalogue& catalogue = builtin_behaviours());

/// The highest speed the scene will see, m/s: as given, or from initial speeds and the height things can fall; 0 if
/// nothing moves or falls.
Real expected_speed(const Scene& scene, const World& world);

}  // namespace panta::scene
