#include "boundaries/colliders.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/check.h"
#include "boundaries/cone.h"
#include "boundaries/deformation.h"
#include "boundaries/motion.h"
#include "boundaries/moving_surface.h"
#include "boundaries/surface.h"

namespace panta {
namespace {

constexpr int most_slides = 6;  // enough for a corner of three walls and then some; more ways end in a stop

constexpr int most_squeezes = 5;  // up to eight times as far as the walls moved

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
    Vec3d start;  // of the way that met it
};

/// A wall that moves, before and after the step.
struct Colliders::Moving {
    uint32_t wall;
    MovingSurface* surface;
    WallMotion motion;
    std::optional<Deformation> deformation;  // if it is animated
    int dimension;
    LocalFrame before, now;

    void advance(double from, double to) {
        before = motion.pose(from);
        now = motion.pose(to);
        surface->place(now);
        if (!deformation) return;
        deformation->advance(from, to);
        surface->take_form(make_surface(deformation->now(), dimension));
    }
    Vec3d carried(const Vec3d& p) const {
        const Vec3d local = before.to_local(p);
        return now.to_world(deformation ? deformation->carried(local) : local);
    }
    Vec3d carried_back(const Vec3d& p) const {
        const Vec3d local = now.to_local(p);
        return before.to_world(deformation ? deformation->carried_back(local) : local);
    }
};

/// A way in straight pieces and the walls that bent it.
struct Colliders::Path {
    std::array<Vec3d, most_slides + 2> points;
    size_t count = 0;
    std::array<Vec3d, most_slides> normals;
    std::array<uint32_t, most_slides> met;
    size_t touches = 0;

