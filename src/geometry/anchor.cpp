#include "geometry/anchor.h"

#include "base/check.h"

namespace panta {

namespace {

struct Frame {
    Vec3d corner, along, aside, normal;
    double length;  // of the cross product of the edges

    Frame(const TriangleMesh& mesh, uint32_t triangle) {
        const auto& [a, b, c] = mesh.triangles[triangle];
        corner = mesh.vertices[a];
        along = Vec3d(mesh.vertices[b]) - corner;
        aside = Vec3d(mesh.vertices[c]) - corner;
        const Vec3d across = cross(along, aside);
        length = norm(across);
        normal = length > 0 ? across / length : Vec3d{0, 1, 0};
    }
};

}  // namespace

Anchor anchor_of(const TriangleBvh& surface, const Vec3d& point) {
    const auto closest = surface.closest(point);
    check(closest.has_value(), "a surface has triangles");
    return anchor_at(surface, closest->triangle, point);
}

Anchor anchor_at(const TriangleBvh& surface, uint32_t triangle, const Vec3d& point) {
    const Frame frame(surface.mesh(), triangle);
    const Vec3d p = point - frame.corner;
    // The components in the plane of the triangle, by the dual of its edges.
    const Vec3d across = cross(frame.along, frame.aside);
    const double area2 = dot(across, across);
    Anchor anchor{triangle, 0, 0, dot(p, frame.normal)};
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

Vec3d anchored_velocity(const TriangleMesh& mesh, std::span<const Vec3> velocities, const Anchor& anchor) {
    const Frame frame(mesh, anchor.triangle);
    const auto& [a, b, c] = mesh.triangles[anchor.triangle];
    const Vec3d corner = velocities[a], along = Vec3d(velocities[b]) - corner, aside = Vec3d(velocities[c]) - corner;
    // The normal turns as the cross product of the edges does, but keeps its length.
    Vec3d turn;
    if (frame.length > 0) {
        const Vec3d change = (cross(along, frame.aside) + cross(frame.along, aside)) / frame.length;
        turn = change - frame.normal * dot(frame.normal, change);
    }
    return corner + along * anchor.u + aside * anchor.v + turn * anchor.height;
}

Vec3d anchored_normal(const TriangleMesh& mesh, const Anchor& anchor) { return Frame(mesh, anchor.triangle).normal; }

}  // namespace panta
