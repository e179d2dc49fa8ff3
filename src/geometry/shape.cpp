#include "geometry/shape.h"

#include <algorithm>
#include <numbers>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace panta {
namespace {

void demand_positive(double value, const char* shape, const char* what) {
    if (!(value > 0 && std::isfinite(value)))
        throw InputError(shape,
                         std::string("the ") + what + " must be greater than zero, but is " + std::to_string(value));
}

/// A frame at the placed centre; in two dimensions it lies in the plane z = 0.
LocalFrame frame_at(const Vec3d& centre, const Placement& placement, int dimension) {
    LocalFrame frame{placed(centre, placement), rotation_of(placement)};
    if (dimension == 2) frame.origin.z = 0;
    return frame;
}

/// The box around points within `reach` of the frame's origin along the world's axes.
Box around(const LocalFrame& frame, Vec3d reach, int dimension) {
    if (dimension == 2) reach.z = 0;
    return {to_real(frame.origin - reach), to_real(frame.origin + reach)};
}

/// How far a box reaches along the world's axes.
Vec3d reach_of(const Rotation& rotation, const Vec3d& half) {
    Vec3d reach;
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3d& row = rotation.row[axis];
        reach[axis] = std::abs(row.x) * half.x + std::abs(row.y) * half.y + std::abs(row.z) * half.z;
    }
    return reach;
}

void demand_flat_turn(const Placement& placement, const char* shape, int dimension) {
    if (dimension == 2 && (placement.rotation.x != 0 || placement.rotation.y != 0))
        throw InputError(shape, "in two dimensions a shape can only be turned about z",
                         "set the first two angles to zero");
}

}  // namespace

Shape::Shape(Solid solid, const Box& bounds, double volume, int dimension)
    : solid_(std::move(solid)), bounds_(bounds), volume_(volume), dimension_(dimension) {
    check(dimension == 2 || dimension == 3, "a world has two or three dimensions");
}

Shape Shape::box(const Box& box, const Placement& placement, int dimension) {
    demand_positive(placement.scale, "box", "scale");
    demand_flat_turn(placement, "box", dimension);
    Vec3d half = (Vec3d(box.upper) - Vec3d(box.lower)) * (0.5 * placement.scale);
    for (int axis = 0; axis < dimension; ++axis) demand_positive(2 * half[axis], "box", "size");
    const LocalFrame frame = frame_at((Vec3d(box.lower) + Vec3d(box.upper)) * 0.5, placement, dimension);
    double volume = 4 * half.x * half.y;
    if (dimension == 3) volume *= 2 * half.z;
    if (dimension == 2) half.z = 0;
    const Box bounds = around(frame, reach_of(frame.rotation, half), dimension);
    if (dimension == 2) half.z = unbounded;
    return {OrientedBox{frame, half}, bounds, volume, dimension};
}

Shape Shape::sphere(const Vec3& centre, Real radius, const Placement& placement, int dimension) {
    demand_positive(placement.scale, "sphere", "scale");
    demand_positive(radius, "sphere", "radius");
    const double r = double(radius) * placement.scale;
    const LocalFrame frame = frame_at(centre, placement, dimension);
    const double area = std::numbers::pi * r * r;
    return {Ball{frame.origin, r, dimension == 2}, around(frame, {r, r, r}, dimension),
            dimension == 2 ? area : area * r * 4 / 3, dimension};
}

Shape Shape::cylinder(const Vec3& centre, Real radius, Real height, const Placement& placement) {
    demand_positive(placement.scale, "cylinder", "scale");
    demand_positive(radius, "cylinder", "radius");
    demand_positive(height, "cylinder", "height");
    const LocalFrame frame = frame_at(centre, placement, 3);
    const double r = double(radius) * placement.scale, h = double(height) * placement.scale / 2;
    const Vec3d axis = frame.rotation.turn({0, 1, 0});
    Vec3d reach;
    for (int k = 0; k < 3; ++k) reach[k] = h * std::abs(axis[k]) + r * std::sqrt(std::max(0.0, 1 - axis[k] * axis[k]));
    return {Cylinder{frame, r, h}, around(frame, reach, 3), 2 * std::numbers::pi * r * r * h, 3};
}

Shape Shape::mesh(const TriangleMesh& mesh, const Placement& placement) {
    demand_positive(placement.scale, "mesh", "scale");
    TriangleMesh here = placed(mesh, placement);
    const double volume = std::abs(signed_volume(here));
    auto bvh = std::make_shared<const TriangleBvh>(std::move(here));
    const Box bounds = bvh->bounds();
    return {std::move(bvh), bounds, volume, 3};
}

static Distance distance(const Shape::Mesh& bvh, const Vec3d& p) {
    const auto nearest = bvh->closest(p);
    check(nearest.has_value(), "a mesh has triangles");
    const bool inside = bvh->inside(p);
    const Vec3d away = unit(p - nearest->point, bvh->normal(nearest->triangle));
    // On the surface itself the direction is the triangle's normal; elsewhere it leads to or from the closest point.
    if (nearest->distance == 0) return {0, away};
    return inside ? Distance{-nearest->distance, -away} : Distance{nearest->distance, away};
}

static std::optional<Crossing> first_crossing(const Shape::Mesh& bvh, const Vec3d& from, const Vec3d& to) {
    const auto hit = bvh->first_hit(from, to);
    if (!hit) return std::nullopt;
    return Crossing{hit->fraction, dot(hit->normal, to - from) > 0 ? -hit->normal : hit->normal};
}

Distance Shape::distance(const Vec3d& p) const {
    return std::visit([&](const auto& solid) { return panta::distance(solid, p); }, solid_);
}

bool Shape::contains(const Vec3d& p) const {
    if (const auto* bvh = std::get_if<Mesh>(&solid_)) return (*bvh)->inside(p);
    return distance(p).value < 0;
}

std::optional<Crossing> Shape::first_crossing(const Vec3d& from, const Vec3d& to) const {
    return std::visit([&](const auto& solid) { return panta::first_crossing(solid, from, to); }, solid_);
}

bool Shape::surface_may_touch(const Box& box) const {
    if (const auto* bvh = std::get_if<Mesh>(&solid_)) return (*bvh)->may_touch(box);
    // The surface is out of reach if it is further from the box's centre than its corners are (false for infinities).
    const Vec3d lower = box.lower, upper = box.upper;
    return !(std::abs(distance((lower + upper) * 0.5).value) > norm(upper - lower) / 2);
}

}  // namespace panta
