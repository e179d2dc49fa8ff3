#include "exchanges/heat/heat.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exchanges/heat/conduction.h"
#include "neighbours/particle_loop.h"
#include "step/free_surface.h"
#include "step/track_fields.h"

namespace panta {

namespace {

// Of a step, until the step itself has to be shorter.
constexpr int most_parts = 50;
// dt <= factor h^2 rho c / k, as for viscosity: the sum of the pair weights is 14 k / (rho c h^2) in the plane and 28
// in space.
constexpr Real diffusion_factor = Real(0.04);
// An explicit part may take this much of what a particle would exchange if its neighbours stayed as they are. Up to
// one, no temperature overshoots those around it.
constexpr Real most_exchanged = Real(0.5);
// Even a step that was fixed is not cut into more: it is useless then.
constexpr Real far_too_many = Real(1e6);

/// What the particles of a step are made of.
struct Materials {
    std::span<const Real> capacity, latent_heat, melting_point, melting_range;

    explicit Materials(const Particles& particles)
        : capacity(particles[heat::capacity]),
          latent_heat(particles[heat::latent_heat]),
          melting_point(particles[heat::melting_point]),
          melting_range(particles[heat::melting_range]) {}
    heat::Material operator[](size_t i) const {
        return {capacity[i], latent_heat[i], melting_point[i], melting_range[i]};
    }
};

/// Stores a value in a float and the rest that it cannot hold in another.
void store(double value, Real& rounded, Real& remainder) {
    rounded = Real(value);
    remainder = Real(value - double(rounded));
}

}  // namespace

Heat::Heat(const Tracks& tracks, const Smoothing& smoothing, Real support, Real spacing)
    : lattice_(heat::lattice_sums(smoothing, support, spacing)), cools_(tracks.any_above_zero(heat::given::cooling)) {}

void Heat::attach(Particles& particles, Pipeline& pipeline) {
    for (const auto* field : {&heat::enthalpy, &heat::temperature, &heat::remainder, &heat::received})
        particles.declare(*field);
    for (const auto* field : {&heat::conductivity, &heat::capacity, &heat::latent_heat, &heat::melting_point,
                              &heat::melting_range, &heat::cooling, &heat::surroundings})
        particles.declare(*field);
    for (const auto* field : {&heat::flow, &heat::wall_flow, &heat::conductance, &heat::surface})
        particles.declare(*field);
    attach_free_surface(particles);
    pipeline.at(Stage::arrival, "heat.arrival", [this](const Step& step) { admit(step); });
    pipeline.at(Stage::transition, "heat.transition", [this](const Step& step) { change_capacities(step); });
    pipeline.at(Stage::forces, "heat.materials", [this](const Step& step) { set_materials(step); });
    pipeline.at(Stage::advance, "heat.exchange", [this](const Step& step) { exchange(step); })
        .reads_neighbours(
            Reads<fields::position, fields::volume, heat::temperature, heat::conductivity, fields::at_surface>{});
    pipeline.limit_step("heat", [this](const Step& step) { return longest_step(step); });
}

void Heat::admit(const Step& step) const {
    Particles& particles = step.particles;
    const auto temperature = particles[heat::temperature];
    const std::vector<uint32_t> fresh =
        indices_where(particles.size(), step.threads, [&](size_t i) { return temperature[i] == heat::not_yet; });
    const auto body = particles[fields::body];
    for (const uint32_t i : fresh) {
        const Track& track = step.tracks.track(body[i]);
        const auto now = [&](const Property<Real>& property) { return initial_value(track, property, step.time); };
        const heat::Material material{now(heat::given::capacity), now(heat::given::latent_heat),
                                      now(heat::given::melting_point), now(heat::given::melting_range)};
        set_temperature(particles, i, material, now(heat::given::temperature));
        particles.edit(heat::capacity)[i] = Real(material.capacity);
        particles.edit(heat::latent_heat)[i] = Real(material.latent_heat);
    }
}

void Heat::change_capacities(const Step& step) const {
    Particles& particles = step.particles;
    const PropertyValues<Real> capacity = step.tracks[heat::given::capacity],
                               latent_heat = step.tracks[heat::given::latent_heat],
                               melting_point = step.tracks[heat::given::melting_point],
                               melting_range = step.tracks[heat::given::melting_range];
    const auto temperature = particles[heat::temperature];
    const auto c = particles.edit(heat::capacity), L = particles.edit(heat::latent_heat);
    const auto enthalpy = particles.edit(heat::enthalpy), remainder = particles.edit(heat::remainder),
               received = particles.edit(heat::received);
    for_each_index(c.size(), step.threads, [&](size_t i) {
        if (c[i] == capacity[i] && L[i] == latent_heat[i]) return;
        const double before = double(enthalpy[i]) + remainder[i];
        const heat::Material material{c[i], L[i], melting_point[i], melting_range[i]};
        const double molten = material.molten(before), exact = material.temperature(before);
        // The temperature with what a float cuts off it, unless the melting point has moved.
        const double T = Real(exact) == temperature[i] ? exact : double(temperature[i]);
        c[i] = capacity[i], L[i] = latent_heat[i];
        const double now = double(c[i]) * T + L[i] * molten;
        store(now, enthalpy[i], remainder[i]);
        received[i] += Real(now - before);
    });
}

void Heat::set_materials(const Step& step) const {
    Particles& particles = step.particles;
    fill_from_tracks(step, heat::melting_point, heat::given::melting_point);
    fill_from_tracks(step, heat::melting_range, heat::given::melting_range);
    fill_from_tracks(step, heat::surroundings, heat::given::surroundings);
    const auto conductivity = particles.edit(heat::conductivity), cooling = particles.edit(heat::cooling);
    const PropertyValues<Real> weight = step.tracks.weight_of(heat::type()),
                               given_conductivity = step.tracks[heat::given::conductivity],
                               given_cooling = step.tracks[heat::given::cooling];
    for_each_index(conductivity.size(), step.threads, [&](size_t i) {
        conductivity[i] = weight[i] * given_conductivity[i];
        cooling[i] = weight[i] * given_cooling[i];
    });
}

void Heat::exchange(const Step& step) const {
    Particles& particles = step.particles;
    if (cools_)
        heat::measure_surface(step, lattice_);
    else
        std::ranges::fill(particles.edit(heat::surface), Real(0));
    heat::measure_flows(step, lattice_);

    // Equal parts of the step, none longer than the stiffest particle allows.
    const auto mass = particles[fields::mass], capacity = particles[heat::capacity];
    const auto k = particles[heat::conductivity];
    const auto conductance = particles[heat::conductance], cooling = particles[heat::cooling];
    const auto surface = particles[heat::surface];
    const Real stiffest = maximum_over(particles.size(), step.threads, [&](size_t i) {
        if (k[i] == 0) return Real(0);
        return (conductance[i] + cooling[i] * surface[i]) / (mass[i] * capacity[i]);
    });
    const Real wanted = std::min(step.dt * stiffest / most_exchanged, far_too_many);
    const int parts = std::max(1, int(std::ceil(wanted)));
    for (int part = 0; part < parts; ++part) {
        if (part > 0) heat::measure_flows(step, lattice_);
        advance(step, step.dt / Real(parts));
    }
}

void Heat::advance(const Step& step, Real dt) const {
    Particles& particles = step.particles;
    const Materials materials(particles);
    const auto k = particles[heat::conductivity], mass = particles[fields::mass];
    const auto flow = particles[heat::flow], wall_flow = particles[heat::wall_flow];
    const auto cooling = particles[heat::cooling], surface = particles[heat::surface];
    const auto surroundings = particles[heat::surroundings];
    const auto enthalpy = particles.edit(heat::enthalpy), remainder = particles.edit(heat::remainder);
    const auto temperature = particles.edit(heat::temperature), received = particles.edit(heat::received);
    for_each_index(mass.size(), step.threads, [&](size_t i) {
        if (k[i] == 0) return;
        const Real outside = wall_flow[i] + cooling[i] * surface[i] * (surroundings[i] - temperature[i]);
        const double per_mass = double(dt) / mass[i];
        const double h = double(enthalpy[i]) + remainder[i] + per_mass * (double(flow[i]) + outside);
        store(h, enthalpy[i], remainder[i]);
        temperature[i] = Real(materials[i].temperature(h));
        received[i] += Real(per_mass * outside);
    });
}

Real Heat::longest_step(const Step& step) const {
    const auto mass = step.particles[fields::mass], volume = step.particles[fields::volume];
    const PropertyValues<Real> weight = step.tracks.weight_of(heat::type()), k = step.tracks[heat::given::conductivity],
                               capacity = step.tracks[heat::given::capacity];
    const Real diffusivity = maximum_over(
        mass.size(), step.threads, [&](size_t i) { return weight[i] * k[i] * volume[i] / (mass[i] * capacity[i]); });
    const Real h = step.neighbours.largest_support();
    return diffusivity > 0 ? Real(most_parts) * diffusion_factor * h * h / diffusivity
                           : std::numeric_limits<Real>::infinity();
}

void set_temperature(Particles& particles, size_t i, const heat::Material& material, Real temperature) {
    store(material.enthalpy(temperature), particles.edit(heat::enthalpy)[i], particles.edit(heat::remainder)[i]);
    particles.edit(heat::temperature)[i] = temperature;
}

HeatBalance heat_balance(const Particles& particles, const Threads& threads) {
    const auto mass = particles[fields::mass], enthalpy = particles[heat::enthalpy];
    const auto remainder = particles[heat::remainder], received = particles[heat::received];
    return sum_over<HeatBalance>(mass.size(), threads, [&](size_t i) {
        return HeatBalance{double(mass[i]) * (double(enthalpy[i]) + remainder[i]), double(mass[i]) * received[i]};
    });
}

}  // namespace panta
