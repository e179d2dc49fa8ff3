#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pressure/operators.cpp"
#include <hwy/foreach_target.h>

#include <algorithm>

#include "boundaries/wall_fields.h"
#include "boundaries/wall_volumes.h"
#include "neighbours/pair_loop-inl.h"
#include "pressure/operators.h"
#include "step/velocity_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

constexpr Real softest = Real(0.2);          // of the response at rest: what hardly responds is not pushed the harder
constexpr Real smallest_mass = Real(1e-30);  // kg: the ghost that pads lists has none

template <const Field<Vec3>& position>
using NearWalls = Reads<position, wall::solver_volume, fields::velocity>;

/// What walls add to compression (not divided by S), its gradient and its rate (divided by it).
struct FromWalls {
    Real c = 0, rate = 0;
    Vec3 g;
};
template <class Neighbourhood, class Shape>
HWY_INLINE FromWalls from_walls(const Neighbourhood& i, const PairKernel<Shape>& W, Real scale) {
    if (!i.at_wall()) return {};
    Lanes c = Lanes::zero(), away = Lanes::zero();
    Lanes3 g = Lanes3::zero();
    i.walls([&](const auto& j) HWY_ATTR {
        const Lanes V = get<wall::solver_volume>(j), slope = V * W.slope_over_r(j, i.index);
        c += V * W.value(j, i.index);
        g.add_scaled(slope, j.d);
        away += slope * dot(j.d, get<fields::velocity>(j));
    });
    return {c.total(), -scale * away.total(), g.total()};
}

/// Everything that is known of pairs before a time step is chosen, in one sweep: the way to the neighbours costs more
/// than the sums. `alike`: all particles have the same volume and the same mass, the case that has to be fast. `held`:
/// bonds hold pairs (pair_freedom.h).
template <bool alike, bool held, class Sums>
void sum_at_start(const Step& step, const Sums& sums) {
    using Near =
        std::conditional_t<alike, Reads<fields::position, fields::volume, fields::velocity, pressure::load>,
                           Reads<fields::position, fields::volume, fields::velocity, pressure::load, fields::mass>>;
    Particles& particles = step.particles;
    const auto volume = particles[fields::volume], mass = particles[fields::mass], load = particles[pressure::load];
    const auto velocity = particles[fields::velocity];
    const auto compression = particles.edit(fields::compression);
    const auto wall_gradient = particles.edit(pressure::wall_gradient);
    const auto wall_rate = particles.edit(pressure::wall_rate), response = particles.edit(pressure::response),
               stiffening = particles.edit(pressure::stiffening);
    const auto starting_rate = particles.edit(pressure::starting_rate);
    const auto lopsidedness = particles.edit(pressure::lopsidedness);
    const auto support = particles[fields::support];
    const auto last_acceleration = particles.edit(pressure::last_acceleration);
    const HeldSums<held> by_bonds(particles);
    const Real scale = 1 / step.at_rest;
    step.neighbours.make_room_for_gradients();
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, particles[fields::support]);
        const PairKernel<Shape> over_wall(step.neighbours, particles[fields::support], solver_reach);
        for_each_neighbourhood<Near, NearWalls<fields::position>>(
            step.neighbours, particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                const Lanes3 own = broadcast(velocity[me]);
                // Sums over V W, V grad W, V v . grad W, V P grad W, V^2 |grad W|^2, and the last over m. In a fluid of
                // like particles V and m are put in afterwards.
                Lanes c = Lanes::zero(), approach = Lanes::zero(), squares = Lanes::zero(), theirs = Lanes::zero();
                Lanes3 g = Lanes3::zero(), their_push = Lanes3::zero();
                typename Sums::Near flow;
                i.particles_keeping_gradients([&](const auto& j) HWY_ATTR {
                    const Lanes slope_over_r = W.slope_over_r(j, me);
                    const Lanes value = i.template pressing<held>(j, W.value(j, me));
                    const Lanes3 slope = i.template pressing<held>(j, slope_over_r) * j.d;
                    const Lanes3 apart = own - get<fields::velocity>(j);
                    const Lanes away = dot(apart, slope);
                    their_push.add_scaled(get<pressure::load>(j), slope);
                    if constexpr (alike) {
                        c += value;
                        g += slope;
                        approach += away;
                        squares += dot(slope, slope);
                        sums.add(flow, j, slope_over_r, apart);
                    } else {
                        const Lanes V = get<fields::volume>(j), square = V * V * dot(slope, slope);
                        c += V * value;
                        g.add_scaled(V, slope);
                        approach += V * away;
                        squares += square;
                        sums.add(flow, j, V * slope_over_r, apart);
                        theirs += square * inverse(max(get<fields::mass>(j), Lanes(smallest_mass)));
                    }
                    return slope;
                });
                const Real common = alike ? volume[me] : 1;
                sums.write(flow, me, common);
                const FromWalls walls = from_walls(i, over_wall, scale);
                compression[me] = (common * c.total() + walls.c + volume[me] * W.at_zero(me) + by_bonds[me]) * scale;
                wall_gradient[me] = walls.g;
                wall_rate[me] = walls.rate;
                starting_rate[me] = scale * (common * approach.total() + dot(velocity[me], walls.g));
                const Vec3 all_g = common * g.total() + walls.g;
                lopsidedness[me] = support[me] * scale * norm(all_g);
                last_acceleration[me] = (load[me] * all_g + volume[me] * their_push.total()) / -mass[me];

                const Real all = common * common * squares.total(), by_others = alike ? all / mass[me] : theirs.total();
                const Real slopes = norm2(all_g) / mass[me] + by_others;
                // At rest among the same neighbours, which may be heavier or lighter than the particle.
                const Real lightness = all > 0 ? by_others / all : 1 / mass[me];
                const Real least = softest * step.slopes_at_rest * lightness;
                response[me] = scale * volume[me] * std::max(slopes, least);
                stiffening[me] = scale * volume[me] * std::max(least - slopes, Real(0));
            });
    });
}

