// The fields that wall particles have besides those of every particle, and those by which neighbours know their sides.
#pragma once

#include "neighbours/wall_sides.h"
#include "particles/particles.h"

namespace panta::wall {

// What it counts as in the sums of implicit pressure solvers, whose kernel for walls is narrower (wall_volumes.h).
inline constexpr Field<Real> solver_volume{"wall.solver_volume", "m^3"};

// 0: the fluid slips along the wall, 1: it sticks to it.
inline constexpr Field<Real> friction{"wall.friction", "1", 1};

// Where a particle of a wall that moves is, and where its normal points, when the wall is at rest.
inline constexpr Field<Vec3> rest_position{"wall.rest_position", "m", {}, Lifetime::internal};
inline constexpr Field<Vec3> rest_normal{"wall.rest_normal", "1", {}, Lifetime::internal};
// Where a particle of a wall will be when the step ends; declared if walls move.
inline constexpr Field<Vec3> predicted_position{"wall.predicted_position", "m", {}, Lifetime::scratch};
// The number of the place on its mesh to which a particle of an animated wall is tied (moving_walls.h).
inline constexpr Field<uint32_t> anchor{"wall.anchor", "1", 0, Lifetime::internal};

/// Calls work.template operator()<field>() with the field that says where walls will be when the step ends.
template <class Work>
void with_place_ahead(const Particles& walls, const Work& work) {
    if (walls.has(predicted_position))
        work.template operator()<predicted_position>();
    else
        work.template operator()<fields::position>();
}

}  // namespace panta::wall
