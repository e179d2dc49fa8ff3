// The cut of a mesh with the plane z = 0: what a two-dimensional world sees of it.
#pragma once

#include <array>
#include <vector>

#include "geometry/mesh.h"

namespace panta {

/// Segments in the plane z = 0. Along a segment the mesh's inside is on the left.
using Outline = std::vector<std::array<Vec3, 2>>;

/// Cuts the mesh; vertices on the plane count as above it, so a closed mesh gives closed loops (none if it only
/// touches the plane from above).
Outline cut_at_z0(const TriangleMesh& mesh);
/// The area that closed loops enclose.
double signed_area(const Outline& outline);
/// Walls standing on the outline, far up and down along z, with their normals on the right-hand side of the segments:
/// distances and crossings within the plane z = 0 are those of the outline.
TriangleMesh extruded(const Outline& outline);

}  // namespace panta
