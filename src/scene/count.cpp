#include "scene/count.h"

#include <algorithm>
#include <cmath>

#include "scene/layout.h"
#include "scene/solids.h"

namespace panta::scene {

namespace {

/// Particles that an emitter has emitted when the last frame is done: layer k leaves when the flow has gone k spacings.
double count_emitted(const Scene& scene, const Body& body) {
    const Emitter& emitter = std::get<Emitter>(body.source);
    const double last_frame = double(frame_count(scene)) / scene.frame_rate;
    const double stop = double(emitter.stop.value_or(static_cast<Real>(scene.duration)));
    double layers = 0;
    if (emitter.speed.is_constant()) {
        const double pause = double(scene.spacing) / double(emitter.speed.constant);
        const auto leaves = [&] { return double(emitter.start) + layers * pause; };
        while (leaves() <= stop && leaves() < last_frame) ++layers;
    } else {
        const double way = emitter.speed.integral(emitter.start, std::min(stop, last_frame));
        layers = std::floor(way / double(scene.spacing)) + 1;
    }
    return layers * static_cast<double>(opening_of(scene, body).size());
}

}  // namespace

Needs count(const Scene& scene, double most) {
    Needs needs = estimate(scene);
    const Layout layout(scene);

    // What the estimate could not see: meshes, and planes beside everything else.
    for (size_t k = 0; k < scene.bodies.size(); ++k)
        if (!layout.is_emitter(k)) needs.bodies[k].particles = layout.expected_in_body(k);
    for (size_t k = 0; k < scene.boundaries.size(); ++k) needs.boundaries[k].particles = layout.expected_on_boundary(k);
    add_up(scene, needs);
    if (!(needs.particles + needs.wall_particles <= most)) return needs;

    for (size_t k = 0; k < scene.bodies.size(); ++k) {
        if (layout.is_emitter(k)) {
            needs.bodies[k].particles = count_emitted(scene, scene.bodies[k]);
            continue;
        }
        const Filling filling = layout.fill(k);
        needs.bodies[k].particles = static_cast<double>(filling.points.size());
        needs.bodies[k].carved = static_cast<double>(filling.carved);
    }
    for (size_t k = 0; k < scene.boundaries.size(); ++k)
        needs.boundaries[k].particles = static_cast<double>(layout.sample(k).points.size());
    needs.exact = true;
    add_up(scene, needs);
    return needs;
}

}  // namespace panta::scene
