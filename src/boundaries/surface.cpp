#include "boundaries/surface.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "geometry/triangle_bvh.h"

namespace panta {
namespace {

/// The inside of a box whose sides are along the axes, a rounding error away from them; empty if the box is turned.
Box inside_of(const OrientedBox& box) {
    for (int axis = 0; axis < 3; ++axis)
        if (box.frame.rotation.row[axis][axis] != 1) return {};
    const Vec3d inner = box.half * (1 - 1e-6), slack = Vec3d(1, 1, 1) * (1e-6 * largest(box.frame.origin));
    return {to_real(box.frame.origin - inner + slack), to_real(box.frame.origin + inner - slack)};
}

class PlaneSurface final : public Surface {
public:
    explicit PlaneSurface(const PlaneWall& plane) : point_(plane.point), normal_(unit(plane.normal)) {}

    std::optional<Crossing> first_crossing(const Vec3d& from, const Vec3d& to, double after) const override {
        const double start = height(from), end = height(to);
        if (start == end || (start > 0 && end > 0) || (start < 0 && end < 0)) return std::nullopt;
        const double fraction = start / (start - end);
        if (fraction < after) return std::nullopt;
        return Crossing{fraction, end < start ? normal_ : -normal_};
    }
    std::optional<Proximity> near(const Vec3d& p, double within) const override {
        if (std::abs(height(p)) > within) return std::nullopt;
        return Proximity{height(p), normal_};
    }
    std::optional<double> wrong_side(const Vec3d& p) const override { return -height(p); }
    bool may_touch(const Box& box) const override {
        const Vec3d lower = box.lower, upper = box.upper;
        return !(std::abs(height((lower + upper) * 0.5)) > norm(upper - lower) / 2);
    }
    Box calm() const override {
        // Everything above a level floor, and the like.
        for (int axis = 0; axis < 3; ++axis) {
            if (std::abs(normal_[axis]) != 1) continue;
            Box box = everywhere;
            const double slack = 1e-6 * (std::abs(point_[axis]) + 1e-6) * normal_[axis];
            (normal_[axis] > 0 ? box.lower : box.upper)[axis] = Real(point_[axis] + slack);
            return box;
        }
        return {};
    }

private:
    double height(const Vec3d& p) const { return dot(p - point_, normal_); }

    Vec3d point_, normal_;
};

/// A part of a plane across one of the axes.
struct Rectangle {
    int axis;
    Vec3d lower, upper;  // equal along the axis
    Vec3d front;         // where a point on it is moved off to

    std::optional<Crossing> crossing(const Vec3d& from, const Vec3d& to) const {
        const double start = from[axis] - lower[axis], end = to[axis] - lower[axis];
        if (start == end || (start > 0 && end > 0) || (start < 0 && end < 0)) return std::nullopt;
        const double t = start / (start - end);
        for (const int other : {(axis + 1) % 3, (axis + 2) % 3}) {
            // It reaches a little past its edges, so that rounding opens no slit between two of them.
            const double at = from[other] + t * (to[other] - from[other]);
            const double slack = 1e-9 * std::max(std::abs(lower[other]), std::abs(upper[other]));
            if (at < lower[other] - slack || at > upper[other] + slack) return std::nullopt;
        }
        Vec3d normal;
        normal[axis] = end < start ? 1 : -1;
        return Crossing{t, normal};
    }
    Vec3d closest(const Vec3d& p) const {
        Vec3d foot;
        for (int k = 0; k < 3; ++k) foot[k] = std::clamp(p[k], lower[k], upper[k]);
        return foot;
    }
};

/// The sides of a box, and their rims: where the walls of a container end at an open side, they are as thick as
/// their particles are deep. Whoever comes over the top lands on the rim or beyond it, and not between the
/// surface and the particles behind it, which would press it against the wall from outside.
std::vector<Rectangle> open_box(const Vec3d& half, Sides sides, Sides open, FluidSide fluid, double thickness) {
    const auto end = [&](int axis, bool upper) { return upper ? half[axis] : -half[axis]; };
    const double to_fluid = fluid == FluidSide::inside ? -1 : 1;
    std::vector<Rectangle> all;
    Vec3d lower = -half, upper = half;  // with the walls
    for (int axis = 0; axis < 3; ++axis)
        for (const bool above : {false, true}) {
            if (!(sides & side_bit(axis, above))) continue;
            (above ? upper : lower)[axis] += above ? thickness : -thickness;
            Rectangle side{axis, -half, half, {}};
            side.lower[axis] = side.upper[axis] = end(axis, above);
            side.front[axis] = above ? to_fluid : -to_fluid;
            all.push_back(side);
        }
    if (fluid != FluidSide::inside || thickness == 0) return all;
    const std::vector<Rectangle> walls = all;
    for (int axis = 0; axis < 3; ++axis)
        for (const bool above : {false, true})
            for (const Rectangle& wall : walls) {
                if (!(open & side_bit(axis, above)) || wall.axis == axis) continue;
                Rectangle rim{axis, lower, upper, {}};
                rim.lower[axis] = rim.upper[axis] = end(axis, above);
                (wall.lower[wall.axis] > 0 ? rim.lower : rim.upper)[wall.axis] = wall.lower[wall.axis];
                rim.front[axis] = above ? 1 : -1;
                all.push_back(rim);
            }
    return all;
}

/// A box of which some sides are open: thin sides without an inside.
class OpenBoxSurface final : public Surface {
public:
    OpenBoxSurface(const OrientedBox& box, Sides sides, Sides open, const BoxWall& wall)
        : box_(box), parts_(open_box(box.half, sides, open, wall.fluid, wall.thickness)) {}

