// An orientation that follows keys. Orientations are not added but composed, so that what is between two keys is not
// the mean of their numbers: from key to key it goes the shortest way, about one axis,
//
//     R(t) = turn(axis, e(s) angle) R_a
//
// with s and e of keyed.h. Before the first key and after the last one it rests.
#pragma once

#include "geometry/turns.h"
#include "tracks/keyed.h"

namespace panta {

class Turning {
public:
    Turning() = default;  // not turned
    /// Keys are angles about the fixed x, then y, then z axis, degrees.
    static Turning through_angles(const Keyed<Vec3>& angles);
    /// Keys are directions, of any lengths but zero; the orientation is how the first is turned to the one of the time.
    static Turning through_directions(const Keyed<Vec3>& directions);

    bool is_constant() const { return keyed_.is_constant(); }
    Rotation at(double time) const;
    /// Its angular velocity, rad/s.
    Vec3d velocity(double time) const;
    /// A bound on the length of that between two times.
    double fastest(double begin, double end) const;

private:
    struct Orientation {
        Rotation turned;
        Turn next;  // to the next key
    };
    Keyed<Orientation> keyed_;  // over time
};

}  // namespace panta
