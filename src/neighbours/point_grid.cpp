#include "neighbours/point_grid.h"

#include "base/check.h"
#include "neighbours/particle_loop.h"

namespace panta {

void PointGrid::assign(std::span<const Vec3> points, Real reach, const Periodicity& periodicity,
                       const Threads& threads) {
    check(reach > 0, "points are searched for within a positive reach");
    periodicity_ = periodicity;
    repeats_ = periodicity.any();
    grid_.assign(points, reach, periodicity, threads);
    sorted_.resize(points.size());
    for_each_index(points.size(), threads, [&](size_t k) { sorted_[k] = points[grid_.order()[k]]; });
}

}  // namespace panta
