#include "geometry/outline.h"

#include <utility>

namespace panta {
namespace {

/// Where an edge passes z = 0; computed from its lower end, so that both triangles of the edge get the same point.
Vec3 passage(Vec3 a, Vec3 b) {
    if (a.z > b.z) std::swap(a, b);
    const Vec3d low = a, high = b;
    Vec3 p = to_real(low + (high - low) * (-low.z / (high.z - low.z)));
    p.z = 0;
    return p;
}

}  // namespace

Outline cut_at_z0(const TriangleMesh& mesh) {
    Outline outline;
    for (const auto& triangle : mesh.triangles) {
        // Going round the triangle, the cut starts where it dives below the plane and ends where it comes up.
        Vec3 down, up;
        bool cuts = false;
        for (int k = 0; k < 3; ++k) {
            const Vec3 &a = mesh.vertices[triangle[k]], &b = mesh.vertices[triangle[(k + 1) % 3]];
            if ((a.z >= 0) == (b.z >= 0)) continue;
            cuts = true;
            (a.z >= 0 ? down : up) = passage(a, b);
        }
        if (cuts && down != up) outline.push_back({down, up});
    }
    return outline;
}

double signed_area(const Outline& outline) {
    double area = 0;
    for (const auto& [a, b] : outline) area += (double(a.x) * b.y - double(b.x) * a.y) / 2;
    return area;
}

TriangleMesh extruded(const Outline& outline) {
    Box box;
    for (const auto& [a, b] : outline) box.extend(a), box.extend(b);
    const Real reach = outline.empty() ? 1 : std::max(box.size().x, box.size().y);
    TriangleMesh walls;
    for (const auto& [a, b] : outline) {
        const auto first = uint32_t(walls.vertices.size());
        walls.vertices.insert(walls.vertices.end(),
                              {{a.x, a.y, -reach}, {b.x, b.y, -reach}, {b.x, b.y, reach}, {a.x, a.y, reach}});
        walls.triangles.push_back({first, first + 1, first + 2});
        walls.triangles.push_back({first, first + 2, first + 3});
    }
    return merged(walls);
}

}  // namespace panta
