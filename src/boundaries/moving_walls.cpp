#include "boundaries/moving_walls.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "boundaries/wall_fields.h"
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
    for (const Wall& wall : walls)
        walls_.push_back(wall.motion ? std::optional(Moving{WallMotion(*wall.motion)}) : std::nullopt);
    if (!any()) return;
    particles.declare(wall::rest_position);
    particles.declare(wall::rest_normal);
    particles.declare(fields::reference_position);
    const auto x = particles[fields::position], n = particles[wall::normal];
    const auto rest = particles.edit(wall::rest_position), rest_normal = particles.edit(wall::rest_normal);
    const auto body = particles[fields::body];
    for (size_t b = 0; b < particles.size(); ++b) {
        check(body[b] < walls_.size(), "every wall particle belongs to a wall");
        rest[b] = x[b];
        rest_normal[b] = n[b];
        if (auto& moving = walls_[body[b]])
            moving->reach = std::max(moving->reach, norm(Vec3d(x[b]) - moving->motion.pivot()));
    }
}

bool MovingWalls::any() const {
    return std::any_of(walls_.begin(), walls_.end(), [](const auto& moving) { return moving.has_value(); });
}

void MovingWalls::place(Particles& particles, double time, const Periodicity& periodicity,
                        const Threads& threads) const {
    if (!any()) return;
    // Pose and velocity of every wall, then of every particle.
    std::vector<LocalFrame> poses;
    std::vector<WallMotion::Velocity> velocities;
    for (const auto& moving : walls_) {
        poses.push_back(moving ? moving->motion.pose(time) : LocalFrame{});
        velocities.push_back(moving ? moving->motion.velocity(time) : WallMotion::Velocity{});
    }
    const auto body = particles[fields::body];
    const auto rest = particles[wall::rest_position], rest_normal = particles[wall::rest_normal];
    const auto x = particles.edit(fields::position), v = particles.edit(fields::velocity),
               n = particles.edit(wall::normal);
    for_each_index(x.size(), threads, [&](size_t b) {
        if (!walls_[body[b]]) return;
        const Vec3d here = poses[body[b]].to_world(rest[b]);
        v[b] = to_real(velocities[body[b]].at(here));
        n[b] = to_real(poses[body[b]].rotation.turn(rest_normal[b]));
        x[b] = nearest_image(to_real(here), x[b], periodicity);
    });
}

Real MovingWalls::fastest(double begin, double end) const {
    double fastest = 0;
    for (const auto& moving : walls_)
        if (moving) fastest = std::max(fastest, moving->motion.fastest(begin, end, moving->reach));
    return Real(fastest);
}

}  // namespace panta
