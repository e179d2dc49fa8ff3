// How a wall moves: a rigid motion that is a function of time alone, so that nothing of it needs to be saved.
//
// A point of the wall that is at x in the scene (the pose at rest) is at time t at
//
//     x(t) = p + T(t) + K(t) S(t) (x - p)                                                                   (1)
//
// p pivot (m), T keyed shift (m), K keyed turn (tracks/turning.h), S the turn of a spin w (rad/s) about an axis that
// stays, by the integral of w from 0 to t. What repeats starts over when the last key of T and K is reached; S goes on.
#pragma once

#include <limits>

#include "geometry/placement.h"
#include "tracks/keyed.h"
#include "tracks/turning.h"

namespace panta {

/// Keys are over time.
struct MotionParams {
    Vec3 pivot;               // m
    Keyed<Vec3> translation;  // m
    Keyed<Vec3> rotation;     // angles about the fixed x, then y, then z axis, degrees
    bool repeat = false;      // after the last key of both, start over at the first
    Keyed<Vec3> spin;         // degrees/s, about one axis
};

class WallMotion {
public:
    explicit WallMotion(const MotionParams& params);

    /// (1) as a frame: what is at `local` at rest is at to_world(local) at that time.
    LocalFrame pose(double time) const;

    /// The velocity of every point of the wall: linear + angular x (point - centre).
    struct Velocity {
        Vec3d linear, angular, centre;
        Vec3d at(const Vec3d& point) const { return linear + cross(angular, point - centre); }
    };
    Velocity velocity(double time) const;

    /// A bound on the speed of all points up to `reach` (m) away from the pivot, between two times.
    double fastest(double begin, double end, double reach) const;

    Vec3d pivot() const { return pivot_; }

private:
    struct Shift {
        Vec3d way, velocity;
    };
    Shift shift(double now) const;
    double local_time(double time) const;

    Vec3d pivot_;
    Keyed<Vec3> translation_;
    Turning turning_;
    Vec3d spin_axis_;
    Keyed<Real> spin_ = 0;  // degrees/s about it
    // What repeats goes from here to there; the wrong way around, nothing does.
    double begin_ = std::numeric_limits<double>::infinity(), end_ = -begin_;
};

}  // namespace panta
