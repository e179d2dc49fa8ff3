// What a scene will need, estimated from volumes and areas without building it. Meshes count as nothing, since their
// volume is known only once they are read; so do endless planes.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace panta::scene {

/// Particles of a body at the end of the scene.
double estimate_particles(const Scene& scene, const Body& body);

/// Particles that sample a boundary.
double estimate_particles(const Scene& scene, const Boundary& boundary);

struct Needs {
    struct Part {
        std::string name;
        double particles = 0;
        bool counted = true;  // false: a mesh or a plane, which the estimate leaves out
    };

    std::vector<Part> bodies, boundaries;
    double particles = 0;       // of all bodies, at the end
    double wall_particles = 0;  // of all boundaries
    int64_t frames = 0;
    double memory = 0;  // bytes at peak
    double disk = 0;    // bytes of frames and checkpoints
};

/// What running the scene takes.
Needs estimate(const Scene& scene);

/// Memory and disk for the particles counted in `needs`.
void estimate_bytes(const Scene& scene, Needs& needs);

}  // namespace panta::scene
