// Continuous collision of single particles with all walls: nothing passes a wall, however fast it is.
//
// Every wall stops particles from both sides. A particle that would cross one (or come nearer than a margin) is stopped
// before it, loses the part of its velocity that leads into the wall (no bounce, no friction) and slides on with the
// rest of its way. The way it finally takes, from start to end in a straight line, is tested once more, and if it
// is not free the particle stays where it was. All tests are in double precision, and particles are kept further from
// walls than rounding errors reach, so that it is always certain on which side a particle is.
//
// A wall that moves during the step is met in its own frame: where the step ends it is at rest, and a particle starts
// from where it would be had it gone along with the wall. Sides are kept in that frame, so a wall that sweeps over a
// particle takes it along, however fast it is. The frame of an animated mesh is, for each particle, that of the
// triangle closest to it (deformation.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "boundaries/wall.h"
#include "geometry/vec3d.h"

namespace panta {

class Surface;

class Colliders {
public:
    struct Hit {
        Real fraction;  // of the way
        Vec3 normal;    // unit, on the side of the start
        uint32_t wall;  // index in the walls given
    };
    struct Motion {
        Vec3 position;
        Vec3 velocity;
        bool touched = false;  // whether a wall had a say
    };

    explicit Colliders(const std::vector<Wall>& walls, int dimension = 3);
    ~Colliders();
    Colliders(Colliders&&) noexcept;
    Colliders& operator=(Colliders&&) noexcept;

    size_t size() const { return surfaces_.size(); }
    /// There may be walls without particles nearby: a plane goes on where it has none, and an animated mesh may
    /// stretch.
    bool any_bare() const { return any_bare_; }

    /// Puts all walls where they are at a time (s), at rest. The start is at time zero.
    void place(double time);
    /// Puts all walls where they are at `to`; `move` is about particles that were at `from` before.
    void advance(double from, double to);

    /// False only if no part of a wall is in the box: whatever moves within it is free.
    bool may_hit(const Box& box) const;
    /// The first wall on the way, touches at both ends included.
    std::optional<Hit> first_hit(const Vec3& from, const Vec3& to) const;
    /// Where a particle that wants to go from `from` to `to` gets to, sliding along walls `margin` (m) before them. The
    /// straight line from `from` to the result crosses no wall, except that a start on a wall itself is let go to the
    /// fluid's side.
    Motion move(const Vec3& from, const Vec3& to, const Vec3& velocity, Real margin) const;

    /// Whether p is beyond a wall, by more than rounding; none for walls that have no sides (sheets, open boxes).
    std::optional<bool> on_wrong_side(const Vec3& p, uint32_t wall) const;
    /// Whether p is beyond any wall.
    bool on_wrong_side(const Vec3& p) const;
    /// Whether p is beyond a wall or nearer to one than `clearance` (less a thousandth, for rounding).
    bool overlaps(const Vec3& p, Real clearance) const;

private:
    struct Meeting;
    struct Path;
    struct Moving;

    Vec3d carried(uint32_t wall, const Vec3d& p) const;
    bool may_hit(const Vec3& from, const Vec3& to, Real reach) const;
    template <class Starts>
    std::optional<Meeting> first_meeting(const Starts& start_of, const Vec3d& to, double beyond = 0) const;
    std::optional<Vec3d> lifted_off(const Vec3d& from, const Vec3d& way, double margin) const;
    Path slide(const Vec3d& from, const Vec3d& lift, const Vec3d& to, double margin) const;
    Vec3 slowed(const Vec3& velocity, const Path& path) const;
    std::optional<Vec3> cleared(const Vec3d& end, double margin) const;
    bool is_free(const Vec3d& from, const Vec3d& lift, const Vec3d& end, double margin) const;
    Motion stuck(const Vec3& from, const Vec3d& lift, const Vec3& velocity, double margin) const;

    std::vector<std::unique_ptr<Surface>> surfaces_;
    std::vector<Moving> moving_;  // in the order of the walls
    std::vector<int> moving_of_;  // by wall: index in moving_, or -1
    double elapsed_ = 0;          // s, between the poses before and now
    // Most particles are here, and there is nothing to test: within the containers and outside these boxes.
    Box calm_;
    std::vector<Box> obstacles_;
    bool any_bare_ = false;
};

}  // namespace panta
