#include "render/scenery.h"

#include <optional>

namespace panta {

namespace {

/// The surface of a wall that fluid flows around, before it is placed.
std::optional<TriangleMesh> obstacle(const Wall& wall) {
    if (const auto* box = std::get_if<BoxWall>(&wall.shape); box && box->fluid == FluidSide::outside)
        return box_mesh(box->box);
    if (const auto* sphere = std::get_if<SphereWall>(&wall.shape); sphere && sphere->fluid == FluidSide::outside)
        return sphere_mesh(sphere->centre, sphere->radius, 5);
    if (const auto* cylinder = std::get_if<CylinderWall>(&wall.shape);
        cylinder && cylinder->fluid == FluidSide::outside)
        return cylinder_mesh(cylinder->centre, cylinder->radius, cylinder->height, 128);
    if (const auto* mesh = std::get_if<MeshWall>(&wall.shape);
        mesh && (mesh->fluid == FluidSide::outside || is_sheet(wall)))
        return *mesh->mesh;
    return std::nullopt;
}

/// A box that holds the fluid, placed; none if it is turned.
std::optional<Box> container(const Wall& wall) {
    const auto* box = std::get_if<BoxWall>(&wall.shape);
    if (!box || box->fluid != FluidSide::inside || wall.placement.rotation != Vec3{}) return std::nullopt;
    const Vec3& at = wall.placement.translation;
    return Box{at + box->box.lower * wall.placement.scale, at + box->box.upper * wall.placement.scale};
}

}  // namespace

Scenery scenery_of(std::span<const Wall> walls, int dimension, Real thickness) {
    Scenery scenery;
    for (const Wall& wall : walls) {
        if (auto mesh = obstacle(wall)) {
            TriangleMesh& drawn = scenery.obstacles.emplace_back(placed(*mesh, wall.placement));
            if (dimension == 3) continue;
            // A flat world has no depth: squeeze it to a slab.
            const Box box = bounds(drawn);
            const Real middle = box.centre().z, squeeze = box.size().z > 0 ? thickness / box.size().z : 0;
            for (Vec3& vertex : drawn.vertices) vertex.z = (vertex.z - middle) * squeeze;
        } else if (auto box = container(wall)) {
            if (dimension == 2) box->lower.z = box->upper.z = 0;
            scenery.containers.push_back(*box);
        }
    }
    return scenery;
}

}  // namespace panta
