#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pressure/operators.cpp"
#include <hwy/foreach_target.h>

#include <algorithm>

#include "neighbours/pair_loop-inl.h"
#include "pressure/operators.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

constexpr Real softest = Real(0.2);          // of the response at rest: what hardly responds is not pushed the harder
constexpr Real smallest_mass = Real(1e-30);  // kg: the ghost that pads lists has none

/// Compression, gradients and what walls add to them; R only where asked for, which takes as long as all the rest.
template <const Field<Vec3>& position, bool with_response>
void sum_compression(const Step& step) {
    using Near = std::conditional_t<with_response, Reads<position, fields::volume, fields::mass>,
                                    Reads<position, fields::volume>>;
    using NearWalls = Reads<fields::position, fields::volume, fields::velocity>;
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass];
    const auto compression = step.particles.edit(fields::compression);
    const auto wall_gradient = step.particles.edit(pressure::wall_gradient);
    const auto wall_rate = step.particles.edit(pressure::wall_rate), response = step.particles.edit(pressure::response),
               stiffening = step.particles.edit(pressure::stiffening);
    const Real scale = 1 / step.at_rest;
    step.neighbours.make_room_for_gradients();
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, step.particles[fields::support]);
        for_each_neighbourhood<Near, NearWalls>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                Lanes c = Lanes::zero(), squares = Lanes::zero(), theirs = Lanes::zero();
                Lanes3 g = Lanes3::zero();
                i.particles_keeping_gradients([&](const auto& j) HWY_ATTR {
                    const Lanes V = get<fields::volume>(j);
                    const Lanes3 slope = W.slope_over_r(j, me) * j.d;
                    c += V * W.value(j, me);
                    if constexpr (with_response) {
                        g.add_scaled(V, slope);
                        const Lanes square = V * V * dot(slope, slope);
                        squares += square;
                        theirs += square * inverse(max(get<fields::mass>(j), Lanes(smallest_mass)));
                    }
                    return slope;
                });
                Vec3 from_walls{};
                Real rate = 0;
                if (i.at_wall()) {
                    Lanes3 wall_g = Lanes3::zero();
                    Lanes away = Lanes::zero();
                    i.walls([&](const auto& j) HWY_ATTR {
                        const Lanes V = get<fields::volume>(j), slope = V * W.slope_over_r(j, me);
                        c += V * W.value(j, me);
                        wall_g.add_scaled(slope, j.d);
                        away += slope * dot(j.d, get<fields::velocity>(j));
                    });
                    from_walls = wall_g.total();
                    rate = -scale * away.total();
                }
                compression[me] = (c.total() + volume[me] * W.at_zero(me)) * scale;
                wall_gradient[me] = from_walls;
                wall_rate[me] = rate;
                if constexpr (with_response) {
                    const Real slopes = norm2(g.total() + from_walls) / mass[me] + theirs.total();
                    // At rest among the same neighbours, which may be heavier or lighter than the particle.
                    const Real all = squares.total(), lightness = all > 0 ? theirs.total() / all : 1 / mass[me];
                    const Real least = softest * step.slopes_at_rest * lightness;
                    response[me] = scale * volume[me] * std::max(slopes, least);
                    stiffening[me] = scale * volume[me] * std::max(least - slopes, Real(0));
                }
            });
    });
}

template <const Field<Vec3>& velocity_field>
void sum_rates(const Step& step) {
    using Near = Reads<velocity_field, fields::volume>;
    const auto velocity = step.particles[velocity_field], wall_gradient = step.particles[pressure::wall_gradient];
    const auto rate = step.particles.edit(pressure::rate);
    const Real scale = 1 / step.at_rest, unit = step.neighbours.gradients().unit();
    for_each_kept_neighbourhood<Near>(step.neighbours, step.particles, step.threads, [&](const auto& i) HWY_ATTR {
        const uint32_t me = i.index;
        const Lanes3 own = broadcast(velocity[me]);
        Lanes sum = Lanes::zero();
        i.particles([&](const auto& j)
                        HWY_ATTR { sum += get<fields::volume>(j) * dot(own - get<velocity_field>(j), j.gradient); });
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

void compression_now(const Step& step) { sum_compression<fields::position, true>(step); }
void compression_ahead(const Step& step) { sum_compression<fields::predicted_position, false>(step); }
void rates_of_predicted(const Step& step) { sum_rates<fields::predicted_velocity>(step); }
void rates_of_push(const Step& step) { sum_rates<pressure::push>(step); }

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cmath>

#include "neighbours/particle_loop.h"

namespace panta {

HWY_EXPORT(compression_now);
HWY_EXPORT(compression_ahead);
HWY_EXPORT(rates_of_predicted);
HWY_EXPORT(rates_of_push);
HWY_EXPORT(sum_loads);

void attach_pressure_operators(Particles& particles) {
    for (const auto* field : {&pressure::wall_gradient, &pressure::push}) particles.declare(*field);
    for (const auto* field :
         {&pressure::wall_rate, &pressure::response, &pressure::stiffening, &pressure::load, &pressure::rate})
        particles.declare(*field);
}

void measure_response(const Step& step) { HWY_DYNAMIC_DISPATCH(compression_now)(step); }
void measure_compression_ahead(const Step& step) { HWY_DYNAMIC_DISPATCH(compression_ahead)(step); }

void measure_rate(const Step& step, const Field<Vec3>& velocity) {
    if (velocity.name == pressure::push.name)
        HWY_DYNAMIC_DISPATCH(rates_of_push)(step);
    else
        HWY_DYNAMIC_DISPATCH(rates_of_predicted)(step);
}

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
    const auto c = step.particles[fields::compression], volume = step.particles[fields::volume];
    const auto pressures = step.particles.edit(fields::pressure), load = step.particles.edit(pressure::load);
    for_each_index(pressures.size(), step.threads, [&](size_t i) {
        pressures[i] = step.attempt == 1 ? pressures[i] / (c[i] * c[i]) : 0;
        load[i] = volume[i] * pressures[i];
    });
    push_by_load(step);
    follow_push(step);
}

Real largest_correction(const Step& step) {
    constexpr Real part = Real(0.25);
    constexpr Real slowest = 1;  // support radii a second: where nothing moves or falls
    const auto v = step.particles[fields::velocity];
    const Real h = step.neighbours.largest_support();
    const Real fastest2 = maximum_over(v.size(), step.threads, [&](size_t i) { return norm2(v[i]); });
    return part * std::sqrt(std::max({fastest2, norm(step.gravity) * h, slowest * slowest * h * h})) * step.dt / h;
}

void allow_for_later(const Step& step) {
    const auto c = step.particles[fields::compression];
    const auto allowance = step.particles.edit(pressure::allowance);
    const Real most = largest_correction(step);
    for_each_index(c.size(), step.threads, [&](size_t i) { allowance[i] = std::max(Real(0), c[i] - 1 - most); });
}

void look_ahead(const Step& step) {
    const auto x = step.particles[fields::position], v = step.particles[fields::predicted_velocity];
    const auto ahead = step.particles.edit(fields::predicted_position);
    for_each_index(x.size(), step.threads, [&](size_t i) { ahead[i] = x[i] + step.dt * v[i]; });
}

}  // namespace panta
#endif
