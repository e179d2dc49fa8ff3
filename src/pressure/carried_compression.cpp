#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pressure/carried_compression.cpp"
#include <hwy/foreach_target.h>

#include "neighbours/pair_loop-inl.h"
#include "pressure/carried_compression.h"
#include "pressure/pressure_force.h"
#include "pressure/wcsph.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

constexpr Real delta = Real(0.1);  // how quickly c is smoothed; the usual one, with 0 pressures of rows differ by 3.5 %

/// `held`: bonds hold pairs (pair_freedom.h), which then have nothing to smooth.
template <bool held>
void smooth_pairs(const Step& step, const Wcsph& wcsph) {
    using Near = Reads<fields::position, fields::volume, fields::compression>;
    const auto c = step.particles[fields::compression], p = step.particles[fields::pressure],
               h = step.particles[fields::support], mass = step.particles[fields::mass],
               volume = step.particles[fields::volume];
    const auto surplus = step.particles.edit(pressure::surplus);
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, h);
        for_each_neighbourhood<Near, Reads<fields::position>>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                const Lanes own(c[me]);
                const Real density = mass[me] / volume[me];
                const Vec3 slope = slope_at_rest(step.gravity, density, h[me], p[me]);
                const Lanes3 at_rest = broadcast(slope / wcsph.stiffness(density, c[me]));
                Lanes sum = Lanes::zero();
                i.particles([&](const auto& j) HWY_ATTR {
                    const Lanes beyond_rest = get<fields::compression>(j) - own + dot(at_rest, j.d);
                    const Lanes weight = i.template pressing<held>(j, W.slope_over_r(j, me));
                    sum += get<fields::volume>(j) * beyond_rest * weight;
                });
                surplus[me] -= step.dt * delta * h[me] * wcsph.speed_of_sound() * sum.total();
            });
    });
}

void smooth(const Step& step, const Wcsph& wcsph) {
    step.neighbours.freedom().any() ? smooth_pairs<true>(step, wcsph) : smooth_pairs<false>(step, wcsph);
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "neighbours/particle_loop.h"

namespace panta {

HWY_EXPORT(smooth);
void smooth_surplus(const Step& step, const Wcsph& wcsph) { HWY_DYNAMIC_DISPATCH(smooth)(step, wcsph); }

void add_surplus(const Step& step) {
    const auto c = step.particles.edit(fields::compression), surplus = step.particles.edit(pressure::surplus);
    for_each_index(c.size(), step.threads, [&](size_t i) {
        if (surplus[i] == pressure::surplus.initial) surplus[i] = 1 - c[i];
        c[i] += surplus[i];
    });
}

}  // namespace panta
#endif
