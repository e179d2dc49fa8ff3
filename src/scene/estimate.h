// What a scene will need, estimated from volumes and areas without reading any mesh. Meshes count as nothing, since
// their volume is known only once they are read; so do endless planes. count.h counts everything.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace panta::scene {

/// Particles of a body at the end of the scene.
double estimate_particles(const Scene& scene, const Body& body);

/// Particles that sample a boundary.
double estimate_particles(const Scene& scene, const Boundary& boundary);

/// Points that fill a guide.
double estimate_points(const Scene& scene, const Guide& guide);

struct Needs {
    struct Part {
        std::string name;
        double particles = 0;
        double carved = 0;   // lattice points that are left out because a wall or an earlier body is there
        std::string note{};  // what may not be meant that way
    };

    std::vector<Part> bodies, boundaries;
    double particles = 0;       // of all bodies, at the end
    double wall_particles = 0;  // of all boundaries
    bool exact = false;         // counted, not estimated
    int64_t frames = 0;
    double memory = 0;  // bytes at peak
    double disk = 0;    // bytes of frames and checkpoints
    double work = 0;    // seconds on one core, within a factor of three; 0 if not known
};

/// What running the scene takes, but for meshes and planes.
Needs estimate(const Scene& scene);

/// Sums, memory and disk for the particles of the parts in `needs`.
void add_up(const Scene& scene, Needs& needs);

}  // namespace panta::scene
