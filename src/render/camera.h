// Where the picture is taken from.
#pragma once

#include <span>

#include "base/vec.h"

namespace panta {

struct Ray {
    Vec3 origin;
    Vec3 direction;  // unit length
};

/// A pinhole camera.
class Camera {
public:
    /// Looks from `eye` to `target`, +y upwards; `field_of_view` is the height of the picture in degrees.
    Camera(const Vec3& eye, const Vec3& target, Real field_of_view, Real aspect);

    /// The ray through a point of the picture; (0, 0) is its upper left corner, (1, 1) its lower right.
    Ray ray(Real u, Real v) const;
    /// Where a point of space is in the picture; the third number is its distance along the view.
    Vec3 project(const Vec3& point) const;

    const Vec3& eye() const { return eye_; }
    const Vec3& forward() const { return forward_; }
    const Vec3& right() const { return right_; }
    const Vec3& up() const { return up_; }
    /// Width of one unit at distance one, as a fraction of the picture's height.
    Real half_height() const { return half_height_; }

private:
    Vec3 eye_, right_, up_, forward_;
    Real half_width_, half_height_;  // of the picture at distance one
};

enum class View {
    front,          // along -z: two-dimensional worlds
    three_quarter,  // from the right, the front and above
};

/// The camera that sees all of `bounds` with a small margin. `field_of_view` in degrees.
Camera camera_that_sees(const Box& bounds, View view, Real field_of_view, Real aspect);

/// The box of the points without the few that flew far away: in each axis the outermost `fraction` of them is left out.
Box bounds_without_outliers(std::span<const Vec3> points, Real fraction);

}  // namespace panta
