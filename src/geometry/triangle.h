// One triangle: the watertight segment test, the closest point, and the signed crossing of a ray along an axis.
#pragma once

#include <optional>

#include "geometry/vec3d.h"

namespace panta {

/// What is the same for all triangles tested against one segment (Woop et al. 2013, section 3).
class SegmentTest {
public:
    SegmentTest(const Vec3d& from, const Vec3d& to);

    /// The fraction along the segment's line where it meets the triangle, any sign and size; none if it misses.
    std::optional<double> fraction(const Vec3d& a, const Vec3d& b, const Vec3d& c) const;

private:
    Vec3d sheared(const Vec3d& p) const;

    Vec3d from_;
    int kx_ = 0, ky_ = 1, kz_ = 2;  // z is the axis along which the segment runs furthest
    double shear_x_ = 0, shear_y_ = 0, length_z_ = 0;
};

/// The point of the triangle abc closest to p; triangles without area are treated as their edges.
Vec3d closest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c);

/// How often (-1, 0, 1) the ray from p along the positive `axis` crosses the triangle, by the side from which it comes.
template <int axis>
int ray_crossing(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c);

}  // namespace panta
