// The boundary particles of walls that move. Every step puts them where the motion of their wall says; their volumes
// stay as they are: a rigid motion changes no distance within a wall, and animated meshes are taken to stretch little.
// Particles of an animated mesh are tied to the triangle that was closest to them (geometry/anchor.h).
#pragma once

#include <optional>
#include <vector>

#include "base/threads.h"
#include "boundaries/wall.h"
#include "geometry/anchor.h"
#include "neighbours/periodicity.h"
#include "particles/particles.h"

namespace panta {

class MovingWalls {
public:
    /// `particles` are those of the walls at rest; fields::body is the index of their wall.
    MovingWalls(const std::vector<Wall>& walls, Particles& particles);

    bool any() const;

    /// Positions, normals and velocities at a time (s).
    void place(Particles& particles, double time, const Periodicity& periodicity, const Threads& threads) const;

    /// Writes wall::predicted_position: where particles will be at a time (s).
    void predict(Particles& particles, double time, const Periodicity& periodicity, const Threads& threads) const;

    /// A bound on the speed of all wall particles between two times, m/s.
    Real fastest(double begin, double end) const;

private:
    struct Moving {
        Wall wall;
        WallMotion motion;
        double reach = 0;             // of the particles, from the pivot, m
        std::vector<Anchor> anchors;  // if the wall is animated, by wall::anchor
    };
    struct Pose;
    struct Placed;

    /// Calls put(particle, where it is, how it moves) for all particles of moving walls.
    template <class Put>
    void for_each_placed(const Particles& particles, double time, const Periodicity& periodicity,
                         const Threads& threads, const Put& put) const;

    std::vector<std::optional<Moving>> walls_;
};

}  // namespace panta