    void go_to(const Vec3d& p) { points[count++] = p; }
    std::span<const Vec3d> walls() const { return {normals.data(), touches}; }
};

Colliders::Colliders(const std::vector<Wall>& walls, int dimension) : calm_(everywhere) {
    for (const Wall& wall : walls) {
        auto made = make_surface(wall, dimension);
        any_bare_ |= std::holds_alternative<PlaneWall>(wall.shape) || animation_of(wall) != nullptr;
        moving_of_.push_back(moves(wall) ? int(moving_.size()) : -1);
        if (moves(wall)) {
            auto surface = std::make_unique<MovingSurface>(std::move(made));
            moving_.push_back({uint32_t(surfaces_.size()),
                               surface.get(),
                               WallMotion(wall.motion.value_or(MotionParams{})),
                               animation_of(wall) ? std::optional<Deformation>(wall) : std::nullopt,
                               dimension,
                               {},
                               {}});
            surfaces_.push_back(std::move(surface));
            continue;
        }
        const Surface& surface = *surfaces_.emplace_back(std::move(made));
        const Box calm = surface.calm(), bounds = surface.bounds();
        if (calm.is_empty())
            obstacles_.push_back(widened(bounds));
        else
            calm_ = {max(calm_.lower, calm.lower), min(calm_.upper, calm.upper)};
    }
    place(0);
}
Colliders::~Colliders() = default;
Colliders::Colliders(Colliders&&) noexcept = default;
Colliders& Colliders::operator=(Colliders&&) noexcept = default;

void Colliders::place(double time) { advance(time, time); }

void Colliders::advance(double from, double to) {
    elapsed_ = to - from;
    for (Moving& moving : moving_) moving.advance(from, to);
}

/// Where a particle at p before the step would be now, had it gone along with the wall.
Vec3d Colliders::carried(uint32_t wall, const Vec3d& p) const {
    return moving_of_[wall] < 0 ? p : moving_[size_t(moving_of_[wall])].carried(p);
}

bool Colliders::may_hit(const Box& box) const {
    const auto touches = [&](const auto& surface) { return surface->may_touch(box); };
    const bool calm = calm_.contains(box.lower) && calm_.contains(box.upper) &&
                      std::none_of(obstacles_.begin(), obstacles_.end(), [&](const Box& b) { return b.overlaps(box); });
    if (calm) return std::any_of(moving_.begin(), moving_.end(), [&](const Moving& m) { return touches(m.surface); });
    return std::any_of(surfaces_.begin(), surfaces_.end(), touches);
}

bool Colliders::may_hit(const Vec3& from, const Vec3& to, Real reach) const {
    Box way;
    way.extend(from), way.extend(to);
    if (may_hit(way.grown(reach))) return true;
    return std::any_of(moving_.begin(), moving_.end(), [&](const Moving& moving) {
        Box relative;
        relative.extend(to_real(moving.carried(from))), relative.extend(to);
        return moving.surface->may_touch(relative.grown(reach));
    });
}

/// The first wall on the ways from start_of(wall) to a distance beyond `to`.
template <class Starts>
std::optional<Colliders::Meeting> Colliders::first_meeting(const Starts& start_of, const Vec3d& to,
                                                           double beyond) const {
    std::optional<Meeting> first;
    for (uint32_t wall = 0; wall < surfaces_.size(); ++wall) {
        const Vec3d start = start_of(wall), way = to - start;
        const double length = norm(way);
        const Vec3d end = length > 0 && beyond > 0 ? start + way / length * (length + beyond) : to;
        const auto crossing = surfaces_[wall]->first_crossing(start, end);
        if (crossing && (!first || crossing->fraction < first->crossing.fraction))
            first = Meeting{*crossing, wall, start};
    }
    return first;
}

std::optional<Colliders::Hit> Colliders::first_hit(const Vec3& from, const Vec3& to) const {
    const auto meeting = first_meeting([&](uint32_t) { return Vec3d(from); }, to);
    if (!meeting) return std::nullopt;
    return Hit{Real(meeting->crossing.fraction), to_real(meeting->crossing.normal), meeting->wall};
}

/// How to get to a start that is on no wall: zero, or, if `from` touches walls, a short way off them (to the fluid's
/// side; off a sheet to its own side, or, exactly on the sheet, to the side of the way).
std::optional<Vec3d> Colliders::lifted_off(const Vec3d& from, const Vec3d& way, double margin) const {
    constexpr size_t most = 6;
    constexpr double longest = 20;  // in units of three touching distances: wedges down to 6 degrees
    const double touch = touching(from, margin);
    std::array<Vec3d, most> normals;
    size_t count = 0;
    Vec3d lift;
    for (;;) {
        bool touches = false;
        for (uint32_t wall = 0; wall < surfaces_.size(); ++wall) {
            const Surface& surface = *surfaces_[wall];
            const auto near = surface.near(carried(wall, from) + lift, touch);
            if (!near) continue;
            if (count == most) return std::nullopt;
            const bool ambiguous = surface.is_sheet() && near->distance < exactly_on * touch;
            const bool turn = ambiguous && dot(near->normal, way) < 0;
            normals[count++] = turn ? -near->normal : near->normal;
            touches = true;
        }
        if (!touches) break;
        const Vec3d off = outwards({normals.data(), count}, longest);
        if (off == Vec3d{}) return std::nullopt;
        lift = 3 * touch * off;
    }
    if (count == 0) return lift;
    // Getting off one wall must not have led through another.
    for (uint32_t wall = 0; wall < surfaces_.size(); ++wall) {
        const Surface& surface = *surfaces_[wall];
        const Vec3d start = carried(wall, from), lifted = start + lift;
        const auto wrong_before = surface.wrong_side(start), wrong_after = surface.wrong_side(lifted);
        if (wrong_before ? (*wrong_before > touch) != (*wrong_after > 0)
                         : surface.first_crossing(start, lifted, exactly_on).has_value())
            return std::nullopt;
    }
    return lift;
}

Colliders::Path Colliders::slide(const Vec3d& from, const Vec3d& lift, const Vec3d& to, double margin) const {
    Path path;
    path.go_to(from + lift);
    Vec3d position = from + lift, target = to;
    for (int slides = 0; slides < most_slides; ++slides) {
        // The first piece starts where every wall by itself would have taken the particle.
        const auto start_of = [&](uint32_t wall) { return slides == 0 ? carried(wall, from) + lift : position; };
        // Look a margin further than the target, so that the end of the way keeps its distance as well.
        const auto meeting = first_meeting(start_of, target, margin);
        const Vec3d start = meeting ? meeting->start : position, way = target - start;
        const double length = norm(way);
        if (length == 0) break;
        // Stop a margin before the wall, measured across it.
        const Vec3d direction = way / length;
        double travel = length;
        if (meeting) {
            const double approach = std::max(1e-9, -dot(direction, meeting->crossing.normal));
            travel = meeting->crossing.fraction * (length + margin) - margin / approach;
        }
        if (travel >= length) {
            path.go_to(target);
            break;
        }
        position = travel > 0 ? start + direction * travel : start;
        path.go_to(position);
        // Slide on with what of the way is left and leads into no wall met so far.
        path.normals[path.touches] = meeting->crossing.normal;
        path.met[path.touches++] = meeting->wall;
        target = position + constrained(target - position, path.walls());
    }
    return path;
}

/// The velocity without what leads into the walls met on the way, as they move.
Vec3 Colliders::slowed(const Vec3& velocity, const Path& path) const {
    std::array<double, most_slides> speeds{};
    bool moves = false;
    for (size_t k = 0; k < path.touches; ++k) {
        const int index = moving_of_[path.met[k]];
        if (index < 0 || !(elapsed_ > 0)) continue;
        const Vec3d here = path.points[std::min(k + 1, path.count - 1)];
        const Vec3d way = here - moving_[size_t(index)].carried_back(here);
        speeds[k] = dot(way, path.normals[k]) / elapsed_;
        moves = true;
    }
    if (path.touches == 0) return velocity;
    if (!moves) return to_real(constrained(velocity, path.walls()));
    return to_real(constrained(velocity, path.walls(), {speeds.data(), path.touches}));
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

/// Whether the straight ways from `from` (lifted off if it touches walls) to `end` are free, as every wall sees them.
bool Colliders::is_free(const Vec3d& from, const Vec3d& lift, const Vec3d& end, double margin) const {
    if (first_meeting([&](uint32_t wall) { return carried(wall, from) + lift; }, end)) return false;
    if (lift == Vec3d{}) return true;
    // Look at the true way as well, but past the touch at its beginning: generously for walls whose right side is
    // known.
    const double touch = touching(from, margin);
    for (uint32_t wall = 0; wall < surfaces_.size(); ++wall) {
        const Vec3d start = carried(wall, from);
        const double length = norm(end - start);
        const double skip = surfaces_[wall]->wrong_side(start + lift) ? 4 * touch : exactly_on * touch;
        if (length > skip && surfaces_[wall]->first_crossing(start, end, skip / length)) return false;
    }
    return true;
}

/// What becomes of a particle that finds no way: it stays, or goes along with a wall that moves over it, or is squeezed
/// out between walls that close in on it. Where nothing of this is free it stays, and walls that move have passed it.
Colliders::Motion Colliders::stuck(const Vec3& from, const Vec3d& lift, const Vec3& velocity, double margin) const {
    const Motion stays{from, velocity, true};
    if (moving_.empty() || is_free(from, lift, from, margin)) return stays;
    const auto try_at = [&](const Vec3d& p) {
        const auto end = cleared(p, margin);
        return end && is_free(from, lift, *end, margin) ? std::optional(Motion{*end, velocity, true}) : std::nullopt;
    };
    double swept = 0;
    for (const Moving& moving : moving_) {
        const Vec3d along = moving.carried(from) + lift;
        if (const auto found = try_at(along)) return *found;
        swept = std::max(swept, norm(along - Vec3d(from)));
    }
    // Away from all walls nearby, ever further.
    Vec3d away;
    for (uint32_t wall = 0; wall < surfaces_.size(); ++wall)
        if (const auto near = surfaces_[wall]->near(carried(wall, from) + lift, 2 * swept + margin))
            away += near->normal;
    for (int doubling = 0; doubling < most_squeezes; ++doubling)
        for (uint32_t wall = 0; wall < surfaces_.size(); ++wall) {
            const Vec3d push = unit(away) * (0.5 * swept * (1 << doubling));
            if (const auto found = try_at(carried(wall, from) + lift + push)) return *found;
        }
    return stays;
}

Colliders::Motion Colliders::move(const Vec3& from, const Vec3& to, const Vec3& velocity, Real margin) const {
    check(margin >= 0, "the margin before walls is not negative");
    if (!is_finite(from) || !is_finite(to)) return {from, velocity, false};
    if (!may_hit(from, to, margin + Real(4 * touching(to, margin) + 4 * touching(from, margin))))
        return {to, velocity, false};

    const auto lift = lifted_off(from, Vec3d(to) - Vec3d(from), margin);
    if (!lift) return stuck(from, {}, {}, margin);
    const Path path = slide(from, *lift, to, margin);
    const Vec3 remaining = slowed(velocity, path);
    // The furthest point of the way that a straight line reaches.
    for (size_t k = path.count; k-- > 1;) {
        const auto end = cleared(path.points[k], margin);
        if (end && is_free(from, *lift, *end, margin)) return {*end, remaining, path.touches > 0};
    }
    return stuck(from, *lift, path.touches > 0 ? remaining : Vec3{}, margin);
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