template <const Field<Vec3>& wall_position, bool held>
void sum_all_ahead(const Step& step) {
    using Near = Reads<fields::predicted_position, fields::volume>;
    const auto volume = step.particles[fields::volume];
    const auto compression = step.particles.edit(fields::compression);
    const auto wall_gradient = step.particles.edit(pressure::wall_gradient);
    const HeldSums<held> by_bonds(step.particles);
    const Real scale = 1 / step.at_rest;
    step.neighbours.make_room_for_gradients();
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, step.particles[fields::support]);
        const PairKernel<Shape> over_wall(step.neighbours, step.particles[fields::support], solver_reach);
        for_each_neighbourhood<Near, NearWalls<wall_position>>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                Lanes c = Lanes::zero();
                i.particles_keeping_gradients([&](const auto& j) HWY_ATTR {
                    c = multiply_add(get<fields::volume>(j), i.template pressing<held>(j, W.value(j, me)), c);
                    return i.template pressing<held>(j, W.slope_over_r(j, me)) * j.d;
                });
                const FromWalls walls = from_walls(i, over_wall, scale);
                compression[me] = (c.total() + walls.c + volume[me] * W.at_zero(me) + by_bonds[me]) * scale;
                wall_gradient[me] = walls.g;
            });
    });
}

void sum_ahead(const Step& step) {
    wall::with_place_ahead(step.walls, [&]<const Field<Vec3> & at>() {
        step.neighbours.freedom().any() ? sum_all_ahead<at, true>(step) : sum_all_ahead<at, false>(step);
    });
}

void sum_rates(const Step& step) {
    using Near = Reads<pressure::push, fields::volume>;
    const auto velocity = step.particles[pressure::push], wall_gradient = step.particles[pressure::wall_gradient];
    const auto rate = step.particles.edit(pressure::rate);
    const Real scale = 1 / step.at_rest, unit = step.neighbours.gradients().unit();
    for_each_kept_neighbourhood<Near>(step.neighbours, step.particles, step.threads, [&](const auto& i) HWY_ATTR {
        const uint32_t me = i.index;
        const Lanes3 own = broadcast(velocity[me]);
        Lanes sum = Lanes::zero();
        i.particles([&](const auto& j)
                        HWY_ATTR { sum += get<fields::volume>(j) * dot(own - get<pressure::push>(j), j.gradient); });
        rate[me] = scale * (unit * sum.total() + dot(velocity[me], wall_gradient[me]));
    });
}

