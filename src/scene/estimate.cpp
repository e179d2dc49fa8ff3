#include "scene/estimate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace panta::scene {

namespace {

// The program and its libraries, bytes.
constexpr double program_in_memory = 16e6;
// Memory of a particle with its neighbours at peak; the bound that the benchmarks hold.
constexpr double bytes_in_memory = 600;
// Round walls and meshes are covered with about twenty points per wall particle before these are chosen; measured.
constexpr double bytes_to_cover = 4000;
// State fields of a particle in a frame or a checkpoint: id, body, position, velocity, mass, volume, support,
// compression, pressure, reference position. A frame has less by those of no use outside.
constexpr double bytes_in_frame = 64, bytes_in_checkpoint = 68;
// Checkpoints that are kept at a time.
constexpr double checkpoints_kept = 2;

constexpr double pi = std::numbers::pi;

double power(double x, int exponent) { return exponent == 2 ? x * x : x * x * x; }

// Volumes of forms, in two dimensions areas.
double volume(const BoxShape& box, int dimension) {
    const auto [lower, upper] = corners(box);
    double product = 1;
    for (int axis = 0; axis < dimension; axis++) product *= double(upper[axis]) - double(lower[axis]);
    return product;
}
double volume(const SphereShape& sphere, int dimension) {
    return dimension == 2 ? pi * power(sphere.radius, 2) : 4 * pi / 3 * power(sphere.radius, 3);
}
double volume(const CylinderShape& cylinder, int) { return pi * power(cylinder.radius, 2) * cylinder.height; }
double volume(const MeshShape&, int) { return 0; }
double volume(const MeshFrames&, int) { return 0; }
double volume(const BodyName&, int) { return 0; }

// Areas of surfaces, in two dimensions lengths of outlines.
double area(const BoxShape& box, int dimension) {
    const auto [lower, upper] = corners(box);
    const Vec3 e = upper - lower;
    if (dimension == 2) return 2 * (double(e.x) + double(e.y));
    return 2 * (double(e.x) * e.y + double(e.y) * e.z + double(e.z) * e.x);
}
double area(const SphereShape& sphere, int dimension) {
    return dimension == 2 ? 2 * pi * sphere.radius : 4 * pi * power(sphere.radius, 2);
}
double area(const CylinderShape& cylinder, int) {
    return 2 * pi * cylinder.radius * (double(cylinder.radius) + double(cylinder.height));
}
double area(const PlaneShape&, int) { return 0; }
double area(const MeshShape&, int) { return 0; }
double area(const MeshFrames&, int) { return 0; }

double area(const Disc& disc, int dimension) {
    return dimension == 2 ? 2 * double(disc.radius) : pi * power(disc.radius, 2);
}
double area(const Rectangle& rectangle, int) { return double(rectangle.size[0]) * double(rectangle.size[1]); }

}  // namespace

double estimate_particles(const Scene& scene, const Body& body) {
    const double per_particle = power(scene.spacing, scene.dimension);
    if (const auto* shape = std::get_if<Shape>(&body.source)) {
        const double scale = double(shape->scale) * double(body.placement.scale);
        const double filled = std::visit([&](const auto& form) { return volume(form, scene.dimension); }, shape->form);
        return filled * power(scale, scene.dimension) / per_particle;
    }
    const auto& emitter = std::get<Emitter>(body.source);
    const double opening = std::visit([&](const auto& form) { return area(form, scene.dimension); }, emitter.opening);
    const double scale = body.placement.scale;
    const double stop = std::min(scene.duration, double(emitter.stop.value_or(static_cast<Real>(scene.duration))));
    const double way = emitter.speed.integral(emitter.start, std::max(stop, double(emitter.start)));
    return opening * (scene.dimension == 2 ? scale : scale * scale) * way / per_particle;
}

double estimate_particles(const Scene& scene, const Boundary& boundary) {
    const double scale = boundary.placement.scale;
    const int dimension = scene.dimension;
    const double wall = std::visit([&](const auto& form) { return area(form, dimension); }, boundary.form);
    const double scaled = dimension == 2 ? scale : scale * scale;
    const double per_particle = dimension == 2 ? double(scene.spacing) : power(scene.spacing, 2);
    return wall * scaled / per_particle * boundary.layers;
}

double estimate_points(const Scene& scene, const Guide& guide) {
    const double filled = std::visit([&](const auto& form) { return volume(form, scene.dimension); }, guide.source);
    return filled * power(double(guide.placement.scale) / (double(scene.spacing) * guide.sampling), scene.dimension);
}

void add_up(const Scene& scene, Needs& needs) {
    needs.particles = needs.wall_particles = 0;
    for (const Needs::Part& part : needs.bodies) needs.particles += part.particles;
    for (const Needs::Part& part : needs.boundaries) needs.wall_particles += part.particles;
    needs.frames = frame_count(scene);

    // Covering the largest round wall may need more memory than the run.
    double covered = 0;
    for (std::size_t i = 0; i < scene.boundaries.size(); i++)
        if (const auto& form = scene.boundaries[i].form;
            !std::holds_alternative<BoxShape>(form) && !std::holds_alternative<PlaneShape>(form))
            covered = std::max(covered, needs.boundaries[i].particles);
    needs.memory = program_in_memory +
                   std::max(bytes_in_memory * (needs.particles + needs.wall_particles), bytes_to_cover * covered);

    // An emitter's particles come one after the other, so that frames are half as large on average.
    double average = needs.particles;
    for (std::size_t i = 0; i < scene.bodies.size(); i++)
        if (std::holds_alternative<Emitter>(scene.bodies[i].source)) average -= needs.bodies[i].particles / 2;
    const double frames = static_cast<double>(needs.frames + 1) * static_cast<double>(scene.output.particles.size());
    needs.disk = bytes_in_frame * frames * average + bytes_in_checkpoint * checkpoints_kept * needs.particles;
}

Needs estimate(const Scene& scene) {
    Needs needs;
    for (const Body& body : scene.bodies) needs.bodies.push_back({body.name, estimate_particles(scene, body)});
    for (const Boundary& boundary : scene.boundaries)
        needs.boundaries.push_back({boundary.name, estimate_particles(scene, boundary)});
    add_up(scene, needs);
    return needs;
}

}  // namespace panta::scene
