// Distances within sets of points, for tests of samplings.
#pragma once

#include <limits>
#include <vector>

#include "geometry/vec3d.h"

namespace panta::test {

/// From a place to the nearest of the points, or of all but one.
inline double nearest(const std::vector<Vec3>& points, const Vec3d& p, size_t except = ~size_t(0)) {
    double best = std::numeric_limits<double>::infinity();
    for (size_t k = 0; k < points.size(); ++k)
        if (k != except) best = std::min(best, norm(points[k] - p));
    return best;
}

}  // namespace panta::test
