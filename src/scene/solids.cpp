#include "scene/solids.h"

#include <algorithm>
#include <cmath>

#include "geometry/mesh.h"
#include "scene/mesh_files.h"

namespace panta::scene {

namespace {

template <class... Cases>
struct Match : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Match(Cases...) -> Match<Cases...>;  // clang 16 does not deduce it

panta::Box box_of(const BoxShape& shape) {
    const BoxCorners c = corners(shape);
    return {c.min, c.max};
}

panta::Shape shape_of(const BoxShape& box, const panta::Placement& placement, int dimension) {
    return panta::Shape::box(box_of(box), placement, dimension);
}
panta::Shape shape_of(const SphereShape& s, const panta::Placement& placement, int dimension) {
    return panta::Shape::sphere(s.centre, s.radius, placement, dimension);
}
panta::Shape shape_of(const CylinderShape& c, const panta::Placement& placement, int) {
    return panta::Shape::cylinder({}, c.radius, c.height, placement);
}
panta::Shape shape_of(const MeshShape& m, const panta::Placement& placement, int) {
    return panta::Shape::mesh(load_mesh(m.file.path), placement);
}

panta::Shape shape_of(const MeshFrames& frames, const panta::Placement& placement, int) {
    return panta::Shape::mesh(load_mesh(frames.files.front().path), placement);
}

Keyed<Vec3> degrees_of(const Keyed<Rotation>& rotation) {
    Keyed<Vec3> degrees = rotation.constant.degrees;
    degrees.ease = rotation.ease;
    for (const Key<Rotation>& key : rotation.keys) degrees.keys.push_back({key.at, key.value.degrees});
    return degrees;
}

}  // namespace

Real volume_of_particle(const Scene& scene) {
    return scene.dimension == 3 ? scene.spacing * scene.spacing * scene.spacing : scene.spacing * scene.spacing;
}

panta::Placement placement_of(const Placement& placement, Real more_scale) {
    return {placement.at, placement.rotate.degrees, placement.scale * more_scale};
}

MotionParams motion_of(const Motion& motion) {
    MotionParams params;
    params.pivot = motion.pivot.value_or(Vec3{});
    params.translation = motion.translate;
    params.rotation = degrees_of(motion.rotate);
    params.repeat = motion.repeat;
    params.spin = degrees_of(motion.spin);
    return params;
}

std::optional<panta::Shape> solid_of(const Scene& scene, const Body& body) {
    const auto* shape = std::get_if<Shape>(&body.source);
    if (shape == nullptr) return std::nullopt;
    const panta::Placement placement = placement_of(body.placement, shape->scale);
    return std::visit([&](const auto& form) { return shape_of(form, placement, scene.dimension); }, shape->form);
}

std::optional<panta::Shape> solid_of(const Scene& scene, const Guide& guide) {
    const panta::Placement placement = placement_of(guide.placement);
    return std::visit(
        [&]<class Form>(const Form& form) -> std::optional<panta::Shape> {
            if constexpr (std::is_same_v<Form, BodyName>)
                return std::nullopt;
            else
                return shape_of(form, placement, scene.dimension);
        },
        guide.source);
}

Wall wall_of(const Scene& scene, const Boundary& boundary, const std::string& path) {
    const FluidSide side = boundary.solid.value_or(false) ? FluidSide::outside : FluidSide::inside;
    Sides open = 0;
    for (const Face face : boundary.open) open |= Sides(1u << unsigned(face));
    const Real thickness = Real(boundary.layers) * scene.spacing;
    Wall wall{PlaneWall{}, placement_of(boundary.placement)};
    std::visit(
        Match{[&](const BoxShape& box) {
                  wall.shape = BoxWall{box_of(box), side, open, thickness};
              },
              [&](const PlaneShape& plane) {
                  wall.shape = PlaneWall{{}, plane.normal};
              },
              [&](const SphereShape& s) {
                  wall.shape = SphereWall{s.centre, s.radius, side};
              },
              [&](const CylinderShape& c) { wall.shape = CylinderWall{{}, c.radius, c.height, side, open, thickness}; },
              [&](const MeshShape& m) {
                  TriangleMesh mesh = told_of(path + "/mesh", [&] { return load_mesh(m.file.path); });
                  wall.shape = MeshWall{std::make_shared<const TriangleMesh>(std::move(mesh)), side};
              },
              [&](const MeshFrames& frames) {
                  auto animation = std::make_shared<const MeshAnimation>(animation_of(frames, path));
                  wall.shape = MeshWall{std::make_shared<const TriangleMesh>(animation->frame(0)), side,
                                        animation->frames() > 1 ? std::move(animation) : nullptr};
              }},
        boundary.form);
    if (boundary.motion) wall.motion = motion_of(*boundary.motion);
    return wall;
}

panta::Shape region_of(const Scene& scene, const Outflow& outflow) {
    return std::visit(
        [&](const auto& form) { return shape_of(form, placement_of(outflow.placement), scene.dimension); },
        outflow.form);
}

}  // namespace panta::scene
