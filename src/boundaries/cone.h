// Directions that lead into none of several walls.
#pragma once

#include <span>

#include "geometry/vec3d.h"

namespace panta {

/// The vector closest to v among those with v . n >= 0 for all normals: v itself, its projection on a wall or on the
/// crease between two, or zero in a corner.
Vec3d constrained(const Vec3d& v, std::span<const Vec3d> normals);

/// A vector near v with v . n >= bound for all normals and their bounds: how fast to go before walls that move. Walls
/// that close in on each other may leave none; then as near to that as a few rounds get.
Vec3d constrained(const Vec3d& v, std::span<const Vec3d> normals, std::span<const double> bounds);

/// A short vector with v . n = 1 or more for all normals: how to get off several walls at once; zero if it would have
/// to be longer than `longest` (the wedge between the walls is too acute).
Vec3d outwards(std::span<const Vec3d> normals, double longest);

}  // namespace panta
