#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pressure/pressure_force.cpp"
#include <hwy/foreach_target.h>

#include "boundaries/wall_kernel-inl.h"
#include "pressure/pressure_force.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

void push_apart(const Step& step) {
    using Near = Reads<fields::position, fields::volume, fields::pressure_term>;
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass],
               term = step.particles[fields::pressure_term];
    const auto velocity = step.particles.edit(fields::predicted_velocity);
    const auto wall_force = step.particles.edit(fields::wall_force);
    const Lanes inverse_spacing(1 / step.spacing);
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, step.particles[fields::support]);
        for_each_neighbourhood<Near, WallReads>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                const Lanes own(term[me]);
                Lanes3 push = Lanes3::zero();
                i.particles([&](const auto& j) HWY_ATTR {
                    const Lanes both = own + get<fields::pressure_term>(j);
                    push.add_scaled(get<fields::volume>(j) * both * W.slope_over_r(j, me), j.d);
                });
                Vec3 force = -volume[me] * push.total();
                if (i.at_wall()) {
                    Lanes3 wall_push = Lanes3::zero();
                    i.walls([&](const auto& j) HWY_ATTR {
                        const MirroredPair mirrored(j, inverse_spacing);
                        wall_push.add_scaled(get<fields::volume>(j) * own * W.slope_over_r(mirrored.pair, me),
                                             mirrored.gradient);
                    });
                    const Vec3 from_walls = -volume[me] * wall_push.total();
                    force += from_walls;
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
