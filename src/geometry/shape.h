// A solid that can be filled with particles or stand in their way: box, sphere, cylinder or mesh, placed in a world of
// two or three dimensions. In two dimensions z plays no part: a box is a rectangle, a sphere a disc; there are no
// cylinders and no meshes.
#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "geometry/mesh.h"
#include "geometry/primitives.h"
#include "geometry/triangle_bvh.h"

namespace panta {

class Shape {
public:
    // Sizes that are not positive and meshes that have no inside are refused with an InputError.
    static Shape box(const Box& box, const Placement& placement = {}, int dimension = 3);
    static Shape sphere(const Vec3& centre, Real radius, const Placement& placement = {}, int dimension = 3);
    /// The axis is y before placement.
    static Shape cylinder(const Vec3& centre, Real radius, Real height, const Placement& placement = {});
    static Shape mesh(const TriangleMesh& mesh, const Placement& placement = {});

    int dimension() const { return dimension_; }
    /// In two dimensions the box is flat, at z = 0.
    Box bounds() const { return bounds_; }
    /// m^3; in two dimensions the area, m^2.
    double volume() const { return volume_; }

    /// Negative inside; exact for boxes, spheres, cylinders and meshes.
    Distance distance(const Vec3d& p) const;
    double signed_distance(const Vec3d& p) const { return distance(p).value; }
    bool contains(const Vec3d& p) const;
    /// The first crossing of the segment with the surface, from either side.
    std::optional<Crossing> first_crossing(const Vec3d& from, const Vec3d& to) const;
    /// False only if no part of the surface is in the box.
    bool surface_may_touch(const Box& box) const;

    using Mesh = std::shared_ptr<const TriangleBvh>;
    const std::variant<OrientedBox, Ball, Cylinder, Mesh>& solid() const { return solid_; }

private:
    using Solid = std::variant<OrientedBox, Ball, Cylinder, Mesh>;
    Shape(Solid solid, const Box& bounds, double volume, int dimension);

    Solid solid_;
    Box bounds_;
    double volume_;
    int dimension_;
};

}  // namespace panta
