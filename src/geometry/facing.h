// Three directions that turn with a triangle: what is beside it turns along.
#pragma once

#include <optional>

#include "geometry/anchor.h"

namespace panta {

struct Facing {
    Vec3d along, normal, across;

    /// None if the triangle has no area.
    static std::optional<Facing> of(const TriangleMesh& mesh, uint32_t triangle) {
        const auto& [a, b, c] = mesh.triangles[triangle];
        const Vec3d edge = Vec3d(mesh.vertices[b]) - Vec3d(mesh.vertices[a]);
        if (!(norm(cross(edge, Vec3d(mesh.vertices[c]) - Vec3d(mesh.vertices[a]))) > 0)) return std::nullopt;
        const Vec3d along = unit(edge), normal = anchored_normal(mesh, {triangle, 0, 0, 0});
        return Facing{along, normal, cross(normal, along)};
    }
    Vec3d turned_to(const Facing& other, const Vec3d& v) const {
        return other.along * dot(v, along) + other.normal * dot(v, normal) + other.across * dot(v, across);
    }
};

/// A vector that turns as a triangle does from one mesh to the other; it stays where the triangle has no area.
inline Vec3d turned_along(const TriangleMesh& from, const TriangleMesh& to, uint32_t triangle, const Vec3d& v) {
    const auto before = Facing::of(from, triangle), after = Facing::of(to, triangle);
    return before && after ? before->turned_to(*after, v) : v;
}

}  // namespace panta
