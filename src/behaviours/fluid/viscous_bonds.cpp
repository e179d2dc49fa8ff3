#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "behaviours/fluid/viscous_bonds.cpp"
#include <hwy/foreach_target.h>

#include "base/symmetric.h"
#include "behaviours/fluid/fluid.h"
#include "behaviours/fluid/viscosity_between-inl.h"
#include "behaviours/fluid/viscous_bonds.h"
#include "boundaries/wall_fields.h"
#include "neighbours/pair_loop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

constexpr Real least_factor = Real(0.5), largest_factor = 2;  // of (2): a flat surface has half its neighbours
constexpr Real nearest_to_wall = Real(1e-3);                  // h: keeps the factor of walls finite

/// A register full of symmetric matrices.
struct LanesSymmetric {
    Lanes3 diagonal, mixed;  // xx, yy, zz and yz, zx, xy

    HWY_INLINE static LanesSymmetric zero() { return {Lanes3::zero(), Lanes3::zero()}; }
    /// this += s * sym(a b^T)
    HWY_INLINE void add_product(Lanes s, const Lanes3& a, const Lanes3& b) {
        const Lanes half = Lanes(Real(0.5)) * s;
        diagonal.add_scaled(s, {a.x * b.x, a.y * b.y, a.z * b.z});
        mixed.add_scaled(half, {a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x});
    }
    /// a . M a
    HWY_INLINE Lanes quadratic(const Lanes3& a) const {
        const Lanes twice = a.y * a.z * mixed.x + a.z * a.x * mixed.y + a.x * a.y * mixed.z;
        return dot({a.x * a.x, a.y * a.y, a.z * a.z}, diagonal) + twice + twice;
    }
    HWY_INLINE Symmetric total() const { return {diagonal.total(), mixed.total()}; }
};

/// How much faster the velocity falls towards the wall particle j than between two particles of the fluid: i is `away`
/// before the surface, j is `depth` behind it; times the friction of the wall.
template <class Pair>
HWY_INLINE Lanes steepness_at(const Pair& j, Lanes nearest) {
    const Lanes depth = get<wall::depth>(j), away = dot(j.d, get<wall::normal>(j)) - depth;
    return get<wall::friction>(j) * (Lanes(1) + min(depth / max(away, nearest), Lanes(1)));
}

using NearWalls = Reads<fields::position, fields::volume, fields::velocity, wall::depth, wall::normal, wall::friction>;

void sum_strains(const Step& step) {
    using Near = Reads<fields::position, fields::volume, fields::predicted_velocity>;
    const auto velocity = step.particles[fields::predicted_velocity];
    const auto diagonal = step.particles.edit(fluid::strain_diagonal), mixed = step.particles.edit(fluid::strain_mixed);
    const Lanes nearest(nearest_to_wall * step.neighbours.largest_support());
    const PairKernel<Broad> W(step.neighbours, step.particles[fields::support]);
    for_each_neighbourhood<Near, NearWalls>(
        step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
            const uint32_t me = i.index;
            const Lanes3 own = broadcast(velocity[me]);
            LanesSymmetric sum = LanesSymmetric::zero();
            const auto add = [&](const auto& j, Lanes factor, const Lanes3& other) HWY_ATTR {
                sum.add_product(-factor * get<fields::volume>(j) * W.slope_over_r(j, me), own - other, j.d);
            };
            i.particles([&](const auto& j) HWY_ATTR { add(j, Lanes(1), get<fields::predicted_velocity>(j)); });
            i.walls([&](const auto& j) HWY_ATTR { add(j, steepness_at(j, nearest), get<fields::velocity>(j)); });
            const Symmetric strain = sum.total();
            diagonal[me] = strain.diagonal;
            mixed[me] = strain.mixed;
        });
}

void sum_dissipation(const Step& step) {
    using Near = Reads<fields::position, fields::volume>;
    using AtWalls = Near;
    const auto viscosity = step.particles[fluid::drag];
    const auto diagonal = step.particles[fluid::strain_diagonal], mixed = step.particles[fluid::strain_mixed];
    const auto bond_viscosity = step.particles.edit(fluid::bond_viscosity);
    const Real of_dimension = Real(step.neighbours.smoothing().dimension + 2);
    const PairKernel<Broad> W(step.neighbours, step.particles[fields::support]);
    for_each_neighbourhood<Near, AtWalls>(
        step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
            const uint32_t me = i.index;
            // Of D only the direction matters: as a unit matrix its squares keep away from the ends of floats.
            const Symmetric D{diagonal[me], mixed[me]};
            const Real size = std::sqrt(D.norm2());
            const Symmetric unit = size > 0 ? D * (1 / size) : Symmetric{};
            const LanesSymmetric strain{broadcast(unit.diagonal), broadcast(unit.mixed)};
            Lanes sum = Lanes::zero();
            const auto add = [&](const auto& j) HWY_ATTR {
                const Lanes stretch = strain.quadratic(j.d) * j.inverse_r;
                sum -= get<fields::volume>(j) * W.slope_over_r(j, me) * stretch * stretch;
            };
            i.particles(add);
            i.walls(add);
            const Real is = of_dimension * sum.total(), should = 2 * unit.norm2() + unit.trace() * unit.trace();
            const Real factor = is > 0 ? std::clamp(should / is, least_factor, largest_factor) : 1;
            bond_viscosity[me] = factor * viscosity[me];
        });
}

