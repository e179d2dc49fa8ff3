// Where the particles of a scene start: its walls, its bodies as solids, and what is left of a body once walls and the
// bodies before it are carved from it. Building a world and counting what it will need share this.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/error.h"
#include "boundaries/colliders.h"
#include "boundaries/plane_tiles.h"
#include "boundaries/wall_sampling.h"
#include "geometry/shape.h"
#include "neighbours/periodicity.h"
#include "scene/scene.h"

namespace panta::scene {

/// The particles of one body at the start.
struct Filling {
    std::vector<Vec3> points;
    Real volume = 0;      // of the particle at each, m^3 (m^2 in two dimensions)
    size_t carved = 0;    // lattice points that were left out because something else is there already
    bool is_cut = false;  // by walls or earlier bodies, whether or not that took any points
};

/// Which axes of the scene repeat.
Periodicity periodicity_of(const Scene& scene);

class Layout {
public:
    /// Reads the meshes of the scene, which must live as long as this. Throws an InputError with all unusable ones, or
    /// with all that reaches beyond the end of a periodic axis, all emitters beyond walls and all bodies outside of the
    /// domain; or for meshes and planes that need more particles than a scene may have.
    explicit Layout(const Scene& scene);

    /// About how many particles fill a body's shape (none for an emitter), before carving, and cover a boundary.
    double expected_in_body(size_t body) const;
    double expected_on_boundary(size_t boundary) const;

    /// The particles of all bodies (none for emitters): lattice points that are not in an earlier body and not beyond a
    /// wall. They share the room that is left of the body. What is wrong with a body is added to the problems.
    std::vector<Filling> fill_bodies(std::vector<Problem>& problems) const;
    WallSamples sample(size_t boundary) const;

    /// Whether a point is in the shape of a body; nothing is in an emitter.
    bool is_in_body(size_t body, const Vec3& point) const { return solids_[body] && solids_[body]->contains(point); }
    panta::Box bounds_of_body(size_t body) const { return solids_[body] ? solids_[body]->bounds() : panta::Box{}; }
    /// Everything the scene shows.
    const panta::Box& extent() const { return extent_; }
    bool is_emitter(size_t body) const { return !solids_[body]; }
    bool is_sheet(size_t boundary) const { return panta::is_sheet(walls_[boundary]); }
    const std::vector<Wall>& walls() const { return walls_; }
    const Colliders& colliders() const { return colliders_; }
    /// Colliders of the same walls, for a world.
    Colliders make_colliders() const;
    /// What makes the planes that rest endless, for a world.
    PlaneTiles make_plane_tiles() const;

private:
    struct Geometry {
        std::vector<Wall> walls;
        std::vector<std::optional<panta::Shape>> solids;
    };
    static Geometry read(const Scene& scene);
    Layout(const Scene& scene, Geometry geometry);

    void find_extent();
    void check_size() const;
    void check_periodic_ends(std::vector<Problem>& problems) const;
    void check_openings(std::vector<Problem>& problems) const;
    void check_domain(std::vector<Problem>& problems) const;
    bool is_taken(size_t body, const Vec3& point) const;
    Filling fill(size_t body, const std::vector<Vec3>& earlier) const;
    WallSampling sampling_of(size_t boundary) const;

    const Scene& scene_;
    std::vector<Wall> walls_;
    std::vector<std::optional<panta::Shape>> solids_;  // of bodies; none for emitters
    panta::Box extent_;                                // for planes, which have no end
    Colliders colliders_;
};

}  // namespace panta::scene
