#include "step/inflow.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "neighbours/particle_loop.h"
#include "neighbours/point_grid.h"

namespace panta {

namespace {

// In layer distances:
constexpr Real taken = Real(0.9);     // to the next particle: nearer, a place is not free (0.87: amid eight at rest)
constexpr Real crowded = Real(0.65);  // the same to a single one, as come in from the rim of a jet: it gives way
constexpr Real before = Real(0.25);   // behind the opening: who is nearer to it goes with the flow
constexpr Real beside = Real(0.75);   // to a place of the pattern: so far to the side, too

// Compression in which the flow begins to slow down and in which it stands still, mean over what it holds. A jet that
// pushes water away needs some: with 1 and 4 % a tap that got under water brought 60 % of what was asked, with
// these 98.
constexpr double tight = 0.03, full = 0.1;
// Compression of a particle that is no longer held, but left to pressure. With 2 % jets under water lost 6 %.
constexpr Real pressed = Real(0.1);

PointGrid grid_of(std::span<const Vec3> points, Real reach, const Threads& threads) {
    PointGrid grid;
    grid.assign(points, reach, Periodicity{}, threads);
    return grid;
}

struct Arrival {
    Vec3 position, course;
};

/// Leaves out those whose places are taken: one within `reach` is no matter, unless too near.
void leave_out_taken(std::vector<Arrival>& layer, const Vec3& direction, Real reach, const Particles& particles,
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
    const Real nearest = crowded / taken * reach;
    std::erase_if(layer, [&](const Arrival& arrival) {
        int crowd = 0;
        grid.for_each_near(arrival.position, reach,
                           [&](uint32_t, const Vec3& away) { crowd += norm(away) < nearest ? 2 : 1; });
        return crowd > 1;
    });
}

/// A free particle that is nearer to a place of the opening than a layer distance.
struct Neighbour {
    uint32_t i;
    bool is_before;  // the opening, rather than behind or beside it
    Real distance;   // from the nearest place
    Vec3 away;       // where it may go
};

std::vector<Neighbour> near_places(const Opening& out, Real reach, std::span<const uint32_t> solids,
                                   const Particles& particles, const Threads& threads) {
    const Real level = dot(out.direction, out.centre);
    const auto x = particles[fields::position];
    const auto held_by = particles[fields::held_by], body = particles[fields::body];
    const auto is_free = [&](size_t i) {
        return held_by[i] == 0 && std::ranges::find(solids, body[i]) == solids.end();
    };
    const auto way = [&](size_t i) { return dot(out.direction, x[i]) - level; };
    std::vector<Neighbour> near;
    const std::vector<uint32_t> level_with =
        indices_where(x.size(), threads, [&](size_t i) { return std::abs(way(i)) < reach && is_free(i); });
    if (level_with.empty()) return near;
    const PointGrid places = grid_of(out.places, reach, threads);
    for (const uint32_t i : level_with) {
        Neighbour found{i, false, reach, {}};
        places.for_each_near(x[i], reach, [&](uint32_t, const Vec3& to_place) {
            if (norm(to_place) < found.distance) found.distance = norm(to_place), found.away = -to_place;
        });
        if (!(found.distance < reach)) continue;
        const Real along = way(i), aside = norm(found.away - along * out.direction);
        found.is_before = along > -before * reach && aside < beside * reach;
        found.away = found.is_before ? out.direction : found.away / found.distance;
        near.push_back(found);
    }
    return near;
}

}  // namespace

/// How far the flow should have gone at a time, m.
double Inflow::gone(double time) const { return speed.integral(start, std::clamp(time, start, stop)); }

/// Whether anything will come.
bool Inflow::flows_on(double time) const { return time >= start && gone(time) < gone(stop); }

bool Inflow::flows(double time) const { return flows_on(time) && speed.at(time) > 0; }

/// When it should have gone so far, at `last` at the latest.
double Inflow::when(double way, double last) const {
    if (speed.is_constant()) return start + way / speed.constant;
    double early = start, late = last;
    for (int halving = 0; halving < 60; ++halving) {
        const double middle = (early + late) / 2;
        (gone(middle) < way ? early : late) = middle;
    }
    return late;
}

/// How many layers have left at `time`, if the flow waited for so long a way.
uint64_t Inflow::due(double time, double held_up) const {
    if (time < start) return 0;
    const double way = gone(time) - held_up;
    if (!(way > 0) && !(speed.at(start) > 0)) return 0;
    auto many = uint64_t(std::max(0., way / layer_distance));
    while (double(many) * layer_distance <= way) ++many;
    return many;
}

uint64_t Inflow::asked(double time) const { return due(time, 0) * opening.places.size(); }

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

Emission Inflow::emit(Particles& particles, double time, bool makes_room, const Threads& threads) {
    Emission added;
    const double last = std::min(time, stop);
    for (const uint64_t many = due(last, waited); layers < many; ++layers)
        emit_layer(particles, time, when(double(layers) * layer_distance + waited, last), added, threads);
    delivered += added.particles;
    if (time >= start) hold_and_release(particles, time, makes_room, threads);
    return added;
}

void Inflow::emit_layer(Particles& particles, double time, double leaves, Emission& added, const Threads& threads) {
    const Real way = Real(gone(time) - gone(leaves)), then = speed.at(leaves), now = speed.at(time);
    const Opening out = opening_at(leaves);
    std::vector<Arrival> layer;
    for (const Vec3& place : out.places) {
        const Vec3 course = out.course(then, place);
        layer.push_back({place + way * course, course});
    }
    leave_out_taken(layer, out.direction, taken * layer_distance, particles, threads);
    const size_t first = particles.append(layer.size());
    for (size_t k = 0; k < layer.size(); ++k) {
        particles.edit(fields::position)[first + k] = layer[k].position;
        particles.edit(fields::course)[first + k] = layer[k].course;
        const Vec3 velocity = now * layer[k].course;
        particles.edit(fields::velocity)[first + k] = velocity;
        added.momentum += scaled(velocity, mass);
    }
    const auto fill = [&](const auto& field, auto value) {
        std::ranges::fill(particles.edit(field).subspan(first), value);
    };
    fill(fields::body, body);
    fill(fields::mass, mass);
    fill(fields::volume, volume);
    fill(fields::support, support);
    fill(fields::held_by, number);
    fill(fields::way_left, support - way);
    added.particles += layer.size();
}

void Inflow::hold_and_release(Particles& particles, double time, bool makes_room, const Threads& threads) const {
    const bool on = flows_on(time);
    const auto left = particles.edit(fields::way_left);
    const auto held_by = particles.edit(fields::held_by);
    for_each_index(left.size(), threads, [&](size_t i) {
        if (held_by[i] == number && (!on || left[i] <= 0)) held_by[i] = 0;
    });
    if (!on) return;
    if (!flows(time)) return follow_column(particles, opening_at(time), threads);

    // For this step: who is before the opening goes with the flow unless pressed, others stay out or step back.
    const auto c = particles[fields::compression];
    const auto course = particles.edit(fields::course);
    for (const Neighbour& near : near_places(opening_at(time), layer_distance, solids, particles, threads)) {
        if (near.is_before && c[near.i] > 1 + pressed) continue;
        held_by[near.i] = number;
        left[near.i] = 0;
        const bool steps = near.is_before || (makes_room && near.distance < taken * layer_distance);
        course[near.i] = steps ? (near.is_before ? Real(1) : Real(0.25)) * near.away : Vec3{};
    }
}

/// What part of its way the flow may go: none, if what is before the opening is pressed together.
Real Inflow::measure_room(const Step& step) const {
    struct Excess {
        double sum = 0, many = 0;
        Excess& operator+=(const Excess& b) { return sum += b.sum, many += b.many, *this; }
    };
    const auto held_by = step.particles[fields::held_by];
    const auto c = step.particles[fields::compression];
    const auto left = step.particles[fields::way_left];
    const Excess excess = sum_over<Excess>(c.size(), step.threads, [&](size_t i) {
        return held_by[i] == number && left[i] > 0 ? Excess{std::max(Real(0), c[i] - 1), 1} : Excess{};
    });
    if (!(excess.many > 0)) return 1;
    return Real(std::clamp((full - excess.sum / excess.many) / (full - tight), 0., 1.));
}

/// While the flow stands still, what it held goes where it will. Who is still in the column before the opening will go
/// on with it.
void Inflow::follow_column(Particles& particles, const Opening& out, const Threads& threads) const {
    const auto x = particles[fields::position];
    const auto held_by = particles.edit(fields::held_by);
    const auto left = particles.edit(fields::way_left);
    const std::vector<uint32_t> held = indices_where(x.size(), threads, [&](size_t i) { return held_by[i] == number; });
    if (held.empty()) return;
    const PointGrid places = grid_of(out.places, beside * layer_distance, threads);
    for (const uint32_t i : held) {
        const Real along = dot(out.direction, x[i] - out.centre);
        bool is_inside = false;
        places.for_each_near(x[i] - along * out.direction, beside * layer_distance,
                             [&](uint32_t, const Vec3&) { is_inside = true; });
        left[i] = support - std::max(Real(0), along);
        if (!is_inside || along < -before * layer_distance || left[i] <= 0) held_by[i] = 0;
    }
}

Sum3 Inflow::drive(const Step& step) {
    if (!flows_on(step.time)) return {};
    const double should = gone(step.time + double(step.dt)) - gone(step.time);
    if (!(should > 0)) return {};
    const double room = measure_room(step);
    const Real way = Real(should * room), now = way / step.dt;
    waited += should * (1 - room);
    const auto c = step.particles[fields::compression];
    const auto held_by = step.particles.edit(fields::held_by);
    const auto course = step.particles[fields::course];
    const auto masses = step.particles[fields::mass];
    const auto left = step.particles.edit(fields::way_left);
    const auto v = step.particles.edit(fields::predicted_velocity);
    Sum3 momentum = sum_over<Sum3>(v.size(), step.threads, [&](size_t i) {
        if (held_by[i] != number) return Sum3{};
        if (c[i] > 1 + pressed && left[i] > 0 && support - left[i] >= layer_distance) {
            held_by[i] = 0;
            return Sum3{};
        }
        const Vec3 flow = now * course[i], change = flow - v[i];
        v[i] = flow;
        left[i] -= way;
        return scaled(change, masses[i]);
    });
    return momentum;
}

}  // namespace panta
