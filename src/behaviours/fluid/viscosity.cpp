#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "behaviours/fluid/viscosity.cpp"
#include <hwy/foreach_target.h>

#include "behaviours/fluid/fluid.h"
#include "behaviours/fluid/viscosity.h"
#include "behaviours/fluid/viscosity_between-inl.h"
#include "boundaries/wall_fields.h"
#include "neighbours/pair_loop-inl.h"
#include "step/velocity_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

/// Drag between particles at different velocities: sum of V_j mu_ij (x_ij . grad W) / r^2 v_ij. The quotient is
/// W'(r) / r, which is finite at r = 0: nothing is added to r^2, which at a distance of half a support radius would
/// already cost 4 % of the viscosity.
struct Laminar {
    using Near = Reads<fields::position, fields::volume, fields::velocity, fluid::drag>;
    using NearWalls =
        Reads<fields::position, fields::volume, fields::velocity, wall::depth, wall::normal, wall::friction>;

    std::span<const Real> viscosity;
    Lanes nearest;  // to a wall, m

    explicit Laminar(const Step& step)
        : viscosity(step.particles[fluid::drag]), nearest(Real(1e-3) * step.neighbours.largest_support()) {}

    /// `weight` is V_j W' / r, v is v_i - v_j.
    template <class Pair>
    HWY_INLINE void add(Lanes3& sum, const Pair& j, uint32_t i, Lanes weight, const Lanes3& v) const {
        sum.add_scaled(viscosity_between(Lanes(viscosity[i]), get<fluid::drag>(j)) * weight, v);
    }
    /// The velocity behind the wall is such that it vanishes at the surface (Morris 1997, 4.1): the particle is `away`
    /// before it, the wall particle `depth` behind it.
    template <class Pair>
    HWY_INLINE void add_wall(Lanes3& sum, const Pair& j, uint32_t i, Lanes weight, const Lanes3& v) const {
        const Lanes depth = get<wall::depth>(j), away = dot(j.d, get<wall::normal>(j)) - depth;
        const Lanes steeper = Lanes(1) + min(depth / max(away, nearest), Lanes(1));
        sum.add_scaled(Lanes(2 * viscosity[i]) * get<wall::friction>(j) * steeper * weight, v);
    }
};

/// Push between approaching particles: sum of V_j nu_ij (v_ij . x_ij) / (r^2 + 0.01 h^2) grad W.
struct Artificial {
    using Near = Reads<fields::position, fields::volume, fields::velocity, fluid::damping>;
    using NearWalls = Reads<fields::position, fields::volume, fields::velocity, wall::friction>;

    std::span<const Real> artificial;
    Closing closing;

    explicit Artificial(const Step& step) : artificial(step.particles[fluid::damping]), closing(step) {}

    template <class Pair>
    HWY_INLINE void add(Lanes3& sum, const Pair& j, uint32_t i, Lanes weight, const Lanes3& v) const {
        push(sum, j, Lanes(Real(0.5)) * (Lanes(artificial[i]) + get<fluid::damping>(j)), weight, v);
    }
    template <class Pair>
    HWY_INLINE void add_wall(Lanes3& sum, const Pair& j, uint32_t i, Lanes weight, const Lanes3& v) const {
        push(sum, j, Lanes(artificial[i]) * get<wall::friction>(j), weight, v);
    }

private:
    template <class Pair>
    HWY_INLINE void push(Lanes3& sum, const Pair& j, Lanes nu, Lanes weight, const Lanes3& v) const {
        sum.add_scaled(nu * weight * closing(j, v), j.d);
    }
};

/// Both, which share the way to the neighbour.
struct Both {
    using Near = Reads<fields::position, fields::volume, fields::velocity, fluid::drag, fluid::damping>;
    using NearWalls = Laminar::NearWalls;

    Laminar laminar;
    Artificial artificial;

    explicit Both(const Step& step) : laminar(step), artificial(step) {}

