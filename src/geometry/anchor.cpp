#include "geometry/anchor.h"

#include "base/check.h"

namespace panta {

namespace {

struct Frame {
    Vec3d corner, along, aside, normal;

    Frame(const TriangleMesh& mesh, uint32_t triangle) {
        const auto& [a, b, c] = mesh.triangles[triangle];
        corner = mesh.vertices[a];
        along = Vec3d(mesh.vertices[b]) - corner;
        aside = Vec3d(mesh.vertices[c]) - corner;
        const Vec3d across = cross(along, aside);
        const double length = norm(across);
        normal = length > 0 ? across / length : Vec3d{0, 1, 0};
    }
};

}  // namespace

Anchor anchor_of(const TriangleBvh& surface, const Vec3d& point) {
    const auto closest = surface.closest(point);
    check(closest.has_value(), "a surface has triangles");
    const Frame frame(surface.mesh(), closest->triangle);
    const Vec3d p = point - frame.corner;
    // The components in the plane of the triangle, by the dual of its edges.
    const Vec3d across = cross(frame.along, frame.aside);
    const double area2 = dot(across, across);
    Anchor anchor{closest->triangle, 0, 0, dot(p, frame.normal)};
    if (area2 > 0) {
        anchor.u = dot(cross(p, frame.aside), across) / area2;
        anchor.v = dot(cross(frame.along, p), across) / area2;
    }
    return anchor;
}

Vec3d anchored(const TriangleMesh& mesh, const Anchor& anchor) {
    const Frame frame(mesh, anchor.triangle);
    return frame.corner + frame.along * anchor.u + frame.aside * anchor.v + frame.normal * anchor.height;
}

}  // namespace panta
