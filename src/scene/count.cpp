#include "scene/count.h"

#include <algorithm>
#include <cmath>

#include "pressure/calming.h"
#include "scene/guides.h"
#include "scene/layout.h"
#include "scene/openings.h"
#include "scene/remarks.h"
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
    return layers * static_cast<double>(opening_of(scene, body).places.size());
}

/// Seconds on one core, from what fluids took: the dam break of `panta bench` in steps that nothing but speed, sound
/// and pressure limit (pressure/pressure_terms.h). Solids and thick fluids take longer.
double estimate_work(const Scene& scene, const Layout& layout, double particles) {
    constexpr double per_second_explicit = 3e6, per_second_implicit = 0.75e6;  // particles times steps
    const double s = scene.spacing, h = double(scene.support) * s, g = norm(scene.gravity.at(0));
    panta::Box fluid;
    double fastest2 = scene.pressure.expected_speed * scene.pressure.expected_speed;
    for (size_t k = 0; k < scene.bodies.size(); ++k) {
        if (layout.is_emitter(k)) {
            const double speed = std::get<Emitter>(scene.bodies[k].source).speed.largest([](Real v) { return v; });
            fastest2 = std::max(fastest2, speed * speed);
        } else {
            fluid.extend(layout.bounds_of_body(k));
        }
        fastest2 = std::max(fastest2, double(norm2(scene.bodies[k].velocity)));
    }
    const double deep = fluid.is_empty() ? 0 : double(fluid.upper.y - fluid.lower.y);
    const double falls = layout.extent().is_empty() ? 0 : double(layout.extent().upper.y - layout.extent().lower.y);
    const double v = std::sqrt(fastest2 + 2 * g * falls);
    const bool is_explicit = scene.pressure.method == PressureMethod::wcsph;
    const double sound = v / std::sqrt(double(scene.pressure.compression));
    double dt = scene.step.longest.at(0);
    if (scene.step.fixed > 0)
        dt = scene.step.fixed;
    else if (is_explicit)
        dt = std::min(dt, 0.25 * h / sound);
    else {
        // By speed and by pressure; calmed steps, if all is calm (pressure/implicit_pressure.cpp).
        const double lattice = s / std::sqrt(g * deep * 2 / 3), calmed = double(calmed_resolution) * lattice;
        const double by_pressure = std::max(0.45 * lattice, std::min(calmed, double(calm_stride) * h / v));
        dt = std::min({dt, double(scene.step.cfl.at(0)) * h / v, by_pressure});
    }
    const double steps = double(frame_count(scene)) / scene.frame_rate / dt;
    return particles * steps / (is_explicit ? per_second_explicit : per_second_implicit);
}

}  // namespace

Needs count(const Scene& scene, double most) {
    Needs needs = estimate(scene);
    const Layout layout(scene);

    // What the estimate could not see: meshes, and planes beside everything else.
    for (size_t k = 0; k < scene.bodies.size(); ++k) {
        if (!layout.is_emitter(k)) needs.bodies[k].particles = layout.expected_in_body(k);
        needs.bodies[k].note = remark_on_body(scene, layout, k, std::nullopt);
    }
    for (size_t k = 0; k < scene.boundaries.size(); ++k) {
        needs.boundaries[k].particles = layout.expected_on_boundary(k);
        needs.boundaries[k].note = remark_on_boundary(scene, layout, k);
    }
    add_up(scene, needs);
    if (!(needs.particles + needs.wall_particles <= most)) return needs;

    std::vector<Problem> problems;
    gather(problems, [&] { guides_of(scene); });
    const std::vector<Filling> fillings = layout.fill_bodies(problems);
    throw_any(problems);
    for (size_t k = 0; k < scene.bodies.size(); ++k) {
        Needs::Part& part = needs.bodies[k];
        if (layout.is_emitter(k)) {
            part.particles = count_emitted(scene, scene.bodies[k]);
            continue;
        }
        part.note = remark_on_body(scene, layout, k, double(fillings[k].points.size() + fillings[k].carved));
        part.particles = static_cast<double>(fillings[k].points.size());
        part.carved = static_cast<double>(fillings[k].carved);
    }
    for (size_t k = 0; k < scene.boundaries.size(); ++k)
        needs.boundaries[k].particles = static_cast<double>(layout.sample(k).points.size());
    needs.exact = true;
    add_up(scene, needs);
    needs.work = estimate_work(scene, layout, needs.particles);
    return needs;
}

}  // namespace panta::scene
