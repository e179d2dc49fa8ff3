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
    for (const MotionKey& key : motion.keys) params.keys.push_back({key.time, key.translate, key.rotate.degrees});
    params.interpolation = motion.interpolation;
    params.repeat = motion.repeat;
    params.spin = motion.spin.degrees;
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

Wall wall_of(const Boundary& boundary, const std::string& path) {
    const FluidSide side = boundary.solid.value_or(false) ? FluidSide::outside : FluidSide::inside;
    Sides open = 0;
    for (const Face face : boundary.open) open |= Sides(1u << unsigned(face));
    Wall wall{PlaneWall{}, placement_of(boundary.placement)};
    std::visit(Match{[&](const BoxShape& box) {
                         wall.shape = BoxWall{box_of(box), side, open};
                     },
                     [&](const PlaneShape& plane) {
                         wall.shape = PlaneWall{{}, plane.normal};
                     },
                     [&](const SphereShape& s) {
                         wall.shape = SphereWall{s.centre, s.radius, side};
                     },
                     [&](const CylinderShape& c) {
                         wall.shape = CylinderWall{{}, c.radius, c.height, side, open};
                     },
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

Vec3 flow_direction(const Body& body) {
    const Rotation& turn = body.placement.rotate;
    const panta::Rotation rotation = rotation_of({{}, turn.degrees, 1});
    return normalised(to_real(rotation.turn(std::get<Emitter>(body.source).direction)));
}

std::vector<Vec3> opening_of(const Scene& scene, const Body& body) {
    const Emitter& emitter = std::get<Emitter>(body.source);
    const Vec3 forward = flow_direction(body);
    // Two directions across the flow; in two dimensions the first is in the plane and the second is not used.
    const Vec3 aside = scene.dimension == 2              ? Vec3{-forward.y, forward.x, 0}
                       : std::abs(forward.y) < Real(0.9) ? normalised(cross({0, 1, 0}, forward))
                                                         : normalised(cross({1, 0, 0}, forward));
    const Vec3 up = cross(forward, aside);
    const Real scale = body.placement.scale;
    const auto [width, height] = std::visit(Match{[](const Disc& disc) {
                                                      return std::array{2 * disc.radius, 2 * disc.radius};
                                                  },
                                                  [](const Rectangle& rectangle) { return rectangle.size; }},
                                            emitter.opening);
    const auto* disc = std::get_if<Disc>(&emitter.opening);

    const auto count = [&](Real length) { return std::max(1, int(std::lround(length * scale / scene.spacing))); };
    const int across = count(width), high = scene.dimension == 3 ? count(height) : 1;
    std::vector<Vec3> points;
    for (int j = 0; j < high; ++j)
        for (int i = 0; i < across; ++i) {
            const Real u = (Real(i) - Real(across - 1) / 2) * scene.spacing;
            const Real v = (Real(j) - Real(high - 1) / 2) * scene.spacing;
            if (disc != nullptr && u * u + v * v > disc->radius * disc->radius * scale * scale) continue;
            points.push_back(body.placement.at + u * aside + v * up);
        }
    return points;
}

}  // namespace panta::scene
