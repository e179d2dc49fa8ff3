// What a scene will need, estimated from volumes and areas without building it. Meshes count as nothing: their volume
// is known only once they are read.
#pragma once

#include "scene/scene.h"

namespace panta::scene {

/// Particles of a body at the end of the scene.
double estimate_particles(const Scene& scene, const Body& body);

/// Particles that sample a boundary. An endless plane counts as nothing.
double estimate_particles(const Scene& scene, const Boundary& boundary);

}  // namespace panta::scene
