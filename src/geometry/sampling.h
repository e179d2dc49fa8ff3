// Points that fill shapes and cover surfaces.
#pragma once

#include <vector>

#include "geometry/shape.h"

namespace panta {

/// Points of a square or cubic lattice within the shape, at the centres of cells of size `spacing`. A box's lattice
/// starts at its lower corner, so a box of n cells has exactly n points along each side, the first half a spacing from
/// the surface; other shapes are in the middle of their lattice. Boxes and cylinders take the lattice along when
/// turned.
std::vector<Vec3> fill_lattice(const Shape& shape, Real spacing);

/// Points on a surface with unit normals.
struct SurfaceSamples {
    std::vector<Vec3> points;
    std::vector<Vec3> normals;
};

/// Covers a mesh with about one point per spacing^2, evenly, shared edges once, no hole wider than about a spacing.
/// Normals are those of the triangles.
SurfaceSamples sample_surface(const TriangleMesh& mesh, Real spacing);
/// Covers the surface at the signed distance `level` from the shape (0: its own surface); normals lead away from the
/// shape. Parts of the shape that are thinner than the level asks for are left out.
SurfaceSamples sample_level(const Shape& shape, double level, Real spacing);
/// Covers the surface at a distance from a mesh, on either side and around its rims; normals lead away from the mesh.
SurfaceSamples sample_around(const TriangleMesh& mesh, double distance, Real spacing);
/// The surface of sample_level with some 20 points per spacing^2, densely and without order.
SurfaceSamples scatter_level(const Shape& shape, double level, Real spacing);

// Regular grids. Steps are stretched or shrunk so that a whole number of them fits (the count nearest to `spacing`);
// ends, edges and corners have points, each once.
std::vector<Vec3> sample_segment(const Vec3& a, const Vec3& b, Real spacing);
std::vector<Vec3> sample_rectangle(const Vec3& corner, const Vec3& side_u, const Vec3& side_v, Real spacing);
/// The surface of a box (3) or the border of a rectangle at z = 0 (2); edges and corners have the mean normal.
SurfaceSamples sample_box(const Box& box, Real spacing, int dimension = 3);

}  // namespace panta
