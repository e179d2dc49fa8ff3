#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pressure/pressure_force.cpp"
#include <hwy/foreach_target.h>

#include "neighbours/pair_loop-inl.h"
#include "pressure/pressure_force.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

/// `alike`: all particles have the same volume, which is put in afterwards; the case that has to be fast. `held`: bonds
/// hold pairs (pair_freedom.h).
template <bool alike, bool held>
void push_apart(const Step& step) {
    using Near = std::conditional_t<alike, Reads<fields::position, fields::pressure_term>,
                                    Reads<fields::position, fields::volume, fields::pressure_term>>;
    using NearWalls = Reads<fields::position, fields::volume>;
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass],
               term = step.particles[fields::pressure_term], h = step.particles[fields::support];
    const auto velocity = step.particles.edit(fields::predicted_velocity);
    const auto wall_force = step.particles.edit(fields::wall_force);
    const auto volume_times = [](const auto& j, Lanes x) HWY_ATTR {
        if constexpr (alike)
            return x;
        else
            return get<fields::volume>(j) * x;
    };
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, h);
        for_each_neighbourhood<Near, NearWalls>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                const Lanes own(term[me]);
                const Real common = alike ? volume[me] : 1;
                Vec3 force;
                if (!i.at_wall()) {
                    Lanes3 sum = Lanes3::zero();
                    i.particles([&](const auto& j) HWY_ATTR {
                        const Lanes both = own + get<fields::pressure_term>(j);
                        const Lanes slope = i.template pressing<held>(j, W.slope_over_r(j, me));
                        sum.add_scaled(volume_times(j, both * slope), j.d);
                    });
                    force = (-volume[me] * common) * sum.total();
                } else {
                    // Besides the push, the mean pressure of the fluid here and where that mean belongs.
                    Lanes3 push = Lanes3::zero(), offsets = Lanes3::zero(), wall_push = Lanes3::zero();
                    Lanes weights = Lanes::zero(), terms = Lanes::zero();
                    i.particles([&](const auto& j) HWY_ATTR {
                        const Lanes theirs = get<fields::pressure_term>(j);
                        const Lanes slope = i.template pressing<held>(j, W.slope_over_r(j, me));
                        push.add_scaled(volume_times(j, (own + theirs) * slope), j.d);
                        const Lanes weight = volume_times(j, W.value(j, me));
                        weights += weight;
                        terms += weight * theirs;
                        offsets.add_scaled(weight, j.d);
                    });
                    const Real my_weight = (alike ? 1 : volume[me]) * W.at_zero(me), all = weights.total() + my_weight;
                    const Real mean = (terms.total() + my_weight * term[me]) / all;
                    const Vec3 to_centre = (-1 / all) * offsets.total();  // from i to the mean position

                    // Behind the wall, pressure changes as in water at rest, for fluid that carries its weight.
                    const Vec3 slope = slope_at_rest(step.gravity, mass[me] / volume[me], h[me], mean);
                    const Lanes at_i(term[me] + mean - dot(slope, to_centre));
                    const Lanes3 slopes = broadcast(slope);
                    i.walls([&](const auto& j) HWY_ATTR {
                        const Lanes both = max(at_i - dot(slopes, j.d), Lanes(0));
                        wall_push.add_scaled(get<fields::volume>(j) * both * W.slope_over_r(j, me), j.d);
                    });
                    const Vec3 from_walls = -volume[me] * wall_push.total();
                    force = (-volume[me] * common) * push.total() + from_walls;
                    wall_force[me] += from_walls;
                }
                velocity[me] += force * (step.kick / mass[me]);
            });
    });
}

void push_like_particles(const Step& step) { push_apart<true, false>(step); }
void push_any_particles(const Step& step) { push_apart<false, false>(step); }
void push_held_particles(const Step& step) { push_apart<false, true>(step); }

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "neighbours/particle_loop.h"
#include "step/matter.h"

namespace panta {

HWY_EXPORT(push_like_particles);
HWY_EXPORT(push_any_particles);
HWY_EXPORT(push_held_particles);

void attach_pressure_force(Particles& particles) { particles.declare(fields::pressure_term); }

void apply_pressure(const Step& step) {
    const auto pressure = step.particles[fields::pressure], c = step.particles[fields::compression];
    const auto term = step.particles.edit(fields::pressure_term);
    for_each_index(term.size(), step.threads, [&](size_t i) { term[i] = pressure[i] / (c[i] * c[i]); });
    if (step.neighbours.freedom().any())
        HWY_DYNAMIC_DISPATCH(push_held_particles)(step);
    else if (are_alike(step.particles, step.threads))
        HWY_DYNAMIC_DISPATCH(push_like_particles)(step);
    else
        HWY_DYNAMIC_DISPATCH(push_any_particles)(step);
}

}  // namespace panta
#endif
