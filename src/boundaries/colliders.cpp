#include "boundaries/colliders.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/check.h"
#include "boundaries/cone.h"
#include "boundaries/surface.h"

namespace panta {
namespace {

constexpr int most_slides = 6;  // enough for a corner of three walls and then some; more ways end in a stop

/// Rounding of a point's coordinates: four times the spacing of floats beside it.
double rounding(const Vec3d& p) { return 2.5e-7 * largest(p); }

/// Nearer than this a point counts as on the wall.
double touching(const Vec3d& p, double margin) { return rounding(p) + 1e-3 * margin + 1e-12; }

/// Somewhat larger than a box whose bounds are rounded.
Box widened(Box box) {
    for (int axis = 0; axis < 3; ++axis) {
        box.lower[axis] -= 1e-6f + 1e-6f * std::abs(box.lower[axis]);
        box.upper[axis] += 1e-6f + 1e-6f * std::abs(box.upper[axis]);
    }
    return box;
}

/// Nearer than this share of the touching distance it cannot be said on which side of a sheet a point is.
constexpr double exactly_on = 1e-6;

}  // namespace

struct Colliders::Meeting {
    Crossing crossing;
    uint32_t wall;
};

/// A way in straight pieces and the normals of the walls that bent it.
struct Colliders::Path {
    std::array<Vec3d, most_slides + 2> points;
    size_t count = 0;
    std::array<Vec3d, most_slides> normals;
    size_t touches = 0;

