// How a wall moves: a rigid motion that is a function of time alone, so that nothing of it needs to be saved.
//
// A point of the wall that is at x in the scene (the pose at rest) is at time t at
//
//     x(t) = p + T(t) + K(t) S(t) (x - p)                                                                   (1)
//
// p pivot (m), T keyed shift (m), K keyed turn, S the turn of a steady spin w (rad/s), exp(t w). Between two keys
// the shift is on a straight line, and the turn goes the shortest way about one axis (Shoemake 1985), at a steady rate
// or with a smooth start and end. Before the first key and after the last one the wall rests, but for its spin.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/placement.h"

namespace panta {

/// How a wall goes from key to key.
enum class Interpolation : uint8_t { linear, smooth };

struct MotionKey {
    double time = 0;   // s
    Vec3 translation;  // m
    Vec3 rotation;     // angles about the fixed x, then y, then z axis, degrees
};

struct MotionParams {
    Vec3 pivot;                   // m
    std::vector<MotionKey> keys;  // times ascending
    Interpolation interpolation = Interpolation::linear;
    bool repeat = false;  // after the last key starts over at the first
    Vec3 spin;            // degrees/s
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
    struct Piece {
        double begin, end;  // s
        Vec3d from, way;    // m
        Rotation turned;    // at the beginning
        Vec3d axis;         // of the turn to the end
        double angle;       // rad
    };
    struct Moment {
        const Piece* piece;  // none: at rest
        Vec3d shift;
        Rotation turned;
        double rate = 0;  // of the fraction of the piece, 1/s
    };
    double local_time(double time) const;
    Moment moment(double time) const;

    Vec3d pivot_, spin_;  // spin in rad/s
    std::vector<Piece> pieces_;
    Vec3d last_shift_;  // where the keys end
    Rotation last_turned_;
    Interpolation interpolation_;
    bool repeat_;
};

/// The angle (degrees) of the shortest turn from one set of angles to the other.
double turn_between(const Vec3& from, const Vec3& to);

}  // namespace panta
