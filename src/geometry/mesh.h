// Triangle meshes: what they measure, whether they enclose a volume, makers of simple ones, and loading from files.
//
// A triangle's normal follows the right-hand rule; a closed mesh is expected to have its normals outside.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "geometry/placement.h"

namespace panta {

struct TriangleMesh {
    std::vector<Vec3> vertices;
    std::vector<std::array<uint32_t, 3>> triangles;
};

Box bounds(const TriangleMesh& mesh);
double surface_area(const TriangleMesh& mesh);
/// The enclosed volume (Gauss); negative if the normals point inwards, meaningless unless the mesh is closed.
double signed_volume(const TriangleMesh& mesh);
/// Whether every edge is shared by exactly two triangles that run along it in opposite directions.
bool is_closed(const TriangleMesh& mesh);

TriangleMesh placed(const TriangleMesh& mesh, const Placement& placement);
/// The same surface with vertices at one and the same point made one, and without triangles that have no area by it.
TriangleMesh merged(const TriangleMesh& mesh);
/// The same surface with its normals on the other side.
TriangleMesh flipped(TriangleMesh mesh);

TriangleMesh box_mesh(const Box& box);
/// A sphere from an icosahedron whose triangles are cut in four `subdivisions` times; its vertices are on the sphere.
TriangleMesh sphere_mesh(const Vec3& centre, Real radius, int subdivisions = 3);
/// A cylinder around the y axis through `centre`, with `segments` flat sides.
TriangleMesh cylinder_mesh(const Vec3& centre, Real radius, Real height, int segments = 48);

/// Reads OBJ, STL, PLY and what else assimp reads; polygons become triangles, identical vertices one.
/// Throws InputError if there is no such file, it cannot be read, or it has no usable triangles.
TriangleMesh load_mesh(const std::filesystem::path& path);

}  // namespace panta
