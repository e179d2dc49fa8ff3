#include "boundaries/wall.h"

#include "base/check.h"
#include "base/error.h"

namespace panta {

const MeshAnimation* animation_of(const Wall& wall) {
    const auto* mesh = std::get_if<MeshWall>(&wall.shape);
    return mesh ? mesh->animation.get() : nullptr;
}

TriangleMesh placed_mesh(const Wall& wall, double time) {
    const MeshAnimation* animation = animation_of(wall);
    check(animation != nullptr, "the wall is animated");
    return placed(animation->at(time), wall.placement);
}

bool is_sheet(const Wall& wall) {
    const auto* mesh = std::get_if<MeshWall>(&wall.shape);
    return mesh && !is_closed(*mesh->mesh);
}

std::optional<Sides> side_named(std::string_view name) {
    if (name.size() != 2 || (name[0] != '-' && name[0] != '+') || name[1] < 'x' || name[1] > 'z') return std::nullopt;
    return side_bit(name[1] - 'x', name[0] == '+');
}

Shape shape_of(const Wall& wall, int dimension) {
    const Placement& placement = wall.placement;
    if (const auto* box = std::get_if<BoxWall>(&wall.shape)) return Shape::box(box->box, placement, dimension);
    if (const auto* sphere = std::get_if<SphereWall>(&wall.shape))
        return Shape::sphere(sphere->centre, sphere->radius, placement, dimension);
    check(dimension == 3, "cylinders and meshes are walls of three dimensions");
    if (const auto* cylinder = std::get_if<CylinderWall>(&wall.shape))
        return Shape::cylinder(cylinder->centre, cylinder->radius, cylinder->height, placement);
    const auto* mesh = std::get_if<MeshWall>(&wall.shape);
    check(mesh && !is_sheet(wall), "planes and sheets are not solids");
    return Shape::mesh(*mesh->mesh, placement);
}

FluidSide fluid_side(const Wall& wall) {
    if (const auto* box = std::get_if<BoxWall>(&wall.shape)) return box->fluid;
    if (const auto* sphere = std::get_if<SphereWall>(&wall.shape)) return sphere->fluid;
    if (const auto* cylinder = std::get_if<CylinderWall>(&wall.shape)) return cylinder->fluid;
    const auto* mesh = std::get_if<MeshWall>(&wall.shape);
    check(mesh, "a plane has a normal instead of an inside");
    return mesh->fluid;
}

PlaneWall placed_plane(const Wall& wall, int dimension) {
    const auto* plane = std::get_if<PlaneWall>(&wall.shape);
    check(plane, "the wall is a plane");
    Vec3d normal = rotation_of(wall.placement).turn(plane->normal);
    if (dimension == 2) normal.z = 0;
    if (!(norm(normal) > 0)) throw InputError("plane", "the normal must not be zero");
    return {to_real(placed(Vec3d(plane->point), wall.placement)), to_real(unit(normal))};
}

TriangleMesh placed_sheet(const Wall& wall) {
    check(is_sheet(wall), "the wall is a sheet");
    return placed(*std::get<MeshWall>(wall.shape).mesh, wall.placement);
}

}  // namespace panta
