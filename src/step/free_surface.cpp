#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "step/free_surface.cpp"
#include <hwy/foreach_target.h>

#include "neighbours/pair_loop-inl.h"
#include "step/free_surface.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

constexpr Real thinnest = Real(0.85), most_lopsided = Real(0.7);

void measure_crowding(const Step& step) {
    using Near = Reads<fields::position, fields::volume>;
    const auto h = step.particles[fields::support], c = step.particles[fields::compression];
    const auto crowding = step.particles.edit(fields::crowding);
    const auto at_surface = step.particles.edit(fields::at_surface);
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, h);
        for_each_neighbourhood<Near, Near>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                Lanes3 sum = Lanes3::zero();
                const auto add = [&](const auto& j)
                                     HWY_ATTR { sum.add_scaled(get<fields::volume>(j) * W.slope_over_r(j, me), j.d); };
                i.particles(add);
                i.walls(add);
                crowding[me] = h[me] * sum.total();
                at_surface[me] = Real(c[me] < thinnest || norm(crowding[me]) > most_lopsided);
            });
    });
}

void look_around(const Step& step) {
    using Near = Reads<fields::position, fields::at_surface>;
    const auto at_surface = step.particles[fields::at_surface];
    const auto near_surface = step.particles.edit(fields::near_surface);
    for_each_neighbourhood<Near, Reads<fields::position>>(
        step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
            Lanes seen = Lanes::zero();
            i.particles([&](const auto& j) HWY_ATTR { seen += get<fields::at_surface>(j); });
            near_surface[i.index] = Real(at_surface[i.index] + seen.total() > 0);
        });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta {

HWY_EXPORT(measure_crowding);
HWY_EXPORT(look_around);

void attach_free_surface(Particles& particles) {
    particles.declare(fields::crowding);
    particles.declare(fields::at_surface);
    particles.declare(fields::near_surface);
}

void find_free_surface(const Step& step) {
    HWY_DYNAMIC_DISPATCH(measure_crowding)(step);
    HWY_DYNAMIC_DISPATCH(look_around)(step);
}

}  // namespace panta
#endif
