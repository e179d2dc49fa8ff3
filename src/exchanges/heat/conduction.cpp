#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exchanges/heat/conduction.cpp"
#include <hwy/foreach_target.h>

#include "boundaries/wall_fields.h"
#include "exchanges/heat/conduction.h"
#include "exchanges/heat/fields.h"
#include "neighbours/pair_loop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

constexpr Real nearest = Real(0.1);  // to a wall, support radii: nearer would need ever shorter steps
// h |grad C| above which a particle is outside. Within a fluid disorder makes it up to 0.3, at a flat surface it is
// above one.
constexpr Real lopsided = Real(0.7);
constexpr Real no_conductivity = Real(1e-30);  // W/(m K), keeps the harmonic mean finite

/// `has_walls`: walls have the fields of heat.
template <bool has_walls>
void conduct(const Step& step, const heat::LatticeSums& lattice) {
    using Near = Reads<fields::position, fields::volume, heat::temperature, heat::conductivity>;
    using Warm =
        Reads<fields::position, fields::volume, wall::depth, wall::normal, heat::wall_temperature, heat::wall_contact>;
    using NearWalls = std::conditional_t<has_walls, Warm, Reads<fields::position>>;
    const auto volume = step.particles[fields::volume], k = step.particles[heat::conductivity];
    const auto temperature = step.particles[heat::temperature];
    const auto flow = step.particles.edit(heat::flow), wall_flow = step.particles.edit(heat::wall_flow);
    const auto conductance = step.particles.edit(heat::conductance);
    const Real scale = -1 / lattice.laplacian;
    const Lanes least_away(nearest * step.neighbours.largest_support());
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, step.particles[fields::support]);
        for_each_neighbourhood<Near, NearWalls>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                flow[me] = wall_flow[me] = conductance[me] = 0;
                if (k[me] == 0) return;
                const Lanes own_T(temperature[me]), own_k(k[me]), four_k(4 * k[me]);
                const Real factor = scale * volume[me];
                const auto weight = [&](const auto& j)
                                        HWY_ATTR { return get<fields::volume>(j) * W.slope_over_r(j, me); };

                // The other particles.
                Lanes sum = Lanes::zero(), ties = Lanes::zero();
                i.particles([&](const auto& j) HWY_ATTR {
                    const Lanes k_j = get<heat::conductivity>(j);
                    const Lanes tie = weight(j) * (four_k * k_j / max(own_k + k_j, Lanes(no_conductivity)));
                    sum = multiply_add(tie, get<heat::temperature>(j) - own_T, sum);
                    ties += tie;
                });
                flow[me] = factor * sum.total();
                conductance[me] = factor * ties.total();

                // Walls that have a temperature.
                if constexpr (has_walls) {
                    if (!i.at_wall()) return;
                    Lanes wall_sum = Lanes::zero(), wall_ties = Lanes::zero();
                    i.walls([&](const auto& j) HWY_ATTR {
                        const Lanes depth = get<wall::depth>(j), away = dot(j.d, get<wall::normal>(j)) - depth;
                        const Lanes steeper = Lanes(1) + depth / max(away, least_away);
                        const Lanes tie = (own_k + own_k) * get<heat::wall_contact>(j) * steeper * weight(j);
                        wall_sum = multiply_add(tie, get<heat::wall_temperature>(j) - own_T, wall_sum);
                        wall_ties += tie;
                    });
                    wall_flow[me] = factor * wall_sum.total();
                    conductance[me] += factor * wall_ties.total();
                }
            });
    });
}

void measure_lopsidedness(const Step& step, const heat::LatticeSums& lattice) {
    using Near = Reads<fields::position, fields::volume>;
    const auto h = step.particles[fields::support], volume = step.particles[fields::volume];
    const auto surface = step.particles.edit(heat::surface), is_outside = step.particles.edit(heat::is_outside);
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
                const Real gradient = norm(sum.total());
                surface[me] = volume[me] * gradient / lattice.surface;
                is_outside[me] = h[me] * gradient > lopsided ? Real(1) : Real(0);
            });
    });
}

/// Particles that are not outside and see none that is have no free surface.
void forget_inside(const Step& step) {
    using Near = Reads<fields::position, fields::volume, heat::is_outside>;
    const auto is_outside = step.particles[heat::is_outside];
    const auto surface = step.particles.edit(heat::surface);
    for_each_neighbourhood<Near, Reads<fields::position>>(
        step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
            Lanes seen = Lanes::zero();
            i.particles([&](const auto& j) HWY_ATTR { seen += get<heat::is_outside>(j); });
            if (is_outside[i.index] + seen.total() == 0) surface[i.index] = 0;
        });
}

void find_surface(const Step& step, const heat::LatticeSums& lattice) {
    measure_lopsidedness(step, lattice);
    forget_inside(step);
}

void conduct_everywhere(const Step& step, const heat::LatticeSums& lattice) {
    if (step.walls.has(heat::wall_contact)) return conduct<true>(step, lattice);
    conduct<false>(step, lattice);
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta::heat {

HWY_EXPORT(conduct_everywhere);
HWY_EXPORT(find_surface);
void measure_flows(const Step& step, const LatticeSums& lattice) {
    HWY_DYNAMIC_DISPATCH(conduct_everywhere)(step, lattice);
}
void measure_surface(const Step& step, const LatticeSums& lattice) {
    HWY_DYNAMIC_DISPATCH(find_surface)(step, lattice);
}

}  // namespace panta::heat
#endif
