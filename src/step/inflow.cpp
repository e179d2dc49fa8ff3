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

struct Arrival {
    Vec3 position, velocity;
};

/// Leaves out those where there is somebody within `reach`.
void keep_free(std::vector<Arrival>& layer, const Vec3& direction, Real reach, const Particles& particles,
               const Threads& threads) {
    // Those who are as far along the flow as some of the layer.
    const auto x = particles[fields::position];
    const auto along = [&](const Arrival& arrival) { return dot(direction, arrival.position); };
    const auto [lowest, highest] = std::ranges::minmax(layer, {}, along);
    const Real least = along(lowest) - reach, most = along(highest) + reach;
    std::vector<Vec3> somebody;
    for (const uint32_t i : indices_where(x.size(), threads, [&](size_t i) {
             const Real way = dot(direction, x[i]);
             return way > least && way < most;
         }))
        somebody.push_back(x[i]);
    const PointGrid grid = grid_of(somebody, reach, threads);
    std::erase_if(layer, [&](const Arrival& arrival) { return grid.has_near(arrival.position, reach); });
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

Opening Inflow::opening_at(double time) const {
    Opening now = opening;
    if (turning.is_constant()) return now;
    const Rotation turned = turning.at(time);
    const Vec3d centre = opening.centre;
    for (Vec3& place : now.places) place = to_real(centre + turned.turn(place - centre));
    now.direction = to_real(turned.turn(opening.direction));
    now.turn = to_real(turning.velocity(time));
    return now;
}

/// How far before the opening the particles are that are let go at `time`. One support radius, but they flew straight
/// on while the opening turned.
Real Inflow::held_way(double time, Real now) const {
    if (turning.is_constant()) return support;
    const Vec3d left = turning.at(time - double(support / now)).turn(opening.direction);
    return support * Real(dot(left, turning.at(time).turn(opening.direction)));
}

Emission Inflow::emit(Particles& particles, double time, const Threads& threads) {
    Emission added;
    for (;; ++layers) {
        const double due = double(layers) * layer_distance, last = std::min(time, stop);
        if (last < start || gone(last) < due || (layers == 0 && !(speed.at(last) > 0))) return added;
        const double leaves = when(due, last);
        const Real now = speed.at(leaves);
        const Opening out = opening_at(leaves);
        std::vector<Arrival> layer;
        for (const Vec3& place : out.places) {
            const Vec3 velocity = out.flow(now, place);
            layer.push_back({place + Real(time - leaves) * velocity, velocity});
        }
        keep_free(layer, out.direction, taken * layer_distance, particles, threads);
        const size_t first = particles.append(layer.size());
        for (size_t k = 0; k < layer.size(); ++k) {
            particles.edit(fields::position)[first + k] = layer[k].position;
            particles.edit(fields::velocity)[first + k] = layer[k].velocity;
            added.momentum += scaled(layer[k].velocity, mass);
        }
        const auto fill = [&](const auto& field, auto value) {
            std::ranges::fill(particles.edit(field).subspan(first), value);
        };
        fill(fields::body, body);
        fill(fields::mass, mass);
        fill(fields::volume, volume);
        fill(fields::support, support);
        fill(fields::held_until, now > 0 ? Real(leaves + support / now) : Real(time));
        added.particles += layer.size();
    }
}

Sum3 Inflow::take_along(Particles& particles, double time, const Threads& threads) const {
    Sum3 momentum;
    const Real now = time < start || time >= stop ? 0 : speed.at(time);
    if (!(now > 0)) return momentum;
    const auto x = particles[fields::position];
    const auto held_until = particles[fields::held_until];
    const Opening out = opening_at(time);
    const Real level = dot(out.direction, out.centre), reach = beside * layer_distance, depth = held_way(time, now);
    const auto gone_already = [&](size_t i) { return dot(out.direction, x[i]) - level; };
    const std::vector<uint32_t> before = indices_where(x.size(), threads, [&](size_t i) {
        const Real way = gone_already(i);
        return way >= 0 && way < depth && time >= double(held_until[i]);
    });
    if (before.empty()) return momentum;
    const PointGrid places = grid_of(out.places, reach, threads);
    for (const uint32_t i : before) {
        const Real way = gone_already(i);
        const Vec3 left = x[i] - way * out.direction, flow = out.flow(now, left);
        if (!places.has_near(left, reach)) continue;
        Vec3& velocity = particles.edit(fields::velocity)[i];
        momentum += scaled(flow - velocity, particles[fields::mass][i]);
        velocity = flow;
        particles.edit(fields::held_until)[i] = Real(time + (depth - way) / now);
    }
    return momentum;
}

}  // namespace panta