void sum_loads(const Step& step) {
    using Near = Reads<pressure::load, fields::volume>;
    const auto mass = step.particles[fields::mass], volume = step.particles[fields::volume],
               load = step.particles[pressure::load];
    const auto wall_gradient = step.particles[pressure::wall_gradient];
    const auto push = step.particles.edit(pressure::push);
    const Real unit = step.neighbours.gradients().unit();
    for_each_kept_neighbourhood<Near>(step.neighbours, step.particles, step.threads, [&](const auto& i) HWY_ATTR {
        const uint32_t me = i.index;
        const Lanes own_load(load[me]), own_volume(volume[me]);
        Lanes3 sum = Lanes3::zero();
        i.particles([&](const auto& j) HWY_ATTR {
            sum.add_scaled(own_load * get<fields::volume>(j) + own_volume * get<pressure::load>(j), j.gradient);
        });
        const Vec3 force = unit * sum.total() + load[me] * wall_gradient[me];
        push[me] = force * (-step.kick / mass[me]);
    });
}

void start_of_like_particles(const Step& step) {
    with_velocity_sums(step, [&](const auto& sums) { sum_at_start<true, false>(step, sums); });
}
void start_of_any_particles(const Step& step) {
    with_velocity_sums(step, [&](const auto& sums) { sum_at_start<false, false>(step, sums); });
}
void start_of_held_particles(const Step& step) {
    with_velocity_sums(step, [&](const auto& sums) { sum_at_start<false, true>(step, sums); });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cmath>

#include "neighbours/particle_loop.h"
#include "step/matter.h"

namespace panta {

HWY_EXPORT(start_of_like_particles);
HWY_EXPORT(start_of_any_particles);
HWY_EXPORT(start_of_held_particles);
HWY_EXPORT(sum_ahead);
HWY_EXPORT(sum_rates);
HWY_EXPORT(sum_loads);

void attach_pressure_operators(Particles& particles) {
    for (const auto* field : {&pressure::wall_gradient, &pressure::push, &pressure::last_acceleration})
        particles.declare(*field);
    for (const auto* field : {&pressure::kept_term, &pressure::wall_rate, &pressure::response, &pressure::stiffening,
                              &pressure::load, &pressure::rate, &pressure::starting_rate, &pressure::lopsidedness})
        particles.declare(*field);
}

bool measure_start(const Step& step) {
    const auto volume = step.particles[fields::volume], terms = step.particles[pressure::kept_term];
    const auto load = step.particles.edit(pressure::load);
    for_each_index(load.size(), step.threads, [&](size_t i) { load[i] = volume[i] * terms[i]; });
    const bool held = step.neighbours.freedom().any();
    const bool alike = !held && are_alike(step.particles, step.threads);
    if (held)
        HWY_DYNAMIC_DISPATCH(start_of_held_particles)(step);
    else if (alike)
        HWY_DYNAMIC_DISPATCH(start_of_like_particles)(step);
    else
        HWY_DYNAMIC_DISPATCH(start_of_any_particles)(step);
    return alike;
}

void measure_compression_ahead(const Step& step) { HWY_DYNAMIC_DISPATCH(sum_ahead)(step); }

void measure_rate(const Step& step) { HWY_DYNAMIC_DISPATCH(sum_rates)(step); }

void push_by_load(const Step& step) { HWY_DYNAMIC_DISPATCH(sum_loads)(step); }

void follow_push(const Step& step, Real part) {
    const auto push = step.particles[pressure::push], wall_gradient = step.particles[pressure::wall_gradient];
    const auto load = step.particles[pressure::load];
    const auto velocity = step.particles.edit(fields::predicted_velocity);
    const auto wall_force = step.particles.edit(fields::wall_force);
    for_each_index(push.size(), step.threads, [&](size_t i) {
        velocity[i] += part * push[i];
        wall_force[i] -= (part * load[i]) * wall_gradient[i];
    });
}

void apply_last_pressure(const Step& step) {
    const auto terms = step.particles.edit(pressure::kept_term);
    if (step.attempt > 1) {
        std::ranges::fill(terms, Real(0));
        return;
    }
    const auto acceleration = step.particles[pressure::last_acceleration],
               wall_gradient = step.particles[pressure::wall_gradient];
    const auto volume = step.particles[fields::volume];
    const auto velocity = step.particles.edit(fields::predicted_velocity);
    const auto wall_force = step.particles.edit(fields::wall_force);
    for_each_index(terms.size(), step.threads, [&](size_t i) {
        velocity[i] += step.kick * acceleration[i];
        wall_force[i] -= (volume[i] * terms[i]) * wall_gradient[i];
    });
}

Real largest_correction(const Step& step) {
    constexpr Real part = Real(0.25);
    constexpr Real slowest = 1;  // support radii a second: where nothing moves or falls
    const Real h = step.neighbours.largest_support();
    return part * std::max({step.pace.fastest, std::sqrt(norm(step.gravity) * h), slowest * h}) * step.dt / h;
}

namespace {

/// Whether there is no free surface: hardly anybody has neighbours on one side alone.
bool is_enclosed(const Step& step) {
    constexpr Real most = Real(0.7);  // of lopsidedness
    constexpr double hardly = 0.25;   // of the particles on one side of a cube
    const auto lopsidedness = step.particles[pressure::lopsidedness];
    const double lopsided =
        sum_over<double>(lopsidedness.size(), step.threads, [&](size_t i) { return lopsidedness[i] > most ? 1. : 0.; });
    const int dimension = step.neighbours.smoothing().dimension;
    return lopsided <= hardly * std::pow(double(lopsidedness.size()), 1 - 1. / dimension);
}

}  // namespace

void allow_for_later(const Step& step, Real tolerance) {
    // Of the compression of solids, in a step. Bonds share what pushes one particle with all that they reach within the
    // step: it moves by a part k of what pressure expects, and pressure adds to what it was until it is enough. With
    // the part u undone, z^3 + (2k + ku - 3) z^2 + ... has its roots inside of the unit circle for k > 1/2 if u = 1,
    // and for k > u / 2 if both are small: else solids that are damped so much that they move as one tremble on a
    // floor, where 0.3 still was calm for cubes of clay and 0.5 was not.
    constexpr Real undone_of_solids = Real(0.25);
    constexpr Real firmly_held = Real(0.5);  // of the sum of volumes: what bonds hold of a particle at the surface
    const auto c = step.particles[fields::compression];
    const auto allowance = step.particles.edit(pressure::allowance);
    const auto most_left = step.particles.edit(pressure::most_left);
    const Real most = largest_correction(step), room = is_enclosed(step) ? tolerance : 0;
    for_each_index(c.size(), step.threads, [&](size_t i) {
        const Real over = std::max(Real(0), c[i] - 1);
        allowance[i] = std::max(room, over - most);
        most_left[i] = std::max(room, over) + tolerance;
    });
    if (!step.neighbours.freedom().any()) return;
    const auto held = step.particles[fields::held];
    for_each_index(c.size(), step.threads, [&](size_t i) {
        const Real solid = std::min(Real(1), held[i] / (firmly_held * step.at_rest));
        allowance[i] = std::max(allowance[i], solid * (1 - undone_of_solids) * (c[i] - 1));
    });
}

void look_ahead(const Step& step) {
    const auto x = step.particles[fields::position], v = step.particles[fields::predicted_velocity];
    const auto ahead = step.particles.edit(fields::predicted_position);
    for_each_index(x.size(), step.threads, [&](size_t i) { ahead[i] = x[i] + step.dt * v[i]; });
}

}  // namespace panta
#endif
