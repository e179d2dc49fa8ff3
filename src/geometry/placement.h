// Where a shape is put in the world: x' = R s x + t, first scaled, then turned, then moved.
#pragma once

#include "geometry/vec3d.h"

namespace panta {

/// How a user places a shape. The turn is about the fixed axes of the world through the shape's own origin: first
/// about x, then about y, then about z, each by an angle in degrees, counter-clockwise seen from the tip of the axis.
struct Placement {
    Vec3 translation;  // t, m
    Vec3 rotation;     // angles about x, y, z, degrees
    Real scale = 1;    // s, the same along all axes
};

/// A rotation matrix by its rows.
struct Rotation {
    Vec3d row[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

    constexpr Vec3d turn(const Vec3d& v) const { return {dot(row[0], v), dot(row[1], v), dot(row[2], v)}; }
    constexpr Vec3d turn_back(const Vec3d& v) const { return row[0] * v.x + row[1] * v.y + row[2] * v.z; }
};

/// A local frame in the world: p = origin + R local.
struct LocalFrame {
    Vec3d origin;
    Rotation rotation;

    constexpr Vec3d to_local(const Vec3d& p) const { return rotation.turn_back(p - origin); }
    constexpr Vec3d to_world(const Vec3d& local) const { return origin + rotation.turn(local); }
};

/// The matrix R of a placement; quarter turns are exact.
Rotation rotation_of(const Placement& placement);
/// A point of the shape, in the world.
Vec3d placed(const Vec3d& p, const Placement& placement);

}  // namespace panta
