#include "behaviours/control/guide.h"

#include "geometry/mesh_animation.h"
#include "neighbours/particle_loop.h"

namespace panta {

namespace {

/// Appends the particles of a body.
void place_body(uint32_t body, const Step& step, GuidePoints& points) {
    const auto of = step.particles[fields::body];
    const auto x = step.particles[fields::position], v = step.particles[fields::velocity];
    for (const uint32_t i : indices_where(of.size(), step.threads, [&](size_t k) { return of[k] == body; })) {
        points.position.push_back(x[i]);
        points.velocity.push_back(v[i]);
    }
}

/// Appends points between two frames of an animation, or after its end.
void place_poses(const Guide& guide, double time, GuidePoints& points) {
    const BetweenFrames now(time, guide.poses.size(), guide.frame_rate, guide.repeat);
    const std::vector<Vec3>&from = guide.poses[now.from], &to = guide.poses[now.to];
    for (size_t p = 0; p < from.size(); ++p) {
        const Vec3 way = to[p] - from[p];
        points.position.push_back(from[p] + Real(now.part) * way);
        points.velocity.push_back(Real(now.rate) * way);
    }
}

/// Moves the points from `first` on, which are at rest but for their animation.
void move(const WallMotion& motion, double time, size_t first, GuidePoints& points) {
    const LocalFrame pose = motion.pose(time);
    const WallMotion::Velocity carried = motion.velocity(time);
    for (size_t p = first; p < points.position.size(); ++p) {
        const Vec3d at = pose.to_world(Vec3d(points.position[p]));
        points.position[p] = to_real(at);
        points.velocity[p] = to_real(pose.rotation.turn(Vec3d(points.velocity[p])) + carried.at(at));
    }
}

}  // namespace

GuidePoints place(const std::vector<Guide>& guides, const Step& step) {
    GuidePoints points;
    for (uint32_t k = 0; k < guides.size(); ++k) {
        const size_t first = points.size();
        if (guides[k].body)
            place_body(*guides[k].body, step, points);
        else
            place_poses(guides[k], step.time, points);
        if (guides[k].motion) move(*guides[k].motion, step.time, first, points);
        points.guide.resize(points.size(), k);
    }
    return points;
}

}  // namespace panta