    std::optional<Crossing> first_crossing(const Vec3d& from, const Vec3d& to, double after) const override {
        if (after >= 1) return std::nullopt;
        const Vec3d start = after > 0 ? from + after * (to - from) : from;
        const Vec3d a = box_.frame.to_local(start), b = box_.frame.to_local(to);
        std::optional<Crossing> first;
        for (const Rectangle& part : parts_)
            if (const auto crossing = part.crossing(a, b);
                crossing && !(first && crossing->fraction >= first->fraction))
                first = crossing;
        if (!first) return std::nullopt;
        if (after > 0) first->fraction = after + first->fraction * (1 - after);
        first->normal = box_.frame.rotation.turn(first->normal);
        return first;
    }
    std::optional<Proximity> near(const Vec3d& p, double within) const override {
        const Vec3d local = box_.frame.to_local(p);
        double best = within;
        std::optional<Vec3d> away;
        for (const Rectangle& part : parts_) {
            const Vec3d way = local - part.closest(local);
            const double distance = norm(way);
            if (distance > best) continue;
            best = distance;
            away = unit(way, part.front);
        }
        if (!away) return std::nullopt;
        return Proximity{best, box_.frame.rotation.turn(*away)};
    }
    std::optional<double> wrong_side(const Vec3d&) const override { return std::nullopt; }
    bool may_touch(const Box& box) const override {
        const Vec3d lower = box.lower, upper = box.upper, centre = (lower + upper) * 0.5;
        const double reach = norm(upper - lower) / 2;
        // Most boxes are well inside; then no side needs to be looked at.
        if (distance(box_, centre).value < -reach) return false;
        return !std::isfinite(reach) || near(centre, reach).has_value();
    }
    Box calm() const override { return inside_of(box_); }

private:
    OrientedBox box_;
    std::vector<Rectangle> parts_;
};

/// The surface of a solid or of a cavity.
class SolidSurface final : public Surface {
public:
    SolidSurface(Shape shape, FluidSide fluid)
        : shape_(std::move(shape)), to_fluid_(fluid == FluidSide::outside ? 1 : -1) {}

