// Worlds that repeat: along a periodic axis a particle that leaves at one end comes back at the other.
#pragma once

#include <cmath>

#include "base/vec.h"

namespace panta {

struct Periodicity {
    Vec3 lower;   // where the period starts, per axis
    Vec3 period;  // its length, m; 0 where the axis does not repeat

    bool any() const { return period.x > 0 || period.y > 0 || period.z > 0; }

    /// The image of `p` inside the period.
    Vec3 wrapped(Vec3 p) const {
        for (int axis = 0; axis < 3; ++axis)
            if (period[axis] > 0) {
                p[axis] -= period[axis] * std::floor((p[axis] - lower[axis]) / period[axis]);
                if (p[axis] >= lower[axis] + period[axis]) p[axis] = lower[axis];  // rounding at the upper end
            }
        return p;
    }
    /// The shortest of all images of the difference `d` of two positions.
    Vec3 shortest(Vec3 d) const {
        for (int axis = 0; axis < 3; ++axis)
            if (period[axis] > 0) d[axis] -= period[axis] * std::round(d[axis] / period[axis]);
        return d;
    }
};

}  // namespace panta
