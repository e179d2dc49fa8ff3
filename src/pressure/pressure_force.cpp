#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pressure/pressure_force.cpp"
#include <hwy/foreach_target.h>

#include <algorithm>

#include "boundaries/wall_fields.h"
#include "neighbours/pair_loop-inl.h"
#include "pressure/pressure_force.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

void push_apart(const Step& step) {
    using Near = Reads<fields::position, fields::volume, fields::pressure_term>;
    using NearWalls = Reads<fields::position, fields::volume, wall::normal>;
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass],
               term = step.particles[fields::pressure_term], support = step.particles[fields::support];
    const auto velocity = step.particles.edit(fields::predicted_velocity);
    const auto wall_force = step.particles.edit(fields::wall_force);
    const Real g = norm(step.gravity);
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, step.particles[fields::support]);
        for_each_neighbourhood<Near, NearWalls>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                const Lanes own(term[me]);
                Vec3 force;
                if (!i.at_wall()) {
                    Lanes3 sum = Lanes3::zero();
                    i.particles([&](const auto& j) HWY_ATTR {
                        const Lanes both = own + get<fields::pressure_term>(j);
                        sum.add_scaled(get<fields::volume>(j) * both * W.slope_over_r(j, me), j.d);
                    });
                    force = -volume[me] * sum.total();
                } else {
                    // The sum of the neighbours' pressures and that of one, which make both the force and a gradient.
                    Lanes3 theirs = Lanes3::zero(), one = Lanes3::zero(), wall_sum = Lanes3::zero();
                    i.particles([&](const auto& j) HWY_ATTR {
                        const Lanes weight = get<fields::volume>(j) * W.slope_over_r(j, me);
                        one.add_scaled(weight, j.d);
                        theirs.add_scaled(weight * get<fields::pressure_term>(j), j.d);
                    });
                    const Vec3 sum = theirs.total(), mine = term[me] * one.total();
                    const Real weight_of_water = mass[me] / volume[me] * g * support[me] / 2;
                    const Real carried = weight_of_water > 0 ? std::min(Real(1), term[me] / weight_of_water) : 0;
                    const Vec3 slope = sum - mine, at_rest = carried * mass[me] / volume[me] * step.gravity;
                    const Lanes3 along = broadcast(slope), across = broadcast(slope - at_rest);
                    const Lanes twice(2 * term[me]);
                    i.walls([&](const auto& j) HWY_ATTR {
                        const auto normal = get<wall::normal>(j);
                        const Lanes both = twice - dot(along, j.d) + dot(normal, j.d) * dot(across, normal);
                        wall_sum.add_scaled(get<fields::volume>(j) * max(both, Lanes(0)) * W.slope_over_r(j, me), j.d);
                    });
                    const Vec3 from_walls = -volume[me] * wall_sum.total();
                    force = -volume[me] * (sum + mine) + from_walls;
                    wall_force[me] += from_walls;
                }
                velocity[me] += force * (step.kick / mass[me]);
            });
    });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "neighbours/particle_loop.h"

namespace panta {

HWY_EXPORT(push_apart);

void attach_pressure_force(Particles& particles) { particles.declare(fields::pressure_term); }

void apply_pressure(const Step& step) {
    const auto pressure = step.particles[fields::pressure], c = step.particles[fields::compression];
    const auto term = step.particles.edit(fields::pressure_term);
    for_each_index(term.size(), step.threads, [&](size_t i) { term[i] = pressure[i] / (c[i] * c[i]); });
    HWY_DYNAMIC_DISPATCH(push_apart)(step);
}

}  // namespace panta
#endif
