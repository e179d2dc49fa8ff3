#include "boundaries/moving_walls.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "boundaries/wall_fields.h"
#include "geometry/facing.h"
#include "neighbours/neighbours.h"
#include "neighbours/particle_loop.h"

namespace panta {

namespace {

/// The image of p, across periodic axes, that is nearest to `last`.
Vec3 nearest_image(Vec3 p, const Vec3& last, const Periodicity& periodicity) {
    for (int axis = 0; axis < 3; ++axis)
        if (const Real period = periodicity.period[axis]; period > 0)
            p[axis] += period * std::round((last[axis] - p[axis]) / period);
    return p;
}

}  // namespace

MovingWalls::MovingWalls(const std::vector<Wall>& walls, Particles& particles) {
    std::vector<std::optional<TriangleBvh>> surfaces;  // of animated walls at the start
    for (const Wall& wall : walls) {
        walls_.push_back(moves(wall)
                             ? std::optional(Moving{wall, WallMotion(wall.motion.value_or(MotionParams{})), 0, {}})
                             : std::nullopt);
        surfaces.push_back(animation_of(wall) ? std::optional(TriangleBvh(placed_mesh(wall, 0))) : std::nullopt);
    }
    if (!any()) return;
    // A mesh may reach farther later on.
    for (auto& moving : walls_) {
        const MeshAnimation* animation = moving ? animation_of(moving->wall) : nullptr;
        for (size_t k = 0; animation != nullptr && k < animation->frames(); ++k)
            for (const Vec3& v : placed(animation->frame(k), moving->wall.placement).vertices)
                moving->reach = std::max(moving->reach, norm(Vec3d(v) - moving->motion.pivot()));
    }
    particles.declare(wall::rest_position);
    particles.declare(wall::rest_normal);
    particles.declare(wall::anchor);
    particles.declare(fields::reference_position);
    particles.declare(wall::predicted_position);
    const auto x = particles[fields::position], n = particles[wall::normal];
    const auto rest = particles.edit(wall::rest_position), rest_normal = particles.edit(wall::rest_normal);
    const auto anchor = particles.edit(wall::anchor);
    const auto body = particles[fields::body];
    for (size_t b = 0; b < particles.size(); ++b) {
        check(body[b] < walls_.size(), "every wall particle belongs to a wall");
        rest[b] = x[b];
        rest_normal[b] = n[b];
        auto& moving = walls_[body[b]];
        if (!moving) continue;
        moving->reach = std::max(moving->reach, norm(Vec3d(x[b]) - moving->motion.pivot()));
        if (const auto& surface = surfaces[body[b]]) {
            anchor[b] = uint32_t(moving->anchors.size());
            moving->anchors.push_back(anchor_of(*surface, x[b]));
        }
    }
}

/// Where a wall is, and how it moves.
struct MovingWalls::Pose {
    LocalFrame frame;
    WallMotion::Velocity velocity;
    TriangleMesh first, mesh;      // of an animated wall, at the start and now
    std::vector<Vec3> velocities;  // of its vertices
    const std::vector<Anchor>* anchors = nullptr;

    Pose() = default;
    Pose(const Moving& moving, double time) : frame(moving.motion.pose(time)), velocity(moving.motion.velocity(time)) {
        const MeshAnimation* animation = animation_of(moving.wall);
        if (animation == nullptr) return;
        first = placed_mesh(moving.wall, 0);
        mesh = placed_mesh(moving.wall, time);
        velocities = animation->velocities(time);
        const Rotation turn = rotation_of(moving.wall.placement);
        for (Vec3& v : velocities) v = moving.wall.placement.scale * to_real(turn.turn(v));
        anchors = &moving.anchors;
    }
};

bool MovingWalls::any() const {
    return std::any_of(walls_.begin(), walls_.end(), [](const auto& moving) { return moving.has_value(); });
}

struct MovingWalls::Placed {
    Vec3 position, velocity, normal;
};

template <class Put>
void MovingWalls::for_each_placed(const Particles& particles, double time, const Periodicity& periodicity,
                                  const Threads& threads, const Put& put) const {
    if (!any()) return;
    // Pose and velocity of every wall, then of every particle.
    std::vector<Pose> poses;
    for (const auto& moving : walls_) poses.push_back(moving ? Pose(*moving, time) : Pose());
    const auto body = particles[fields::body], anchor = particles[wall::anchor];
    const auto x = particles[fields::position], rest = particles[wall::rest_position],
               rest_normal = particles[wall::rest_normal];
    for_each_index(x.size(), threads, [&](size_t b) {
        if (!walls_[body[b]]) return;
        const Pose& pose = poses[body[b]];
        Vec3d at = rest[b], drift, normal = rest_normal[b];
        if (pose.anchors) {
            const Anchor& tie = (*pose.anchors)[anchor[b]];
            at = anchored(pose.mesh, tie);
            drift = anchored_velocity(pose.mesh, pose.velocities, tie);
            normal = turned_along(pose.first, pose.mesh, tie.triangle, normal);
        }
        const Vec3d here = pose.frame.to_world(at);
        put(b, Placed{nearest_image(to_real(here), x[b], periodicity),
                      to_real(pose.velocity.at(here) + pose.frame.rotation.turn(drift)),
                      to_real(pose.frame.rotation.turn(normal))});
    });
}

void MovingWalls::place(Particles& particles, double time, const Periodicity& periodicity,
                        const Threads& threads) const {
    const auto x = particles.edit(fields::position), v = particles.edit(fields::velocity),
               n = particles.edit(wall::normal);
    for_each_placed(particles, time, periodicity, threads, [&](size_t b, const Placed& placed) {
        x[b] = placed.position;
        v[b] = placed.velocity;
        n[b] = placed.normal;
    });
    std::ranges::copy(x, particles.edit(wall::predicted_position).begin());  // until they are predicted
}

void MovingWalls::predict(Particles& particles, double time, const Periodicity& periodicity,
                          const Threads& threads) const {
    const auto ahead = particles.edit(wall::predicted_position);
    std::ranges::copy(particles[fields::position], ahead.begin());
    for_each_placed(particles, time, periodicity, threads,
                    [&](size_t b, const Placed& placed) { ahead[b] = placed.position; });
}

Real MovingWalls::fastest(double begin, double end) const {
    double fastest = 0;
    for (const auto& moving : walls_) {
        if (!moving) continue;
        double speed = moving->motion.fastest(begin, end, moving->reach);
        if (const MeshAnimation* animation = animation_of(moving->wall))
            speed += double(moving->wall.placement.scale) * animation->fastest(begin, end);
        fastest = std::max(fastest, speed);
    }
    return Real(fastest);
}

}  // namespace panta
