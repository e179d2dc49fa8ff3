#include "step/inflow.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "neighbours/particle_loop.h"
#include "neighbours/point_grid.h"

namespace panta {

namespace {

// In layer distances:
constexpr Real taken = Real(0.9);    // to the next particle: nearer, a place is not free (0.87: amid eight at rest)
constexpr Real beside = Real(0.75);  // to a place of the pattern: so far to the side the flow takes along

PointGrid grid_of(std::span<const Vec3> points, Real reach, const Threads& threads) {
    PointGrid grid;
    grid.assign(points, reach, Periodicity{}, threads);
    return grid;
}

}  // namespace

/// How far the flow has gone at a time, m.
double Inflow::gone(double time) const { return speed.integral(start, time); }

/// When it had gone so far, at `last` at the latest.
double Inflow::when(double way, double last) const {
    if (speed.is_constant()) return start + way / speed.constant;
    double early = start, late = last;
    for (int halving = 0; halving < 60; ++halving) {
        const double middle = (early + late) / 2;
        (gone(middle) < way ? early : late) = middle;
    }
    return late;
}

/// The places of a layer that has travelled so far, but for those where there is somebody.
std::vector<Vec3> Inflow::free_places(const Particles& particles, const Vec3& travelled, const Threads& threads) const {
    const auto x = particles[fields::position];
    const Real reach = taken * layer_distance, level = dot(direction, pattern[0] + travelled);
    std::vector<Vec3> somebody;
    for (const uint32_t i :
         indices_where(x.size(), threads, [&](size_t i) { return std::abs(dot(direction, x[i]) - level) < reach; }))
        somebody.push_back(x[i]);
    const PointGrid grid = grid_of(somebody, reach, threads);
    std::vector<Vec3> places;
    for (const Vec3& place : pattern)
        if (!grid.has_near(place + travelled, reach)) places.push_back(place + travelled);
    return places;
}

Emission Inflow::emit(Particles& particles, double time, const Threads& threads) {
    Emission added;
    for (;; ++layers) {
        const double due = double(layers) * layer_distance, last = std::min(time, stop);
        if (last < start || gone(last) < due || (layers == 0 && !(speed.at(last) > 0))) return added;
        const double leaves = when(due, last);
        const Real now = speed.at(leaves);
        const std::vector<Vec3> places = free_places(particles, direction * Real((time - leaves) * now), threads);
        const size_t first = particles.append(places.size());
        std::ranges::copy(places, particles.edit(fields::position).begin() + std::ptrdiff_t(first));
        const auto fill = [&](const auto& field, auto value) {
            std::ranges::fill(particles.edit(field).subspan(first), value);
        };
        fill(fields::velocity, direction * now);
        fill(fields::body, body);
        fill(fields::mass, mass);
        fill(fields::volume, volume);
        fill(fields::support, support);
        fill(fields::held_until, now > 0 ? Real(leaves + support / now) : Real(time));
        added.particles += places.size();
        added.speeds += double(places.size()) * now;
    }
}

Sum3 Inflow::take_along(Particles& particles, double time, const Threads& threads) const {
    Sum3 momentum;
    const Real now = time < start || time >= stop ? 0 : speed.at(time);
    if (!(now > 0)) return momentum;
    const auto x = particles[fields::position];
    const auto held_until = particles[fields::held_until];
    const Real level = dot(direction, pattern[0]), reach = beside * layer_distance;
    const auto gone_already = [&](size_t i) { return dot(direction, x[i]) - level; };
    const std::vector<uint32_t> before = indices_where(x.size(), threads, [&](size_t i) {
        const Real way = gone_already(i);
        return way >= 0 && way < support && time >= double(held_until[i]);
    });
    if (before.empty()) return momentum;
    const PointGrid opening = grid_of(pattern, reach, threads);
    for (const uint32_t i : before) {
        const Real way = gone_already(i);
        if (!opening.has_near(x[i] - way * direction, reach)) continue;
        Vec3& velocity = particles.edit(fields::velocity)[i];
        momentum += scaled(direction * now - velocity, particles[fields::mass][i]);
        velocity = direction * now;
        particles.edit(fields::held_until)[i] = Real(time + (support - way) / now);
    }
    return momentum;
}

}  // namespace panta
