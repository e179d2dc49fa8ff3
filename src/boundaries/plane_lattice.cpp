#include "boundaries/plane_lattice.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace panta {

namespace {

// Of a unit vector: what is nearer to one is one, but for rounding.
constexpr double nearly_one = 1 - 1e-6;

}  // namespace

PlaneLattice::PlaneLattice(const PlaneWall& plane, const WallSampling& sampling)
    : sampling_(sampling), normal_(unit(plane.normal)) {
    check(!sampling.extent.is_empty(), "a plane is sampled over the bounds of the scene");
    foot_ = normal_ * dot(Vec3d(plane.point), normal_);
    int axis = 0;
    for (int k = 1; k < 3; ++k)
        if (std::abs(normal_[k]) > std::abs(normal_[axis])) axis = k;
    if (sampling.dimension == 2) {
        along_[0] = {normal_.y, -normal_.x, 0};
        along_[0] *= along_[0][1 - axis] < 0 ? -1.0 : 1.0;
    } else {
        Vec3d u;
        u[(axis + 1) % 3] = 1;
        along_[0] = unit(u - dot(u, normal_) * normal_);
        along_[1] = cross(normal_, along_[0]) * (normal_[axis] < 0 ? -1.0 : 1.0);
    }
    for (int k = 0; k < directions(); ++k) {
        anchor_[k] = dot(Vec3d(sampling.extent.lower), along_[k]);
        (k == 0 ? patch_.i : patch_.j) = measure(k);
    }
}

CellSpan PlaneLattice::measure(int k) const {
    const Vec3d lower = sampling_.extent.lower, upper = sampling_.extent.upper;
    double low = unbounded, high = -unbounded;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3d p{corner & 1 ? upper.x : lower.x, corner & 2 ? upper.y : lower.y,
                      sampling_.dimension == 2 ? 0.0
                      : corner & 4             ? upper.z
                                               : lower.z};
        low = std::min(low, dot(p, along_[k])), high = std::max(high, dot(p, along_[k]));
    }
    constexpr double tolerance = 0.01;
    const double d = sampling_.spacing;
    return {int64_t(std::floor((low - sampling_.support_radius - anchor_[k]) / d + tolerance)),
            int64_t(std::ceil((high + sampling_.support_radius - anchor_[k]) / d - tolerance))};
}

CellPatch PlaneLattice::cells_near(const Vec3d& p, double reach) const {
    // Whole numbers end somewhere.
    constexpr double farthest = 1e9;
    const double d = sampling_.spacing;
    const auto span = [&](int k) -> CellSpan {
        if (k >= directions()) return {};
        const double at = (dot(p, along_[k]) - anchor_[k]) / d - 0.5;
        return {int64_t(std::ceil(std::clamp(at - reach / d, -farthest, farthest))),
                int64_t(std::floor(std::clamp(at + reach / d, -farthest, farthest))) + 1};
    };
    return {span(0), span(1)};
}

void PlaneLattice::sample(const CellPatch& cells, WallSamples& samples) const {
    for (int layer = 0; layer < sampling_.layers; ++layer)
        for (int64_t j = cells.j.begin; j < cells.j.end; ++j)
            for (int64_t i = cells.i.begin; i < cells.i.end; ++i) {
                const Vec3 point = to_real(centre(layer, i, j));
                if (is_image(point)) continue;
                samples.points.push_back(point);
                samples.normals.push_back(to_real(normal_));
                samples.depths.push_back(Real(depth(layer)));
            }
}

Vec3d PlaneLattice::centre(int layer, int64_t i, int64_t j) const {
    const double d = sampling_.spacing;
    return foot_ - depth(layer) * normal_ + (anchor_[0] + (double(i) + 0.5) * d) * along_[0] +
           (sampling_.dimension == 3 ? anchor_[1] + (double(j) + 0.5) * d : 0.0) * along_[1];
}

bool PlaneLattice::is_image(const Vec3& point) const {
    if (!sampling_.periodicity.any()) return false;
    const Vec3 inside = sampling_.periodicity.wrapped(point);
    bool differs = false;
    for (int axis = 0; axis < 3; ++axis) differs |= normal_[axis] == 0 && inside[axis] != point[axis];
    return differs;
}

bool PlaneLattice::repeats(int direction) const {
    for (int axis = 0; axis < 3; ++axis)
        if (sampling_.periodicity.period[axis] > 0 && std::abs(along_[direction][axis]) > nearly_one) return true;
    return false;
}

bool PlaneLattice::fits_periods() const {
    for (int axis = 0; axis < 3; ++axis)
        if (sampling_.periodicity.period[axis] > 0 && normal_[axis] != 0 && std::abs(normal_[axis]) < nearly_one)
            return false;
    return true;
}

}  // namespace panta