    template <class Pair>
    HWY_INLINE void add(Lanes3& sum, const Pair& j, uint32_t i, Lanes weight, const Lanes3& v) const {
        laminar.add(sum, j, i, weight, v);
        artificial.add(sum, j, i, weight, v);
    }
    template <class Pair>
    HWY_INLINE void add_wall(Lanes3& sum, const Pair& j, uint32_t i, Lanes weight, const Lanes3& v) const {
        laminar.add_wall(sum, j, i, weight, v);
        artificial.add_wall(sum, j, i, weight, v);
    }
};

/// What walls exert, and particles on each other unless that is known already.
template <class Viscosity, bool among_particles>
void rub(const Step& step) {
    using Near = std::conditional_t<among_particles, typename Viscosity::Near, Reads<fields::position>>;
    const Viscosity viscosity(step);
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass];
    const auto velocity = step.particles[fields::velocity];
    const auto acceleration = step.particles.edit(fields::acceleration);
    const auto wall_force = step.particles.edit(fields::wall_force);
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, step.particles[fields::support]);
        for_each_neighbourhood<Near, typename Viscosity::NearWalls>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                if (!among_particles && !i.at_wall()) return;
                const uint32_t me = i.index;
                const Lanes3 own = broadcast(velocity[me]);
                const auto weight = [&](const auto& j)
                                        HWY_ATTR { return get<fields::volume>(j) * W.slope_over_r(j, me); };
                Vec3 force;
                if constexpr (among_particles) {
                    Lanes3 sum = Lanes3::zero();
                    i.particles([&](const auto& j)
                                    HWY_ATTR { viscosity.add(sum, j, me, weight(j), own - get<fields::velocity>(j)); });
                    force = volume[me] * sum.total();
                }
                if (i.at_wall()) {
                    Lanes3 wall_sum = Lanes3::zero();
                    i.walls([&](const auto& j) HWY_ATTR {
                        viscosity.add_wall(wall_sum, j, me, weight(j), own - get<fields::velocity>(j));
                    });
                    const Vec3 from_walls = volume[me] * wall_sum.total();
                    force += from_walls;
                    wall_force[me] += from_walls;
                }
                acceleration[me] += force / mass[me];
            });
    });
}

template <bool among_particles>
void rub_by(const Step& step, bool with_laminar, bool with_artificial) {
    if (with_laminar && with_artificial) return rub<Both, among_particles>(step);
    if (with_laminar) return rub<Laminar, among_particles>(step);
    if (with_artificial) return rub<Artificial, among_particles>(step);
}
void rub_all(const Step& step, bool with_laminar, bool with_artificial) {
    rub_by<true>(step, with_laminar, with_artificial);
}
void rub_at_walls(const Step& step, bool with_laminar, bool with_artificial) {
    rub_by<false>(step, with_laminar, with_artificial);
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "neighbours/particle_loop.h"

namespace panta::fluid {

HWY_EXPORT(rub_all);
HWY_EXPORT(rub_at_walls);

void add_viscosity(const Step& step, bool with_laminar, bool with_artificial) {
    HWY_DYNAMIC_DISPATCH(rub_all)(step, with_laminar, with_artificial);
}

void add_common_viscosity(const Step& step, bool with_laminar, bool with_artificial) {
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass];
    const auto acceleration = step.particles.edit(fields::acceleration);
    const auto add = [&](const Field<Vec3>& sums, const Field<Real>& viscosities, Real factor) {
        const auto sum = step.particles[sums];
        const auto mu = step.particles[viscosities];
        for_each_index(sum.size(), step.threads,
                       [&](size_t i) { acceleration[i] += (factor * mu[i] * volume[i] / mass[i]) * sum[i]; });
    };
    if (with_laminar) add(fields::velocity_spread, drag, 2);
    if (with_artificial) add(fields::velocity_closing, damping, 1);
    HWY_DYNAMIC_DISPATCH(rub_at_walls)(step, with_laminar, with_artificial);
}

}  // namespace panta::fluid
#endif
