#include "scene/build.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "behaviours/control/properties.h"
#include "behaviours/elastic/properties.h"
#include "behaviours/fluid/properties.h"
#include "boundaries/wall_fields.h"
#include "boundaries/wall_volumes.h"
#include "exchanges/heat/fields.h"
#include "kernels/lattice_sum.h"
#include "scene/builtin.h"
#include "scene/guides.h"
#include "scene/layout.h"
#include "scene/openings.h"
#include "scene/solids.h"
#include "scene/spread.h"

namespace panta::scene {

namespace {

WorldSettings settings_of(const Scene& scene) {
    WorldSettings settings;
    settings.smoothing.dimension = scene.dimension;
    settings.smoothing.shape =
        scene.kernel == KernelChoice::cubic_spline ? KernelShape::cubic_spline : KernelShape::wendland_c2;
    settings.gravity = scene.gravity;
    settings.spacing = scene.spacing;
    settings.lattice_sum = Real(lattice_sum(settings.smoothing, scene.support * scene.spacing, scene.spacing));
    settings.lattice_slope_sum =
        Real(with_scalar_kernel(settings.smoothing, scene.support * scene.spacing,
                                [&](const auto& W) { return lattice_slope_sum(W, scene.spacing); }));
    settings.volume_in_sums = {1, scene.dimension, [&](double s) {
                                   return settings.lattice_sum / lattice_sum(settings.smoothing,
                                                                             scene.support * scene.spacing,
                                                                             Real(s * double(scene.spacing)));
                               }};
    settings.step = scene.step;
    if (scene.domain) settings.domain = panta::Box{scene.domain->min, scene.domain->max};
    for (const Outflow& outflow : scene.outflows) settings.outflows.push_back(region_of(scene, outflow));
    settings.periodicity = periodicity_of(scene);
    return settings;
}

Real density_of(const Body& body) { return initial_value(body.track, matter::density); }

Part add_wall(const Scene& scene, uint32_t index, const Layout& layout, Particles& walls) {
    const Boundary& boundary = scene.boundaries[index];
    const Real support = scene.support * scene.spacing;
    const WallSamples samples = layout.sample(index);
    const size_t first = walls.append(samples.points.size());
    for (size_t k = 0; k < samples.points.size(); ++k) {
        walls.edit(fields::position)[first + k] = samples.points[k];
        walls.edit(wall::normal)[first + k] = samples.normals[k];
        walls.edit(wall::depth)[first + k] = samples.depths[k];
        walls.edit(wall::layers)[first + k] = uint32_t(layout.is_sheet(index) ? 0 : boundary.layers);
        walls.edit(wall::friction)[first + k] = boundary.friction.at(0);
        walls.edit(fields::support)[first + k] = support;
        walls.edit(fields::body)[first + k] = index;
    }
    if (boundary.temperature) {
        heat::declare_walls(walls);
        std::ranges::fill(walls.edit(heat::wall_temperature).subspan(first), boundary.temperature->at(0));
        std::ranges::fill(walls.edit(heat::wall_contact).subspan(first), boundary.heat_contact.at(0));
    }
    return {boundary.name, samples.points.size(), 0};
}

/// The particles of one body, where nothing else is.
Part add_body(const Scene& scene, uint32_t index, const Layout& layout, const Filling& filling, World& world) {
    const Body& body = scene.bodies[index];
    const std::vector<Vec3>& points = filling.points;
    Particles& particles = world.particles();
    const size_t first = particles.append(points.size());
    const Random random(scene.seed);
    const Real density = density_of(body);
    const auto ids = particles[fields::id];
    for (size_t k = 0; k < points.size(); ++k) {
        Vec3 jitter = body.jitter * scene.spacing * random.in_cube(ids[first + k], 0);
        if (scene.dimension == 2) jitter.z = 0;
        // What would jump into a wall, or nearly, stays on the lattice.
        const bool free = body.jitter == 0 || !layout.colliders().overlaps(points[k] + jitter, scene.spacing / 4);
        particles.edit(fields::position)[first + k] = free ? points[k] + jitter : points[k];
        particles.edit(fields::velocity)[first + k] = body.velocity;
        particles.edit(fields::body)[first + k] = index;
        particles.edit(fields::volume)[first + k] = filling.volume;
        particles.edit(fields::mass)[first + k] = density * filling.volume;
        particles.edit(fields::support)[first + k] = scene.support * scene.spacing;
    }
    return {body.name, points.size(), filling.carved};
}

/// Which bodies have been cut by walls or others, or reach to one that has.
std::vector<bool> cut_or_beside(const std::vector<Filling>& fillings, const Layout& layout, Real reach) {
    std::vector<bool> found;
    for (size_t k = 0; k < fillings.size(); ++k) {
        const panta::Box around = layout.bounds_of_body(k).grown(reach);
        bool any = false;
        for (size_t other = 0; other < fillings.size(); ++other)
            any |= fillings[other].is_cut && around.overlaps(layout.bounds_of_body(other));
        found.push_back(any);
    }
    return found;
}

/// What of boundaries follows keys.
std::vector<WallKey> wall_keys_of(const Scene& scene) {
    std::vector<WallKey> keys;
    for (uint32_t k = 0; k < scene.boundaries.size(); ++k) {
        const Boundary& boundary = scene.boundaries[k];
        if (!boundary.friction.is_constant()) keys.push_back({wall::friction, k, boundary.friction});
        if (boundary.temperature && !boundary.temperature->is_constant())
            keys.push_back({heat::wall_temperature, k, *boundary.temperature});
        if (boundary.temperature && !boundary.heat_contact.is_constant())
            keys.push_back({heat::wall_contact, k, boundary.heat_contact});
    }
    return keys;
}

Inflow inflow_of(const Scene& scene, uint32_t index) {
    const Body& body = scene.bodies[index];
    const Emitter& emitter = std::get<Emitter>(body.source);
    Inflow inflow;
    inflow.opening = opening_of(scene, body);
    inflow.turning = turning_of(body);
    inflow.speed = emitter.speed;
    inflow.layer_distance = scene.spacing;
    inflow.start = emitter.start;
    inflow.stop = emitter.stop.value_or(Real(scene.duration));
    inflow.body = index;
    inflow.volume = volume_of_particle(scene);
    inflow.mass = density_of(body) * inflow.volume;
    inflow.support = scene.support * scene.spacing;
    for (uint32_t k = 0; k < scene.bodies.size(); ++k)
        if (k != index && find_behaviour(scene.bodies[k].track, elastic::type()) != nullptr) inflow.solids.push_back(k);
    return inflow;
}

/// The squared speed that forces of fluids make, at most: surface tension, rho v^2 being its pressure in a drop of the
/// size of a spacing; cohesion, whose pressure that is; and guides that attract from as far as they reach.
Real fastest_of_forces2(const Scene& scene) {
    const auto itself = [](Real value) { return value; };
    const auto inverse = [](Real value) { return 1 / value; };
    Real reach = 0, fastest2 = 0;
    for (const Guide& guide : scene.guides) reach = std::max(reach, guide.radius.value_or(0));
    for (const Body& body : scene.bodies)
        for (const TrackEntry& entry : body.track) {
            const auto* density = entry.find(matter::density);
            const Real lightness = density ? density->largest(inverse) : inverse(matter::density.initial);
            const auto see = [&](const Property<Real>& property, Real factor) {
                if (const auto* given = entry.find(property))
                    fastest2 = std::max(fastest2, factor * given->largest(itself));
            };
            see(fluid::surface_tension, 4 * lightness / scene.spacing);
            see(fluid::cohesion, lightness);
            if (entry.type == &control::type()) {
                const auto* given = entry.find(control::given::attraction);
                const Real most = given ? given->largest(itself) : control::given::attraction.initial;
                fastest2 = std::max(fastest2, 2 * reach * most);
            }
        }
    return fastest2;
}

}  // namespace

BuiltWorld build(const Scene& scene, Threads threads, const Catalogue& catalogue) {
    BuiltWorld built{std::make_unique<World>(settings_of(scene), std::move(threads)), {}, {}};
    World& world = *built.world;

    // Walls first, then bodies and inflows.
    const Layout layout(scene);
    Particles& wall_particles = world.walls();
    for (uint32_t k = 0; k < scene.boundaries.size(); ++k)
        built.boundaries.push_back(add_wall(scene, k, layout, wall_particles));
    measure_wall_volumes(wall_particles, world.settings().smoothing, world.settings().periodicity, scene.spacing,
                         world.threads());
    MovingWalls moving(layout.walls(), wall_particles);
    if (moving.any()) {
        moving.place(wall_particles, 0, world.settings().periodicity, world.threads());
        world.set_moving_walls(std::move(moving));
    }
    std::vector<Problem> problems;
    const std::vector<Filling> fillings = layout.fill_bodies(problems);
    throw_any(problems);
    std::vector<std::string> names;
    for (uint32_t k = 0; k < scene.bodies.size(); ++k) {
        names.push_back(scene.bodies[k].name);
        if (!layout.is_emitter(k)) {
            built.bodies.push_back(add_body(scene, k, layout, fillings[k], world));
        } else {
            world.add_inflow(inflow_of(scene, k));
            built.bodies.push_back({scene.bodies[k].name, 0, 0});
        }
    }
    const std::vector<bool> cut = cut_or_beside(fillings, layout, scene.support * scene.spacing);
    if (std::ranges::count(cut, true) > 0) spread(world, layout.make_colliders(), cut);
    world.name_bodies(std::move(names));
    std::vector<Track> tracks;
    for (const Body& body : scene.bodies) tracks.push_back(body.track);
    world.set_tracks(Tracks(std::move(tracks)));
    world.key_walls(wall_keys_of(scene));
    world.set_colliders(layout.make_colliders());
    world.set_plane_tiles(layout.make_plane_tiles());
    add_modules(scene, catalogue, expected_speed(scene, world), world);
    world.start();
    return built;
}

Real expected_speed(const Scene& scene, const World& world) {
    if (scene.pressure.expected_speed > 0) return scene.pressure.expected_speed;

    // How far can anything fall? From the highest particle or inflow to the lowest wall or particle.
    Vec3 strongest = scene.gravity.at(0);
    for (const auto& key : scene.gravity.keys)
        if (norm2(key.value) > norm2(strongest)) strongest = key.value;
    const Real g = norm(strongest);
    const Vec3 down = g > 0 ? normalised(strongest) : Vec3{};
    Real highest = Box::inf, lowest = -Box::inf, fastest = 0;
    const auto see = [&](const Vec3& p, bool can_fall) {
        if (can_fall) highest = std::min(highest, dot(p, down));
        lowest = std::max(lowest, dot(p, down));
    };
    const Particles& particles = world.particles();
    for (size_t i = 0; i < particles.size(); ++i) {
        see(particles[fields::position][i], true);
        fastest = std::max(fastest, norm(particles[fields::velocity][i]));
    }
    for (const Vec3& p : world.walls()[fields::position]) see(p, false);
    for (const Inflow& inflow : world.inflows()) {
        Real reach = 0;  // from the point about which it turns
        for (const Vec3& p : inflow.opening.places) reach = std::max(reach, norm(p - inflow.opening.centre));
        const Real swing = Real(inflow.turning.fastest(0, scene.duration)) * reach;
        for (const Vec3& p : inflow.opening.places) see(p, true);
        fastest = std::max(fastest, swing + inflow.speed.largest([](Real speed) { return speed; }));
    }
    fastest = std::max({fastest, world.fastest_wall(0, scene.duration), fastest_guide(scene)});
    const Real height = lowest > highest ? lowest - highest : 0;
    // Where nothing moves a full box must yield too: water that is calm.
    const Real a_second = 1, slowest = scene.support * scene.spacing / a_second;
    return std::max(slowest, std::sqrt(fastest * fastest + 2 * g * height + fastest_of_forces2(scene)));
}

}  // namespace panta::scene
