#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "behaviours/fluid/shifting.cpp"
#include <hwy/foreach_target.h>

#include "behaviours/fluid/shifting.h"
#include "neighbours/pair_loop-inl.h"

#ifndef PANTA_BEHAVIOURS_FLUID_SHIFTING_FIELDS
#define PANTA_BEHAVIOURS_FLUID_SHIFTING_FIELDS
namespace panta::fluid {
/// h grad C.
inline constexpr Field<Vec3> crowding{"fluid.crowding", "1", {}, Lifetime::scratch};
/// One at a free surface, zero within.
inline constexpr Field<Real> is_outside{"fluid.is_outside", "1", 0, Lifetime::scratch};
}  // namespace panta::fluid
#endif

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

constexpr Real thinnest = Real(0.85);      // compression below which a particle is at a surface
constexpr Real most_lopsided = Real(0.7);  // h |grad C| above which it is; at a flat surface it is above one

void measure_crowding(const Step& step) {
    using Near = Reads<fields::position, fields::volume>;
    const auto h = step.particles[fields::support], c = step.particles[fields::compression];
    const auto crowding = step.particles.edit(fluid::crowding);
    const auto is_outside = step.particles.edit(fluid::is_outside);
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
                const bool outside = c[me] < thinnest || norm2(crowding[me]) > most_lopsided * most_lopsided;
                is_outside[me] = outside ? Real(1) : Real(0);
            });
    });
}

void spread(const Step& step, Real way) {
    using Near = Reads<fields::position, fields::volume, fluid::is_outside>;
    using NearWalls = Reads<fields::position>;
    constexpr Real farthest = Real(0.05);  // support radii
    const auto h = step.particles[fields::support], is_outside = step.particles[fluid::is_outside];
    const auto crowding = step.particles[fluid::crowding];
    const auto shift = step.particles.edit(fields::shift);
    for_each_neighbourhood<Near, NearWalls>(
        step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
            const uint32_t me = i.index;
            Lanes seen = Lanes::zero();
            i.particles([&](const auto& j) HWY_ATTR { seen += get<fluid::is_outside>(j); });
            const bool is_inside = is_outside[me] + seen.total() == 0;
            const Vec3 wanted = is_inside ? -way * crowding[me] : Vec3{};
            const Real length = norm(wanted), most = farthest * h[me];
            shift[me] = length > most ? wanted * (most / length) : wanted;
        });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cmath>

#include "neighbours/particle_loop.h"

namespace panta {

HWY_EXPORT(measure_crowding);
HWY_EXPORT(spread);

void Shifting::attach(Particles& particles, Pipeline& pipeline) {
    particles.declare(fields::shift);
    particles.declare(fluid::crowding);
    particles.declare(fluid::is_outside);
    pipeline.at(Stage::advance, "fluid.shifting", [this](const Step& step) { shift(step); })
        .reads_neighbours(Reads<fields::position, fields::volume, fluid::is_outside>{});
}

void Shifting::shift(const Step& step) const {
    const auto v = step.particles[fields::predicted_velocity];
    const Real fastest = std::sqrt(maximum_over(v.size(), step.threads, [&](size_t i) { return norm2(v[i]); }));
    HWY_DYNAMIC_DISPATCH(measure_crowding)(step);
    HWY_DYNAMIC_DISPATCH(spread)(step, params_.strength.at(step.time) * fastest * step.dt);
}

}  // namespace panta
#endif
