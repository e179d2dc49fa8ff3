// Points that are tied to a surface and follow it when it moves: each to the triangle of the mesh that is closest,
//     p = a + u (b - a) + v (c - a) + height n
// with corners a, b, c and unit normal n. Rigid motions are followed exactly; where the mesh stretches, distances along
// the surface stretch with it and those across it stay.
#pragma once

#include "geometry/triangle_bvh.h"

namespace panta {

struct Anchor {
    uint32_t triangle = 0;
    double u = 0, v = 0;
    double height = 0;  // m
};

Anchor anchor_of(const TriangleBvh& surface, const Vec3d& point);
/// Where the point is on a mesh of the same triangles.
Vec3d anchored(const TriangleMesh& mesh, const Anchor& anchor);

}  // namespace panta
