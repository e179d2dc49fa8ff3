#include "render/scenery.h"

#include <cmath>
#include <numbers>
#include <optional>

namespace panta {

namespace {

/// The surface of a wall that fluid flows around at a time, before it is placed.
std::optional<TriangleMesh> obstacle(const Wall& wall, double time) {
    if (const auto* box = std::get_if<BoxWall>(&wall.shape); box && box->fluid == FluidSide::outside)
        return box_mesh(box->box);
    if (const auto* sphere = std::get_if<SphereWall>(&wall.shape); sphere && sphere->fluid == FluidSide::outside)
        return sphere_mesh(sphere->centre, sphere->radius, 5);
    if (const auto* cylinder = std::get_if<CylinderWall>(&wall.shape);
        cylinder && cylinder->fluid == FluidSide::outside)
        return cylinder_mesh(cylinder->centre, cylinder->radius, cylinder->height, 128);
    if (const auto* mesh = std::get_if<MeshWall>(&wall.shape);
        mesh && (mesh->fluid == FluidSide::outside || is_sheet(wall)))
        return mesh->animation ? mesh->animation->at(time) : *mesh->mesh;
    return std::nullopt;
}

/// The twelve edges of a box.
std::vector<DrawnLine> edges_of(const Box& box) {
    std::vector<DrawnLine> lines;
    for (int corner = 0; corner < 8; ++corner)
        for (int axis = 0; axis < 3; ++axis) {
            if (corner & (1 << axis)) continue;
            Vec3 from;
            for (int k = 0; k < 3; ++k) from[k] = corner & (1 << k) ? box.upper[k] : box.lower[k];
            Vec3 to = from;
            to[axis] = box.upper[axis];
            lines.push_back({from, to});
        }
    return lines;
}

/// The rims of an upright cylinder, and lines from one to the other.
std::vector<DrawnLine> edges_of(const CylinderWall& cylinder) {
    constexpr int segments = 96, every = 12;
    const Vec3 half{0, cylinder.height / 2, 0};
    const auto around = [&](int k) {
        const double angle = 2 * std::numbers::pi * k / segments;
        return cylinder.centre + cylinder.radius * Vec3{Real(std::cos(angle)), 0, Real(std::sin(angle))};
    };
    std::vector<DrawnLine> lines;
    for (int k = 0; k < segments; ++k) {
        lines.push_back({around(k) - half, around(k + 1) - half});
        lines.push_back({around(k) + half, around(k + 1) + half});
        if (k % every == 0) lines.push_back({around(k) - half, around(k) + half});
    }
    return lines;
}

/// The lines of a wall that holds the fluid, before it is placed; none if it is not drawn.
std::vector<DrawnLine> container(const Wall& wall, int dimension) {
    if (const auto* box = std::get_if<BoxWall>(&wall.shape)) {
        Box shown = box->box;
        if (dimension == 2) shown.lower.z = shown.upper.z = 0;
        return edges_of(shown);
    }
    if (const auto* cylinder = std::get_if<CylinderWall>(&wall.shape)) return edges_of(*cylinder);
    return {};
}

}  // namespace

Scenery scenery_of(std::span<const Wall> walls, int dimension, Real thickness, double time) {
    Scenery scenery;
    for (const Wall& wall : walls) {
        const LocalFrame pose = wall.motion ? WallMotion(*wall.motion).pose(time) : LocalFrame{};
        if (auto mesh = obstacle(wall, time)) {
            TriangleMesh& drawn = scenery.obstacles.emplace_back(placed(*mesh, wall.placement));
            for (Vec3& vertex : drawn.vertices) vertex = to_real(pose.to_world(vertex));
            if (dimension == 3) continue;
            // A flat world has no depth: squeeze it to a slab.
            const Box box = bounds(drawn);
            const Real middle = box.centre().z, squeeze = box.size().z > 0 ? thickness / box.size().z : 0;
            for (Vec3& vertex : drawn.vertices) vertex.z = (vertex.z - middle) * squeeze;
        } else {
            const auto here = [&](const Vec3& p) { return to_real(pose.to_world(placed(Vec3d(p), wall.placement))); };
            for (const DrawnLine& line : container(wall, dimension))
                scenery.containers.push_back({here(line.from), here(line.to)});
        }
    }
    return scenery;
}

}  // namespace panta
