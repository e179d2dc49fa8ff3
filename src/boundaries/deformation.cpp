#include "boundaries/deformation.h"

#include <algorithm>

#include "geometry/facing.h"

namespace panta {

namespace {

/// A point as far from a closed surface as it was, on the side where it was. Where the surface folds, a triangle may
/// have turned it through the one beside it: then it is put before the closest one.
Vec3d on_side(const TriangleBvh& surface, bool inside, Vec3d p, double distance) {
    constexpr int most_folds = 4;
    for (int fold = 0; fold < most_folds && surface.inside(p) != inside; ++fold) {
        const auto closest = surface.closest(p);
        const Vec3d normal = surface.normal(closest->triangle);
        p = closest->point + normal * ((inside ? -1. : 1.) * distance * (1 << fold));
    }
    return p;
}

}  // namespace

Deformation::Deformation(Wall wall)
    : wall_(std::move(wall)), before_(std::make_shared<const TriangleBvh>(placed_mesh(wall_, 0))), now_(before_) {}

void Deformation::advance(double from, double to) {
    const auto surface_at = [&](double time) -> Surface {
        if (time == time_before_) return before_;
        if (time == time_now_) return now_;
        return std::make_shared<const TriangleBvh>(placed_mesh(wall_, time));
    };
    const Surface before = surface_at(from), now = surface_at(to);
    before_ = before, now_ = now;
    time_before_ = from, time_now_ = to;
    const auto &starts = before_->mesh().vertices, &ends = now_->mesh().vertices;
    stride_ = 0;
    for (size_t v = 0; v < starts.size(); ++v) stride_ = std::max(stride_, double(norm(ends[v] - starts[v])));
}

Vec3d Deformation::along(const TriangleBvh& from, const TriangleBvh& to, const Vec3d& p) const {
    constexpr double reach = 2;  // strides: what is farther away is not reached, also beside an edge
    if (stride_ == 0) return p;
    const auto closest = from.closest(p, reach * stride_);
    if (!closest) return p;
    // The closest point of the surface goes where its triangle does, and p turns about it with the triangle.
    const uint32_t triangle = closest->triangle;
    const Vec3d foot = anchored(to.mesh(), anchor_at(from, triangle, closest->point));
    const Vec3d moved = foot + turned_along(from.mesh(), to.mesh(), triangle, p - closest->point);
    return from.closed() ? on_side(to, from.inside(p), moved, closest->distance) : moved;
}

Wall Deformation::now() const {
    return {MeshWall{std::make_shared<const TriangleMesh>(now_->mesh()), std::get<MeshWall>(wall_.shape).fluid}};
}

}  // namespace panta
