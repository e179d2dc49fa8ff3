#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "behaviours/fluid/viscosity.cpp"
#include <hwy/foreach_target.h>

#include "behaviours/fluid/fluid.h"
#include "behaviours/fluid/viscosity.h"
#include "boundaries/wall_fields.h"
#include "neighbours/pair_loop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

constexpr Real softening = Real(0.01);  // of h^2: keeps the quotient finite for particles that nearly coincide

/// Drag on i from neighbours: sum of V_j mu_ij (x_ij . grad W) / r^2 v_ij. The quotient is W'(r) / r, which is finite
/// at r = 0: nothing is added to r^2, which at a distance of half a support radius would already cost 4 % of the
/// viscosity.
void drag(const Step& step) {
    using Near = Reads<fields::position, fields::volume, fields::velocity, fluid::viscosity>;
    using NearWalls = Reads<fields::position, fields::volume, fields::velocity, wall::depth, wall::normal>;
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass],
               viscosity = step.particles[fluid::viscosity];
    const auto velocity = step.particles[fields::velocity];
    const auto acceleration = step.particles.edit(fields::acceleration);
    const auto wall_force = step.particles.edit(fields::wall_force);
    const Real h = step.neighbours.largest_support();
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, step.particles[fields::support]);
        for_each_neighbourhood<Near, NearWalls>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                const Lanes own(viscosity[me]), nearest(Real(1e-3) * h);
                const Lanes3 my_velocity = broadcast(velocity[me]);
                const auto weight = [&](const auto& j)
                                        HWY_ATTR { return get<fields::volume>(j) * W.slope_over_r(j, me); };
                Lanes3 sum = Lanes3::zero();
                i.particles([&](const auto& j) HWY_ATTR {
                    const Lanes both = own + get<fluid::viscosity>(j);
                    sum.add_scaled(both * weight(j), my_velocity - get<fields::velocity>(j));
                });
                Vec3 force = volume[me] * sum.total();
                if (i.at_wall()) {
                    Lanes3 wall_sum = Lanes3::zero();
                    i.walls([&](const auto& j) HWY_ATTR {
                        // The velocity behind the wall is such that it vanishes at the surface (Morris 1997, 4.1): the
                        // particle is `away` before it, the wall particle `depth` behind it.
                        const Lanes depth = get<wall::depth>(j), away = dot(j.d, get<wall::normal>(j)) - depth;
                        const Lanes steeper = Lanes(1) + min(depth / max(away, nearest), Lanes(1));
                        wall_sum.add_scaled(steeper * weight(j), my_velocity - get<fields::velocity>(j));
                    });
                    const Vec3 from_walls = 2 * viscosity[me] * volume[me] * wall_sum.total();
                    force += from_walls;
                    wall_force[me] += from_walls;
                }
                acceleration[me] += force / mass[me];
            });
    });
}

/// Push on i from approaching neighbours: sum of V_j nu_ij (v_ij . x_ij) / (r^2 + 0.01 h^2) grad W.
void damp(const Step& step) {
    using Near = Reads<fields::position, fields::volume, fields::velocity, fluid::artificial>;
    using NearWalls = Reads<fields::position, fields::volume, fields::velocity>;
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass],
               artificial = step.particles[fluid::artificial];
    const auto velocity = step.particles[fields::velocity];
    const auto acceleration = step.particles.edit(fields::acceleration);
    const auto wall_force = step.particles.edit(fields::wall_force);
    const Real h = step.neighbours.largest_support();
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, step.particles[fields::support]);
        for_each_neighbourhood<Near, NearWalls>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                const Lanes own(artificial[me]), soft(softening * h * h), half(Real(0.5));
                const Lanes3 my_velocity = broadcast(velocity[me]);
                const auto push = [&](const auto& j, Lanes nu) HWY_ATTR {
                    const Lanes approach = min(dot(my_velocity - get<fields::velocity>(j), j.d), Lanes(0));
                    return get<fields::volume>(j) * nu * approach * W.slope_over_r(j, me) * inverse(j.r2 + soft);
                };
                Lanes3 sum = Lanes3::zero();
                i.particles([&](const auto& j)
                                HWY_ATTR { sum.add_scaled(push(j, half * (own + get<fluid::artificial>(j))), j.d); });
                Vec3 force = volume[me] * sum.total();
                if (i.at_wall()) {
                    Lanes3 wall_sum = Lanes3::zero();
                    i.walls([&](const auto& j) HWY_ATTR { wall_sum.add_scaled(push(j, own), j.d); });
                    const Vec3 from_walls = volume[me] * wall_sum.total();
                    force += from_walls;
                    wall_force[me] += from_walls;
                }
                acceleration[me] += force / mass[me];
            });
    });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta::fluid {

HWY_EXPORT(drag);
HWY_EXPORT(damp);
void add_laminar_viscosity(const Step& step) { HWY_DYNAMIC_DISPATCH(drag)(step); }
void add_artificial_viscosity(const Step& step) { HWY_DYNAMIC_DISPATCH(damp)(step); }

}  // namespace panta::fluid
#endif
