// Solids with closed forms: signed distances (negative inside, exact) and crossings of segments with their surfaces.
#pragma once

#include <cstdint>
#include <optional>

#include "geometry/placement.h"

namespace panta {

/// Half the size of what has no end along an axis (m): the z extent of shapes in two-dimensional worlds. Large against
/// every scene, small enough that its square is finite.
inline constexpr double unbounded = 1e30;

/// A signed distance and the direction in which it grows fastest (a unit vector, away from the solid).
struct Distance {
    double value;
    Vec3d gradient;
};

/// Where a segment meets a surface, as a fraction of its length, and the unit normal on the side it came from.
struct Crossing {
    double fraction;
    Vec3d normal;
};

/// The six sides of a box, as bits: -x, +x, -y, +y, -z, +z.
using Sides = uint8_t;
inline constexpr Sides all_sides = 0b111111;
constexpr Sides side_bit(int axis, bool upper) { return Sides(1u << (2 * axis + (upper ? 1 : 0))); }

struct OrientedBox {
    LocalFrame frame;  // its centre and directions
    Vec3d half;        // half its size
};

struct Ball {
    Vec3d centre;
    double radius;
    bool flat = false;  // a disc of a two-dimensional world: z plays no part
};

struct Cylinder {
    LocalFrame frame;  // its centre; the axis is the frame's y
    double radius;
    double half_height;
};

Distance distance(const OrientedBox& box, const Vec3d& p);
Distance distance(const Ball& ball, const Vec3d& p);
Distance distance(const Cylinder& cylinder, const Vec3d& p);

/// The first crossing of the segment with the surface at a fraction in [0, 1]. A start on the surface counts.
std::optional<Crossing> first_crossing(const OrientedBox& box, const Vec3d& from, const Vec3d& to);
std::optional<Crossing> first_crossing(const Ball& ball, const Vec3d& from, const Vec3d& to);
std::optional<Crossing> first_crossing(const Cylinder& cylinder, const Vec3d& from, const Vec3d& to);

}  // namespace panta