    void go_to(const Vec3d& p) { points[count++] = p; }
    std::span<const Vec3d> walls() const { return {normals.data(), touches}; }
};

Colliders::Colliders(const std::vector<Wall>& walls, int dimension) : calm_(everywhere) {
    for (const Wall& wall : walls) {
        const Surface& surface = *surfaces_.emplace_back(make_surface(wall, dimension));
        const Box calm = surface.calm(), bounds = surface.bounds();
        if (calm.is_empty())
            obstacles_.push_back(widened(bounds));
        else
            calm_ = {max(calm_.lower, calm.lower), min(calm_.upper, calm.upper)};
    }
}
Colliders::~Colliders() = default;
Colliders::Colliders(Colliders&&) noexcept = default;
Colliders& Colliders::operator=(Colliders&&) noexcept = default;

bool Colliders::may_hit(const Box& box) const {
    const bool calm = calm_.contains(box.lower) && calm_.contains(box.upper) &&
                      std::none_of(obstacles_.begin(), obstacles_.end(), [&](const Box& b) { return b.overlaps(box); });
    if (calm) return false;
    return std::any_of(surfaces_.begin(), surfaces_.end(), [&](const auto& s) { return s->may_touch(box); });
}

std::optional<Colliders::Meeting> Colliders::first_meeting(const Vec3d& from, const Vec3d& to, double after) const {
    std::optional<Meeting> first;
    for (uint32_t wall = 0; wall < surfaces_.size(); ++wall) {
        const auto crossing = surfaces_[wall]->first_crossing(from, to, after);
        if (crossing && (!first || crossing->fraction < first->crossing.fraction)) first = Meeting{*crossing, wall};
    }
    return first;
}

std::optional<Colliders::Hit> Colliders::first_hit(const Vec3& from, const Vec3& to) const {
    const auto meeting = first_meeting(from, to);
    if (!meeting) return std::nullopt;
    return Hit{Real(meeting->crossing.fraction), to_real(meeting->crossing.normal), meeting->wall};
}

/// A start that is on no wall: `from` itself, or, if it touches walls, a point just off them (on the fluid's side; off
/// a sheet on its own side, or, exactly on the sheet, on the side of the way).
std::optional<Vec3d> Colliders::lifted_off(const Vec3d& from, const Vec3d& way, double margin) const {
    constexpr size_t most = 6;
    constexpr double longest = 20;  // in units of three touching distances: wedges down to 6 degrees
    const double touch = touching(from, margin);
    std::array<Vec3d, most> normals;
    size_t count = 0;
    Vec3d p = from;
    for (;;) {
        bool touches = false;
        for (const auto& surface : surfaces_) {
            const auto near = surface->near(p, touch);
            if (!near) continue;
            if (count == most) return std::nullopt;
            const bool ambiguous = surface->is_sheet() && near->distance < exactly_on * touch;
            const bool turn = ambiguous && dot(near->normal, way) < 0;
            normals[count++] = turn ? -near->normal : near->normal;
            touches = true;
        }
        if (!touches) break;
        const Vec3d off = outwards({normals.data(), count}, longest);
        if (off == Vec3d{}) return std::nullopt;
        p = from + 3 * touch * off;
    }
    if (count == 0) return p;
    // Getting off one wall must not have led through another.
    for (const auto& surface : surfaces_) {
        const auto wrong_before = surface->wrong_side(from), wrong_after = surface->wrong_side(p);
        if (wrong_before ? (*wrong_before > touch) != (*wrong_after > 0)
                         : surface->first_crossing(from, p, exactly_on).has_value())
            return std::nullopt;
    }
    return p;
}

Colliders::Path Colliders::slide(const Vec3d& start, const Vec3d& to, double margin) const {
    Path path;
    path.go_to(start);
    Vec3d position = start, target = to;
    for (int slides = 0; slides < most_slides; ++slides) {
        const Vec3d way = target - position;
        const double length = norm(way);
        if (length == 0) break;
        // Look a margin further than the target, so that the end of the way keeps its distance as well.
        const Vec3d direction = way / length;
        const auto meeting = first_meeting(position, position + direction * (length + margin));
        // Stop a margin before the wall, measured across it.
        double travel = length;
        if (meeting) {
            const double approach = std::max(1e-9, -dot(direction, meeting->crossing.normal));
            travel = meeting->crossing.fraction * (length + margin) - margin / approach;
        }
        if (travel >= length) {
            path.go_to(target);
            break;
        }
        if (travel > 0) position += direction * travel;
        path.go_to(position);
        // Slide on with what of the way is left and leads into no wall met so far.
        path.normals[path.touches++] = meeting->crossing.normal;
        target = position + constrained(target - position, path.walls());
    }
    return path;
}

/// The end as a particle's position, certainly off all walls; none if that takes more than a few pushes.
std::optional<Vec3> Colliders::cleared(const Vec3d& end, double margin) const {
    Vec3 result = to_real(end);
    for (int attempt = 0; attempt < 6; ++attempt) {
        const Vec3d p = result;
        const double clearance = 2 * touching(p, margin);
        Vec3d push;
        for (const auto& surface : surfaces_)
            if (const auto near = surface->near(p, clearance)) {
                const double side = near->distance < 0 ? -1 : 1;
                push += side * (1.5 * clearance - std::abs(near->distance)) * near->normal;
            }
        if (push == Vec3d{}) return result;
        result = to_real(p + push);
    }
    return std::nullopt;
}

/// Whether the straight way from `from` (lifted off to `start` if it touches walls) to `end` is free.
bool Colliders::is_free(const Vec3d& from, const Vec3d& start, const Vec3d& end, double margin) const {
    if (first_meeting(start, end)) return false;
    if (start == from) return true;
    // Look at the true way as well, but past the touch at its beginning: generously for walls whose right side is
    // known.
    const double length = norm(end - from), touch = touching(from, margin);
    return std::none_of(surfaces_.begin(), surfaces_.end(), [&](const auto& surface) {
        const double skip = surface->wrong_side(start) ? 4 * touch : exactly_on * touch;
        return length > skip && surface->first_crossing(from, end, skip / length);
    });
}

Colliders::Motion Colliders::move(const Vec3& from, const Vec3& to, const Vec3& velocity, Real margin) const {
    check(margin >= 0, "the margin before walls is not negative");
    if (!is_finite(from) || !is_finite(to)) return {from, velocity, false};
    Box around;
    around.extend(from), around.extend(to);
    if (!may_hit(around.grown(margin + Real(4 * touching(to, margin) + 4 * touching(from, margin)))))
        return {to, velocity, false};

    const auto start = lifted_off(from, Vec3d(to) - Vec3d(from), margin);
    if (!start) return {from, {}, true};
    const Path path = slide(*start, to, margin);
    const Vec3 slowed = path.touches > 0 ? to_real(constrained(velocity, path.walls())) : velocity;
    // The furthest point of the way that a straight line reaches.
    for (size_t k = path.count; k-- > 1;) {
        const auto end = cleared(path.points[k], margin);
        if (end && is_free(from, *start, *end, margin)) return {*end, slowed, path.touches > 0};
    }
    return {from, path.touches > 0 ? slowed : Vec3{}, true};
}

std::optional<bool> Colliders::on_wrong_side(const Vec3& p, uint32_t wall) const {
    check(wall < surfaces_.size(), "the wall exists");
    const auto depth = surfaces_[wall]->wrong_side(p);
    if (!depth) return std::nullopt;
    return *depth > rounding(p);
}

bool Colliders::on_wrong_side(const Vec3& p) const {
    for (uint32_t wall = 0; wall < surfaces_.size(); ++wall)
        if (on_wrong_side(p, wall).value_or(false)) return true;
    return false;
}

bool Colliders::overlaps(const Vec3& p, Real clearance) const {
    if (on_wrong_side(p)) return true;
    const double within = 0.999 * clearance - rounding(p);
    return within > 0 && std::any_of(surfaces_.begin(), surfaces_.end(),
                                     [&](const auto& surface) { return surface->near(p, within).has_value(); });
}

}  // namespace panta