    std::optional<Crossing> first_crossing(const Vec3d& from, const Vec3d& to, double after) const override {
        if (after <= 0) return shape_.first_crossing(from, to);
        if (after >= 1) return std::nullopt;
        auto crossing = shape_.first_crossing(from + after * (to - from), to);
        if (crossing) crossing->fraction = after + crossing->fraction * (1 - after);
        return crossing;
    }
    std::optional<Proximity> near(const Vec3d& p, double within) const override {
        if (const auto* bvh = std::get_if<Shape::Mesh>(&shape_.solid()))
            if (!(*bvh)->closest(p, within)) return std::nullopt;
        const Distance d = shape_.distance(p);
        if (std::abs(d.value) > within) return std::nullopt;
        return Proximity{to_fluid_ * d.value, to_fluid_ * d.gradient};
    }
    std::optional<double> wrong_side(const Vec3d& p) const override {
        // For meshes the test of the side is much cheaper than the distance.
        if (std::holds_alternative<Shape::Mesh>(shape_.solid()) && shape_.contains(p) == (to_fluid_ < 0)) return 0;
        return -to_fluid_ * shape_.signed_distance(p);
    }
    bool may_touch(const Box& box) const override { return shape_.surface_may_touch(box); }
    Box bounds() const override {
        if (shape_.dimension() == 3) return shape_.bounds();
        // In two dimensions bounds are flat, but z plays no part.
        Box box = shape_.bounds();
        box.lower.z = -Box::inf, box.upper.z = Box::inf;
        return box;
    }
    Box calm() const override {
        const auto* box = std::get_if<OrientedBox>(&shape_.solid());
        return box && to_fluid_ < 0 ? inside_of(*box) : Box{};
    }

private:
    Shape shape_;
    double to_fluid_;
};

/// The jacket of a cylinder with the ends that are not open, and with rims at those that are (see open_box), fine
/// enough that it is round to every fluid.
TriangleMesh open_cylinder(const CylinderWall& wall, const Placement& placement) {
    constexpr uint32_t segments = 192;
    TriangleMesh mesh = cylinder_mesh(wall.centre, wall.radius, wall.height, segments);
    std::erase_if(mesh.triangles, [&](const auto& triangle) {
        // The caps are fans around the first two vertices.
        return (triangle[0] == 0 && (wall.open & side_bit(1, false))) ||
               (triangle[0] == 1 && (wall.open & side_bit(1, true)));
    });
    if (wall.fluid == FluidSide::inside && wall.thickness > 0) {
        const Real outer = wall.radius + wall.thickness / placement.scale;
        const TriangleMesh around = cylinder_mesh(wall.centre, outer, wall.height, segments);
        const auto first = uint32_t(mesh.vertices.size());
        mesh.vertices.insert(mesh.vertices.end(), around.vertices.begin(), around.vertices.end());
        for (const bool upper : {false, true}) {
            if (!(wall.open & side_bit(1, upper))) continue;
            for (uint32_t k = 0; k < segments; ++k) {
                // Behind the centres of the caps, vertices are pairs (bottom, top).
                const uint32_t here = 2 + 2 * k + uint32_t(upper),
                               next = 2 + 2 * ((k + 1) % segments) + uint32_t(upper);
                // Counter-clockwise from outside of the container.
                const uint32_t a = upper ? here : next, b = upper ? next : here;
                mesh.triangles.push_back({a, b, first + b});
                mesh.triangles.push_back({a, first + b, first + a});
            }
        }
    }
    return placed(mesh, placement);
}

/// An open mesh.
class SheetSurface final : public Surface {
public:
    explicit SheetSurface(TriangleMesh mesh) : bvh_(std::move(mesh)) {}

    std::optional<Crossing> first_crossing(const Vec3d& from, const Vec3d& to, double after) const override {
        const auto hit = bvh_.first_hit(from, to, after);
        if (!hit) return std::nullopt;
        return Crossing{hit->fraction, dot(hit->normal, to - from) > 0 ? -hit->normal : hit->normal};
    }
    std::optional<Proximity> near(const Vec3d& p, double within) const override {
        const auto closest = bvh_.closest(p, within);
        if (!closest) return std::nullopt;
        return Proximity{closest->distance, unit(p - closest->point, bvh_.normal(closest->triangle))};
    }
    std::optional<double> wrong_side(const Vec3d&) const override { return std::nullopt; }
    bool may_touch(const Box& box) const override { return bvh_.may_touch(box); }
    Box bounds() const override { return bvh_.bounds(); }
    bool is_sheet() const override { return true; }

private:
    TriangleBvh bvh_;
};

}  // namespace

std::unique_ptr<Surface> make_surface(const Wall& wall, int dimension) {
    if (std::holds_alternative<PlaneWall>(wall.shape))
        return std::make_unique<PlaneSurface>(placed_plane(wall, dimension));
    if (is_sheet(wall)) return std::make_unique<SheetSurface>(placed_sheet(wall));
    if (const auto* cylinder = std::get_if<CylinderWall>(&wall.shape); cylinder && cylinder->open != 0)
        return std::make_unique<SheetSurface>(open_cylinder(*cylinder, wall.placement));
    Shape shape = shape_of(wall, dimension);
    const auto* stated = std::get_if<BoxWall>(&wall.shape);
    // In two dimensions the sides across z do not exist, open or not.
    constexpr Sides flat_sides = 0b001111;
    const Sides open = stated ? Sides(stated->open & (dimension == 2 ? flat_sides : all_sides)) : Sides(0);
    if (open != 0) {
        const Sides sides = Sides((dimension == 2 ? flat_sides : all_sides) & ~open);
        return std::make_unique<OpenBoxSurface>(std::get<OrientedBox>(shape.solid()), sides, open, *stated);
    }
    return std::make_unique<SolidSurface>(std::move(shape), fluid_side(wall));
}

}  // namespace panta
