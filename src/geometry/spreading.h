// Evens out points on a surface: where the fronts of a crystal met (thinning.h) there are gaps of up to two spacings,
// and water in a cup would be pressed into them.
#pragma once

#include <cmath>
#include <vector>

#include "geometry/point_cells.h"

namespace panta {

/// Points push those that are nearer than 1.8 spacings away, the more the nearer they are, and go where `project`
/// brings them back onto the surface: bool project(Vec3d& point), false if it cannot.
template <class Project>
void spread(std::vector<Vec3d>& points, double spacing, const Project& project) {
    constexpr int rounds = 40;
    constexpr double reach = 1.8, part = 0.03, farthest = 0.1;  // of spacings
    for (int round = 0; round < rounds; ++round) {
        const PointCells cells(points, reach * spacing);
        std::vector<Vec3d> next = points;
        for (size_t k = 0; k < points.size(); ++k) {
            Vec3d push;
            cells.around(points[k], [&](uint32_t other) {
                const Vec3d away = points[k] - points[other];
                const double d = norm(away);
                if (d > 0 && d < reach * spacing) push += (std::pow(reach * spacing / d, 2) - 1) / d * away;
            });
            const double way = part * norm(push);
            Vec3d moved = points[k] + (way > farthest ? farthest / way : 1.) * part * spacing * push;
            if (project(moved)) next[k] = moved;
        }
        points.swap(next);
    }
}

}  // namespace panta
