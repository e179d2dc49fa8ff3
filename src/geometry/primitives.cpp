#include "geometry/primitives.h"

#include <algorithm>
#include <limits>

namespace panta {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

double sign_of(double x) { return x < 0 ? -1.0 : 1.0; }

/// The fractions at which a line is within a convex set, with the outward normals where it enters and leaves.
struct Span {
    double enter = -inf, leave = inf;
    Vec3d enter_normal, leave_normal;
};

Span both(const Span& a, const Span& b) {
    Span s = a;
    if (b.enter > s.enter) s.enter = b.enter, s.enter_normal = b.enter_normal;
    if (b.leave < s.leave) s.leave = b.leave, s.leave_normal = b.leave_normal;
    return s;
}

constexpr Span nowhere{inf, -inf, {}, {}};

/// The part of the line within the infinite cylinder (or, for m and d in full, the ball) |m + t d| < r.
Span round_span(const Vec3d& m, const Vec3d& d, double r) {
    const double a = norm2(d), b = dot(m, d), c = norm2(m) - r * r;
    if (a == 0) return c <= 0 ? Span{} : nowhere;
    // The discriminant through the distance of the line from the centre, which does not cancel.
    const double discriminant = a * r * r - norm2(cross(m, d));
    if (discriminant < 0) return nowhere;
    // The root without cancellation first, the other from their product c / a.
    const double q = -(b + sign_of(b) * std::sqrt(discriminant));
    const double t0 = q / a, t1 = q != 0 ? c / q : t0;
    Span span{std::min(t0, t1), std::max(t0, t1), {}, {}};
    span.enter_normal = unit(m + span.enter * d);
    span.leave_normal = unit(m + span.leave * d);
    return span;
}

std::optional<Crossing> first_of(const Span& span, bool starts_inside) {
    const double t = starts_inside ? span.leave : span.enter;
    if (!(span.enter <= span.leave) || !(t >= 0 && t <= 1)) return std::nullopt;
    return Crossing{t, starts_inside ? -span.leave_normal : span.enter_normal};
}

}  // namespace

Distance distance(const OrientedBox& box, const Vec3d& p) {
    const Vec3d local = box.frame.to_local(p);
    Vec3d beyond, gradient;
    double deepest = -inf;
    for (int axis = 0; axis < 3; ++axis) {
        const double q = std::abs(local[axis]) - box.half[axis];
        beyond[axis] = q > 0 ? q * sign_of(local[axis]) : 0.0;
        if (q > deepest) {
            deepest = q;
            gradient = {};
            gradient[axis] = sign_of(local[axis]);
        }
    }
    if (deepest <= 0) return {deepest, box.frame.rotation.turn(gradient)};
    return {norm(beyond), box.frame.rotation.turn(unit(beyond))};
}

Distance distance(const Ball& ball, const Vec3d& p) {
    Vec3d m = p - ball.centre;
    if (ball.flat) m.z = 0;
    return {norm(m) - ball.radius, unit(m)};
}

Distance distance(const Cylinder& cylinder, const Vec3d& p) {
    const Vec3d local = cylinder.frame.to_local(p);
    const Vec3d around{local.x, 0, local.z}, radial = unit(around, {1, 0, 0});
    const Vec3d axial{0, sign_of(local.y), 0};
    const double q_side = norm(around) - cylinder.radius, q_cap = std::abs(local.y) - cylinder.half_height;
    Distance local_distance;
    if (q_side > 0 && q_cap > 0) {
        const Vec3d beyond = q_side * radial + q_cap * axial;
        local_distance = {norm(beyond), unit(beyond)};
    } else {
        local_distance = q_side > q_cap ? Distance{q_side, radial} : Distance{q_cap, axial};
    }
    return {local_distance.value, cylinder.frame.rotation.turn(local_distance.gradient)};
}

std::optional<Crossing> first_crossing(const OrientedBox& box, const Vec3d& from, const Vec3d& to) {
    const Vec3d a = box.frame.to_local(from), b = box.frame.to_local(to), d = b - a;
    // Sides reach this much (relative) past their edges, so that rounding opens no slit between two of them.
    constexpr double overlap = 1 + 1e-9;
    std::optional<Crossing> first;
    for (int axis = 0; axis < 3; ++axis) {
        for (const bool upper : {false, true}) {
            const double plane = upper ? box.half[axis] : -box.half[axis];
            const double start = a[axis] - plane, end = b[axis] - plane;
            if (start == end || (start > 0 && end > 0) || (start < 0 && end < 0)) continue;
            const double t = start / (start - end);
            if (first && t >= first->fraction) continue;
            bool within = true;
            for (const int other : {(axis + 1) % 3, (axis + 2) % 3})
                within = within && std::abs(a[other] + t * d[other]) <= box.half[other] * overlap;
            if (!within) continue;
            Vec3d normal;
            normal[axis] = end < start ? 1 : -1;
            first = Crossing{t, box.frame.rotation.turn(normal)};
        }
    }
    return first;
}

std::optional<Crossing> first_crossing(const Ball& ball, const Vec3d& from, const Vec3d& to) {
    Vec3d m = from - ball.centre, d = to - from;
    if (ball.flat) m.z = 0, d.z = 0;
    if (norm2(d) == 0) return std::nullopt;
    return first_of(round_span(m, d, ball.radius), norm2(m) < ball.radius * ball.radius);
}

std::optional<Crossing> first_crossing(const Cylinder& cylinder, const Vec3d& from, const Vec3d& to) {
    const Vec3d m = cylinder.frame.to_local(from), d = cylinder.frame.to_local(to) - m;
    if (norm2(d) == 0) return std::nullopt;
    const double h = cylinder.half_height, r = cylinder.radius;
    Span slab;
    if (d.y != 0) {
        const double s = sign_of(d.y);
        slab = {(-s * h - m.y) / d.y, (s * h - m.y) / d.y, {0, -s, 0}, {0, s, 0}};
    } else if (std::abs(m.y) > h) {
        slab = nowhere;
    }
    const Vec3d around{m.x, 0, m.z};
    const bool starts_inside = std::abs(m.y) < h && norm2(around) < r * r;
    auto crossing = first_of(both(slab, round_span(around, {d.x, 0, d.z}, r)), starts_inside);
    if (crossing) crossing->normal = cylinder.frame.rotation.turn(crossing->normal);
    return crossing;
}

}  // namespace panta
