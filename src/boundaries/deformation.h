// How an animated wall takes points along in a step: each by the triangle that is closest to it. Those beside a closed
// mesh stay on their side of it.
#pragma once

#include <memory>

#include "boundaries/wall.h"
#include "geometry/triangle_bvh.h"

namespace panta {

/// Two moments of a mesh, placed but for its motion.
class Deformation {
public:
    explicit Deformation(Wall wall);

    /// Looks at the times from and to (s), the former mostly the latter of the last call.
    void advance(double from, double to);

    /// Where a point that was at p goes along with the surface, and where one that is at p now came from. Points that
    /// the surface cannot have reached stay.
    Vec3d carried(const Vec3d& p) const { return along(*before_, *now_, p); }
    Vec3d carried_back(const Vec3d& p) const { return along(*now_, *before_, p); }

    /// The wall as it is now, rigid.
    Wall now() const;

private:
    using Surface = std::shared_ptr<const TriangleBvh>;

    Vec3d along(const TriangleBvh& from, const TriangleBvh& to, const Vec3d& p) const;

    Wall wall_;
    double time_before_ = 0, time_now_ = 0;
    Surface before_, now_;
    double stride_ = 0;  // the way of the vertex that goes farthest, m
};

}  // namespace panta
