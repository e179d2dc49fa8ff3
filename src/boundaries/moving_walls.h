// The boundary particles of walls that move. Every step puts them where the motion of their wall says; their volumes
// stay as they are, since a rigid motion changes no distance within a wall.
#pragma once

#include <optional>
#include <vector>

#include "base/threads.h"
#include "boundaries/wall.h"
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

    /// A bound on the speed of all wall particles between two times, m/s.
    Real fastest(double begin, double end) const;

private:
    struct Moving {
        WallMotion motion;
        double reach = 0;  // of the particles, from the pivot, m
    };
    std::vector<std::optional<Moving>> walls_;
};

}  // namespace panta
