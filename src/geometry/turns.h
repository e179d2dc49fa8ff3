// Turns about axes: how they follow one another, and which is the shortest one (Shoemake 1985).
#pragma once

#include "geometry/placement.h"

namespace panta {

/// A turn about a unit axis, counter-clockwise seen from its tip.
struct Turn {
    Vec3d axis;
    double angle = 0;  // rad
};

Rotation rotation_of(const Turn& turn);

/// The turn a after the turn b.
Rotation operator*(const Rotation& a, const Rotation& b);

/// The shortest turn, by 0 to pi, from one set of angles about the fixed x, then y, then z axis (degrees) to another.
Turn turn_between_angles(const Vec3& from, const Vec3& to);

/// The shortest turn from one direction to another, of any lengths but zero. For opposite ones, which many turns
/// connect, it is about an axis as close to z as there is.
Turn turn_between_directions(const Vec3d& from, const Vec3d& to);

}  // namespace panta
