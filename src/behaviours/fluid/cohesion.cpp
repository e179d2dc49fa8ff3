#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "behaviours/fluid/cohesion.cpp"
#include <hwy/foreach_target.h>

#include "behaviours/fluid/cohesion.h"
#include "neighbours/pair_loop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

void cohere(const Step& step) {
    using Near = Reads<fields::position, fields::volume, fluid::jump, fluid::phase>;
    using NearWalls = Reads<fields::position>;
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass],
               jump = step.particles[fluid::jump], phase = step.particles[fluid::phase];
    const auto acceleration = step.particles.edit(fields::acceleration);
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, step.particles[fields::support]);
        for_each_neighbourhood<Near, NearWalls>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                const Lanes own(jump[me]), kind(phase[me]);
                Lanes3 sum = Lanes3::zero();
                i.particles([&](const auto& j) HWY_ATTR {
                    const auto is_own = hn::Eq(get<fluid::phase>(j).v, kind.v);
                    const Lanes both(hn::IfThenElseZero(is_own, (own + get<fluid::jump>(j)).v));
                    sum.add_scaled(both * get<fields::volume>(j) * W.slope_over_r(j, me), j.d);
                });
                acceleration[me] += (volume[me] / mass[me]) * sum.total();
            });
    });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta::fluid {

HWY_EXPORT(cohere);
void add_cohesion(const Step& step) { HWY_DYNAMIC_DISPATCH(cohere)(step); }

}  // namespace panta::fluid
#endif
