#include "scene/layout.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "geometry/sampling.h"
#include "scene/estimate.h"
#include "scene/load.h"
#include "scene/openings.h"
#include "scene/room.h"
#include "scene/solids.h"

namespace panta::scene {

namespace {

// Spacings between walls and the particles that remain beside them, at least. What is nearer than it can be is moved
// away before the scene begins (spread.h).
constexpr Real least_clearance = Real(0.1);

/// The walls as particles meet them. Those of a box that is open at an end of space that repeats itself go on beyond it
/// by a period: a particle may cross the end and the wall in the same step, and is brought back to this side only then.
std::vector<Wall> walls_across_ends(std::vector<Wall> walls, const Scene& scene) {
    if (!scene.periodic) return walls;
    const std::optional<Interval> periods[] = {scene.periodic->x, scene.periodic->y, scene.periodic->z};
    for (size_t k = 0; k < walls.size(); ++k) {
        auto* box = std::get_if<BoxWall>(&walls[k].shape);
        if (box == nullptr || walls[k].motion || norm(walls[k].placement.rotation) > 0) continue;
        for (int axis = 0; axis < 3; ++axis) {
            if (!periods[axis]) continue;
            const panta::Placement& placed = walls[k].placement;
            const Real beyond = (periods[axis]->max - periods[axis]->min) / placed.scale;
            const auto ends_at = [&](Real local, Real end) {
                return std::abs(placed.translation[axis] + placed.scale * local - end) < scene.spacing / 2;
            };
            Real &lower = box->box.lower[axis], &upper = box->box.upper[axis];
            if (box->open & side_bit(axis, false) && ends_at(lower, periods[axis]->min)) lower -= beyond;
            if (box->open & side_bit(axis, true) && ends_at(upper, periods[axis]->max)) upper += beyond;
        }
    }
    return walls;
}

}  // namespace

Periodicity periodicity_of(const Scene& scene) {
    Periodicity periodicity;
    if (!scene.periodic) return periodicity;
    const std::optional<Interval> intervals[] = {scene.periodic->x, scene.periodic->y, scene.periodic->z};
    for (int axis = 0; axis < 3; ++axis)
        if (intervals[axis]) {
            const auto [min, max] = *intervals[axis];
            Real period = max - min;
            while (min + period > max) period = std::nextafter(period, Real(0));  // rounding: nothing is beyond the end
            periodicity.lower[axis] = min;
            periodicity.period[axis] = period;
        }
    return periodicity;
}

Layout::Geometry Layout::read(const Scene& scene) {
    Geometry geometry;
    std::vector<Problem> problems;
    for (size_t k = 0; k < scene.boundaries.size(); ++k)
        gather(problems, [&] {
            geometry.walls.push_back(wall_of(scene, scene.boundaries[k], "/boundaries/" + std::to_string(k)));
        });
    for (size_t k = 0; k < scene.bodies.size(); ++k)
        gather(
            problems, [&] { geometry.solids.push_back(solid_of(scene, scene.bodies[k])); },
            "/bodies/" + std::to_string(k) + "/shape/mesh");
    throw_any(problems);
    return geometry;
}

Layout::Layout(const Scene& scene) : Layout(scene, read(scene)) {}

Layout::Layout(const Scene& scene, Geometry geometry)
    : scene_(scene),
      walls_(std::move(geometry.walls)),
      solids_(std::move(geometry.solids)),
      colliders_(make_colliders()) {
    find_extent();
    check_size();
    std::vector<Problem> problems;
    check_periodic_ends(problems);
    check_openings(problems);
    check_domain(problems);
    throw_any(problems);
}

Colliders Layout::make_colliders() const { return Colliders(walls_across_ends(walls_, scene_), scene_.dimension); }

/// What is beyond the end would have to be carved, collided with and filled as its image at the other end, too.
void Layout::check_periodic_ends(std::vector<Problem>& problems) const {
    const Periodicity periodicity = periodicity_of(scene_);
    const auto demand_within = [&](const std::string& path, const panta::Box& box, Real tolerance) {
        for (int axis = 0; axis < 3; ++axis) {
            const Real lower = periodicity.lower[axis], upper = lower + periodicity.period[axis];
            if (upper == lower || (box.lower[axis] >= lower - tolerance && box.upper[axis] <= upper + tolerance))
                continue;
            problems.push_back({path, std::string("reaches beyond the end of the periodic axis ") + "xyz"[axis],
                                "move it between the ends, or shift the ends"});
        }
    };
    constexpr Real rounding = Real(0.01);  // spacings
    for (size_t k = 0; k < solids_.size(); ++k)
        if (solids_[k]) demand_within("/bodies/" + std::to_string(k), solids_[k]->bounds(), rounding * scene_.spacing);
    for (size_t k = 0; k < walls_.size(); ++k) {
        if (std::holds_alternative<PlaneWall>(walls_[k].shape)) continue;
        const bool is_channel = !scene_.boundaries[k].open.empty();  // may end anywhere in the last cell
        demand_within("/boundaries/" + std::to_string(k),
                      is_sheet(k) ? bounds(placed_sheet(walls_[k])) : shape_of(walls_[k], scene_.dimension).bounds(),
                      (is_channel ? Real(0.5) : rounding) * scene_.spacing);
    }
}

void Layout::check_openings(std::vector<Problem>& problems) const {
    for (size_t k = 0; k < solids_.size(); ++k) {
        if (!is_emitter(k)) continue;
        const std::vector<Vec3> places = places_at_any_time(scene_, scene_.bodies[k]);
        if (std::ranges::any_of(places, [&](const Vec3& p) { return colliders_.overlaps(p, 0); }))
            problems.push_back(
                {"/bodies/" + std::to_string(k) + "/emitter", "opens beyond a wall", "move it to where fluid may be"});
    }
}

void Layout::check_domain(std::vector<Problem>& problems) const {
    if (!scene_.domain) return;
    const panta::Box domain{scene_.domain->min, scene_.domain->max};
    const auto is_within = [&](size_t k) {
        if (solids_[k]) return solids_[k]->bounds().overlaps(domain);
        return std::ranges::any_of(places_at_any_time(scene_, scene_.bodies[k]),
                                   [&](const Vec3& p) { return domain.contains(p); });
    };
    for (size_t k = 0; k < solids_.size(); ++k)
        if (!is_within(k))
            problems.push_back({"/bodies/" + std::to_string(k), "is outside of the domain, so all of it is removed",
                                "move it, or widen the domain"});
}

void Layout::find_extent() {
    for (const auto& solid : solids_)
        if (solid) extent_.extend(solid->bounds());
    for (const Wall& wall : walls_)
        if (!std::holds_alternative<PlaneWall>(wall.shape))
            extent_.extend(panta::is_sheet(wall) ? bounds(placed_sheet(wall))
                                                 : shape_of(wall, scene_.dimension).bounds());
    for (const Body& body : scene_.bodies)
        if (std::holds_alternative<Emitter>(body.source)) extent_.extend(body.placement.at);
    // Fluid gets anywhere along a periodic axis.
    const Periodicity periodicity = periodicity_of(scene_);
    for (int axis = 0; axis < 3 && !extent_.is_empty(); ++axis) {
        if (periodicity.period[axis] == 0) continue;
        extent_.lower[axis] = std::min(extent_.lower[axis], periodicity.lower[axis]);
        extent_.upper[axis] = std::max(extent_.upper[axis], periodicity.lower[axis] + periodicity.period[axis]);
    }
}

double Layout::expected_in_body(size_t body) const {
    return solids_[body] ? solids_[body]->volume() / std::pow(double(scene_.spacing), scene_.dimension) : 0;
}

double Layout::expected_on_boundary(size_t boundary) const {
    const Boundary& asked = scene_.boundaries[boundary];
    const double d = scene_.spacing;
    if (std::holds_alternative<PlaneShape>(asked.form))
        return count_on_plane(placed_plane(walls_[boundary], scene_.dimension), sampling_of(boundary));
    if (const auto* mesh = std::get_if<MeshWall>(&walls_[boundary].shape))
        return surface_area(placed(*mesh->mesh, walls_[boundary].placement)) / (d * d) *
               (is_sheet(boundary) ? 2 : asked.layers);
    return estimate_particles(scene_, asked);
}

void Layout::check_size() const {
    double total = 0;
    for (size_t k = 0; k < solids_.size(); ++k) total += expected_in_body(k);
    for (size_t k = 0; k < walls_.size(); ++k) total += expected_on_boundary(k);
    if (total <= most_particles) return;
    char told[64];
    std::snprintf(told, sizeof told, "%.6g particles, at most %.6g", total, most_particles);
    throw InputError("/spacing", "with its meshes and planes the scene has about " + std::string(told),
                     "raise spacing, or make bodies and boundaries smaller");
}

/// Whether an earlier body has the point.
bool Layout::is_taken(size_t body, const Vec3& point) const {
    return std::any_of(solids_.begin(), solids_.begin() + std::ptrdiff_t(body),
                       [&](const auto& earlier) { return earlier && earlier->contains(point); });
}

std::vector<Filling> Layout::fill_bodies(std::vector<Problem>& problems) const {
    std::vector<Filling> fillings(solids_.size());
    std::vector<Vec3> earlier;
    for (size_t k = 0; k < solids_.size(); ++k) {
        if (is_emitter(k)) continue;
        const panta::Box beside = solids_[k]->bounds().grown(scene_.spacing);
        std::vector<Vec3> near;
        std::ranges::copy_if(earlier, std::back_inserter(near), [&](const Vec3& p) { return beside.contains(p); });
        gather(problems, [&] { fillings[k] = fill(k, near); });
        earlier.insert(earlier.end(), fillings[k].points.begin(), fillings[k].points.end());
    }
    return fillings;
}

Filling Layout::fill(size_t body, const std::vector<Vec3>& earlier) const {
    const std::string path = "/bodies/" + std::to_string(body);
    const panta::Shape& solid = *solids_[body];
    const std::vector<Vec3> lattice = fill_lattice(solid, scene_.spacing);
    if (lattice.empty() && std::holds_alternative<panta::Shape::Mesh>(solid.solid()))
        throw InputError(path + "/shape/mesh", "no particle is inside of it",
                         "a body's mesh must enclose a volume and be wider than spacing");
    if (lattice.empty()) throw InputError(path, "no particle fits into this body", "make it larger than spacing");

    const auto is_within = [&](const Vec3& p) { return solid.contains(p) && !colliders_.overlaps(p, 0); };
    const auto is_at_wall = [&](const Vec3& p) { return colliders_.overlaps(p, scene_.spacing / 2); };
    std::vector<Vec3> kept, carved;
    for (const Vec3& p : lattice)
        (!is_taken(body, p) && !colliders_.overlaps(p, least_clearance * scene_.spacing) ? kept : carved).push_back(p);
    if (kept.empty())
        throw InputError(path, "nothing of this body is left: all of it is beyond a wall or within an earlier body",
                         "move it, or the walls; what holds it is a boundary with \"solid\": false");
    // Where the lattice fits what it is cut by, particles are like all others, to the last bit.
    constexpr double rounding = 1e-3, least_part = 0.2;  // of a cell
    const Room room = room_of({kept, carved, earlier, scene_.spacing, scene_.dimension, is_within, is_at_wall});
    Filling filling{std::move(kept), volume_of_particle(scene_), carved.size(), !room.is_full};
    const double each = room.volume / double(filling.points.size());
    if (each < least_part * double(filling.volume))
        throw InputError(path, "what is left of this body is narrower than its particles", "move it, or the walls");
    if (std::abs(each / double(filling.volume) - 1) > rounding) filling.volume = Real(each);
    return filling;
}

WallSampling Layout::sampling_of(size_t boundary) const {
    return {scene_.spacing,   scene_.support * scene_.spacing,    extent_,
            scene_.dimension, scene_.boundaries[boundary].layers, periodicity_of(scene_)};
}

WallSamples Layout::sample(size_t boundary) const { return sample_wall(walls_[boundary], sampling_of(boundary)); }

PlaneTiles Layout::make_plane_tiles() const {
    PlaneTiles tiles;
    for (size_t k = 0; k < walls_.size(); ++k)
        if (std::holds_alternative<PlaneWall>(walls_[k].shape) && !walls_[k].motion)
            tiles.add_plane(uint32_t(k), PlaneLattice(placed_plane(walls_[k], scene_.dimension), sampling_of(k)));
    return tiles;
}

}  // namespace panta::scene