void sum_drags(const Step& step) {
    using Near = Reads<fields::position, fields::volume, fields::predicted_velocity, fluid::bond_viscosity>;
    const auto volume = step.particles[fields::volume], viscosity = step.particles[fluid::bond_viscosity];
    const auto velocity = step.particles[fields::predicted_velocity];
    const auto force = step.particles.edit(fluid::bond_force), wall_force = step.particles.edit(fields::wall_force);
    const auto diagonal = step.particles.edit(fluid::drag_diagonal), mixed = step.particles.edit(fluid::drag_mixed);
    const auto wall_diagonal = step.particles.edit(fluid::wall_drag_diagonal),
               wall_mixed = step.particles.edit(fluid::wall_drag_mixed);
    const Real of_dimension = Real(step.neighbours.smoothing().dimension + 2);
    const Lanes nearest(nearest_to_wall * step.neighbours.largest_support());
    const PairKernel<Broad> W(step.neighbours, step.particles[fields::support]);
    for_each_neighbourhood<Near, NearWalls>(
        step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
            const uint32_t me = i.index;
            const Lanes own(viscosity[me]);
            const Lanes3 my_velocity = broadcast(velocity[me]);
            const Real scale = of_dimension * volume[me];
            Lanes3 sum = Lanes3::zero();
            LanesSymmetric drags = LanesSymmetric::zero();
            const auto add = [&](const auto& j, Lanes both, const Lanes3& other) HWY_ATTR {
                const Lanes3 n = j.inverse_r * j.d;
                const Lanes k = both * get<fields::volume>(j) * W.slope_over_r(j, me);
                sum.add_scaled(k * dot(my_velocity - other, n), n);
                drags.add_product(-k, n, n);
            };
            i.particles([&](const auto& j) HWY_ATTR {
                add(j, viscosity_between(own, get<fluid::bond_viscosity>(j)), get<fields::predicted_velocity>(j));
            });
            force[me] = scale * sum.total();
            Symmetric all = drags.total() * scale, from_walls{};
            if (i.at_wall()) {
                sum = Lanes3::zero();
                drags = LanesSymmetric::zero();
                i.walls([&](const auto& j)
                            HWY_ATTR { add(j, (own + own) * steepness_at(j, nearest), get<fields::velocity>(j)); });
                const Vec3 wall = scale * sum.total();
                force[me] += wall;
                wall_force[me] += wall;
                from_walls = drags.total() * scale;
                all = all + from_walls;
            }
            diagonal[me] = all.diagonal;
            mixed[me] = all.mixed;
            wall_diagonal[me] = from_walls.diagonal;
            wall_mixed[me] = from_walls.mixed;
        });
}

void sum_bond_forces(const Step& step) {
    using Near = Reads<fields::position, fields::volume, fluid::bond_velocity, fluid::bond_viscosity>;
    using AtWalls = Reads<fields::position>;
    const auto volume = step.particles[fields::volume], viscosity = step.particles[fluid::bond_viscosity];
    const auto velocity = step.particles[fluid::bond_velocity];
    const auto wall_diagonal = step.particles[fluid::wall_drag_diagonal],
               wall_mixed = step.particles[fluid::wall_drag_mixed];
    const auto force = step.particles.edit(fluid::bond_force);
    const Real of_dimension = Real(step.neighbours.smoothing().dimension + 2);
    const PairKernel<Broad> W(step.neighbours, step.particles[fields::support]);
    for_each_neighbourhood<Near, AtWalls>(
        step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
            const uint32_t me = i.index;
            const Lanes own(viscosity[me]);
            const Lanes3 my_velocity = broadcast(velocity[me]);
            Lanes3 sum = Lanes3::zero();
            i.particles([&](const auto& j) HWY_ATTR {
                const Lanes3 n = j.inverse_r * j.d;
                const Lanes both = viscosity_between(own, get<fluid::bond_viscosity>(j));
                const Lanes k = both * get<fields::volume>(j) * W.slope_over_r(j, me);
                sum.add_scaled(k * dot(my_velocity - get<fluid::bond_velocity>(j), n), n);
            });
            force[me] = of_dimension * volume[me] * sum.total();
            if (i.at_wall()) force[me] -= Symmetric{wall_diagonal[me], wall_mixed[me]} * velocity[me];
        });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta::fluid {

HWY_EXPORT(sum_strains);
HWY_EXPORT(sum_dissipation);
HWY_EXPORT(sum_drags);
HWY_EXPORT(sum_bond_forces);

void attach_viscous_bonds(Particles& particles) {
    for (const auto* field : {&strain_diagonal, &strain_mixed, &drag_diagonal, &drag_mixed, &wall_drag_diagonal,
                              &wall_drag_mixed, &bond_velocity, &bond_force})
        particles.declare(*field);
    particles.declare(bond_viscosity);
}

void weigh_bonds(const Step& step) {
    HWY_DYNAMIC_DISPATCH(sum_strains)(step);
    HWY_DYNAMIC_DISPATCH(sum_dissipation)(step);
}
void measure_drag(const Step& step) { HWY_DYNAMIC_DISPATCH(sum_drags)(step); }
void apply_bonds(const Step& step) { HWY_DYNAMIC_DISPATCH(sum_bond_forces)(step); }

}  // namespace panta::fluid
#endif
