#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "step/compression.cpp"
#include <hwy/foreach_target.h>

#include "boundaries/wall_fields.h"
#include "boundaries/wall_volumes.h"
#include "neighbours/pair_loop-inl.h"
#include "step/compression.h"
#include "step/velocity_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

/// `held`: bonds hold pairs (pair_freedom.h).
template <const Field<Vec3>& position, const Field<Vec3>& wall_position, const Field<Real>& wall_volume,
          const Field<Real>& result, bool held, class Sums>
void sum_volumes(const Step& step, Real reach_of_walls, const Sums& sums) {
    using Near = std::conditional_t<Sums::any, Reads<position, fields::volume, fields::velocity>,
                                    Reads<position, fields::volume>>;
    using NearWalls = Reads<wall_position, wall_volume>;
    const auto volume = step.particles[fields::volume];
    const auto velocity = step.particles[fields::velocity];
    const auto compression = step.particles.edit(result);
    const HeldSums<held> by_bonds(step.particles);
    const Real scale = 1 / step.at_rest;
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, step.particles[fields::support]);
        const PairKernel<Shape> over_wall(step.neighbours, step.particles[fields::support], reach_of_walls);
        for_each_neighbourhood<Near, NearWalls>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                const Lanes3 own = broadcast(velocity[me]);
                Lanes sum = Lanes::zero();
                typename Sums::Near flow;
                i.particles([&](const auto& j) HWY_ATTR {
                    const Lanes V = get<fields::volume>(j);
                    sum += V * i.template pressing<held>(j, W.value(j, me));
                    if constexpr (Sums::any)
                        sums.add(flow, j, V * W.slope_over_r(j, me), own - get<fields::velocity>(j));
                });
                i.walls([&](const auto& j) HWY_ATTR { sum += get<wall_volume>(j) * over_wall.value(j, me); });
                compression[me] = (sum.total() + volume[me] * W.at_zero(me) + by_bonds[me]) * scale;
                sums.write(flow, me);
            });
    });
}

template <bool held>
void sum_now(const Step& step) {
    with_velocity_sums(step, [&](const auto& sums) {
        sum_volumes<fields::position, fields::position, fields::volume, fields::compression, held>(step, 1, sums);
    });
}
template <const Field<Vec3>& wall_position, bool held>
void sum_ahead(const Step& step) {
    const VelocitySums<false, false> none(step);
    sum_volumes<fields::predicted_position, wall_position, wall::solver_volume, fields::predicted_compression, held>(
        step, solver_reach, none);
}
void volumes_now(const Step& step) { step.neighbours.freedom().any() ? sum_now<true>(step) : sum_now<false>(step); }
void volumes_ahead(const Step& step) {
    wall::with_place_ahead(step.walls, [&]<const Field<Vec3> & at>() {
        step.neighbours.freedom().any() ? sum_ahead<at, true>(step) : sum_ahead<at, false>(step);
    });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta {

HWY_EXPORT(volumes_now);
HWY_EXPORT(volumes_ahead);
void measure_compression(const Step& step) { HWY_DYNAMIC_DISPATCH(volumes_now)(step); }
void predict_compression(const Step& step) { HWY_DYNAMIC_DISPATCH(volumes_ahead)(step); }

}  // namespace panta
#endif
