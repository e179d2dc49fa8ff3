#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exchanges/heat/conduction.cpp"
#include <hwy/foreach_target.h>

#include "boundaries/wall_fields.h"
#include "exchanges/heat/conduction.h"
#include "exchanges/heat/fields.h"
#include "neighbours/pair_loop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

constexpr Real nearest = Real(0.1);            // to a wall, support radii: nearer would need ever shorter steps
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

void conduct_everywhere(const Step& step, const heat::LatticeSums& lattice) {
    if (step.walls.has(heat::wall_contact)) return conduct<true>(step, lattice);
    conduct<false>(step, lattice);
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "neighbours/particle_loop.h"
#include "step/free_surface.h"

namespace panta::heat {

HWY_EXPORT(conduct_everywhere);
void measure_flows(const Step& step, const LatticeSums& lattice) {
    HWY_DYNAMIC_DISPATCH(conduct_everywhere)(step, lattice);
}
void measure_surface(const Step& step, const LatticeSums& lattice) {
    find_free_surface(step);
    const auto h = step.particles[fields::support], volume = step.particles[fields::volume],
               near_surface = step.particles[fields::near_surface];
    const auto crowding = step.particles[fields::crowding];
    const auto area = step.particles.edit(surface);
    for_each_index(area.size(), step.threads, [&](size_t i) {
        area[i] = near_surface[i] * volume[i] * norm(crowding[i]) / (h[i] * lattice.surface);
    });
}

}  // namespace panta::heat
#endif
