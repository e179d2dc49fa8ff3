// Points that are tied to a surface and follow it when it moves: each to the triangle of the mesh that is closest,
//     p = a + u (b - a) + v (c - a) + height n
// with corners a, b, c and unit normal n. Rigid motions are followed exactly; where the mesh stretches, distances along
// the surface stretch with it and those across it stay.
#pragma once

#include <span>

#include "geometry/triangle_bvh.h"

namespace panta {

struct Anchor {
    uint32_t triangle = 0;
    double u = 0, v = 0;
    double height = 0;  // m
};

Anchor anchor_of(const TriangleBvh& surface, const Vec3d& point);
/// To a given triangle.
Anchor anchor_at(const TriangleBvh& surface, uint32_t triangle, const Vec3d& point);
/// Where the point is on a mesh of the same triangles.
Vec3d anchored(const TriangleMesh& mesh, const Anchor& anchor);
/// How fast it goes there (m/s), if the vertices have these velocities.
Vec3d anchored_velocity(const TriangleMesh& mesh, std::span<const Vec3> velocities, const Anchor& anchor);
/// The unit normal of its triangle.
Vec3d anchored_normal(const TriangleMesh& mesh, const Anchor& anchor);

}  // namespace panta
