#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "behaviours/fluid/viscosity.cpp"
#include <hwy/foreach_target.h>

#include "behaviours/fluid/fluid.h"
#include "behaviours/fluid/viscosity.h"
#include "behaviours/fluid/viscosity_between-inl.h"
#include "boundaries/wall_fields.h"
#include "neighbours/pair_loop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

constexpr Real softening = Real(0.01);  // of h^2: keeps the quotient finite for particles that nearly coincide

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
    Lanes soft;

    explicit Artificial(const Step& step)
        : artificial(step.particles[fluid::damping]),
          soft(softening * step.neighbours.largest_support() * step.neighbours.largest_support()) {}

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
        const Lanes approach = min(dot(v, j.d), Lanes(0));
        sum.add_scaled(nu * approach * weight * inverse(j.r2 + soft), j.d);
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

template <class Viscosity>
void rub(const Step& step) {
    const Viscosity viscosity(step);
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass];
    const auto velocity = step.particles[fields::velocity];
    const auto acceleration = step.particles.edit(fields::acceleration);
    const auto wall_force = step.particles.edit(fields::wall_force);
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, step.particles[fields::support]);
        for_each_neighbourhood<typename Viscosity::Near, typename Viscosity::NearWalls>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                const Lanes3 own = broadcast(velocity[me]);
                const auto weight = [&](const auto& j)
                                        HWY_ATTR { return get<fields::volume>(j) * W.slope_over_r(j, me); };
                Lanes3 sum = Lanes3::zero();
                i.particles([&](const auto& j)
                                HWY_ATTR { viscosity.add(sum, j, me, weight(j), own - get<fields::velocity>(j)); });
                Vec3 force = volume[me] * sum.total();
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

void rub_by(const Step& step, bool with_laminar, bool with_artificial) {
    if (with_laminar && with_artificial) return rub<Both>(step);
    if (with_laminar) return rub<Laminar>(step);
    if (with_artificial) return rub<Artificial>(step);
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta::fluid {

HWY_EXPORT(rub_by);
void add_viscosity(const Step& step, bool with_laminar, bool with_artificial) {
    HWY_DYNAMIC_DISPATCH(rub_by)(step, with_laminar, with_artificial);
}

}  // namespace panta::fluid
#endif
