#include "scene/guides.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "geometry/anchor.h"
#include "geometry/sampling.h"
#include "scene/load.h"
#include "scene/mesh_files.h"
#include "scene/solids.h"

namespace panta::scene {

namespace {

uint32_t index_of_body(const Scene& scene, const std::string& name) {
    const auto found = std::ranges::find(scene.bodies, name, &Body::name);
    panta::check(found != scene.bodies.end(), "a guide names a body, which was checked");
    return uint32_t(found - scene.bodies.begin());
}

/// The points that fill the guide at the start.
std::vector<Vec3> fill(const Scene& scene, const Guide& guide, const panta::Shape& solid, const std::string& path) {
    const double step = double(scene.spacing) * guide.sampling, dimension = scene.dimension;
    if (!(solid.volume() / std::pow(step, dimension) <= most_particles))
        throw InputError(path, "the guide has too many points", "raise sampling, or make the guide smaller");
    std::vector<Vec3> points = fill_lattice(solid, Real(step));
    if (points.empty())
        throw InputError(path, "no point is inside of the guide",
                         "it must enclose a volume and be wider than spacing times sampling; lower sampling");
    return points;
}

/// Where the points are in every frame of an animated mesh.
std::vector<std::vector<Vec3>> follow(const MeshAnimation& animation, const panta::Placement& placement,
                                      std::vector<Vec3> points) {
    const TriangleBvh surface(placed(animation.frame(0), placement));
    std::vector<Anchor> anchors;
    for (const Vec3& p : points) anchors.push_back(anchor_of(surface, p));
    std::vector<std::vector<Vec3>> poses{std::move(points)};
    for (size_t k = 1; k < animation.frames(); ++k) {
        const TriangleMesh mesh = placed(animation.frame(k), placement);
        std::vector<Vec3>& pose = poses.emplace_back();
        for (const Anchor& anchor : anchors) pose.push_back(to_real(anchored(mesh, anchor)));
    }
    return poses;
}

panta::Guide guide_of(const Scene& scene, const Guide& asked, const std::string& path) {
    panta::Guide guide;
    guide.radius = asked.radius.value_or(default_guide_radius * scene.spacing);
    if (asked.motion) guide.motion.emplace(motion_of(*asked.motion));
    if (!asked.followers.empty()) {
        guide.followed_by.resize(scene.bodies.size(), false);
        for (const std::string& name : asked.followers) guide.followed_by[index_of_body(scene, name)] = true;
    }
    if (const auto* body = std::get_if<BodyName>(&asked.source)) {
        guide.body = index_of_body(scene, body->name);
        return guide;
    }
    const panta::Shape solid = *told_of(path, [&] { return solid_of(scene, asked); });
    std::vector<Vec3> points = fill(scene, asked, solid, path);
    if (const auto* frames = std::get_if<MeshFrames>(&asked.source)) {
        guide.frame_rate = frames->frame_rate;
        guide.repeat = frames->repeat;
        guide.poses = follow(animation_of(*frames, path), placement_of(asked.placement), std::move(points));
    } else {
        guide.poses.push_back(std::move(points));
    }
    return guide;
}

}  // namespace

std::vector<panta::Guide> guides_of(const Scene& scene) {
    std::vector<panta::Guide> guides;
    std::vector<Problem> problems;
    for (size_t k = 0; k < scene.guides.size(); ++k)
        gather(problems, [&] { guides.push_back(guide_of(scene, scene.guides[k], "/guides/" + std::to_string(k))); });
    throw_any(problems);
    return guides;
}

Real fastest_guide(const Scene& scene) {
    double fastest = 0;
    for (const Guide& guide : scene.guides)
        if (guide.motion)
            fastest = std::max(fastest, WallMotion(motion_of(*guide.motion)).fastest(0, scene.duration, 0));
    return Real(fastest);
}

}  // namespace panta::scene
