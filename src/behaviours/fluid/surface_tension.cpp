#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "behaviours/fluid/surface_tension.cpp"
#include <hwy/foreach_target.h>

#include <cmath>

#include "behaviours/fluid/fluid.h"
#include "behaviours/fluid/surface_tension.h"
#include "neighbours/pair_loop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

#include "behaviours/fluid/tension_shapes.inl"  // NOLINT: the text of the shapes

/// pull(r) / r of a shape; where supports differ it is the mean over both.
template <class Shape>
class PairPull {
public:
    PairPull(const Neighbours& neighbours, std::span<const Real> supports)
        : dimension_(neighbours.smoothing().dimension),
          uniform_(neighbours.uniform_support()),
          supports_(supports),
          norm_(Real(Shape::norm(dimension_))),
          inverse_h_(1 / neighbours.largest_support()) {}

    template <class Near, bool plain>
    HWY_INLINE Lanes over_r(const Pair<Near, plain>& j, uint32_t i) const {
        if (plain || uniform_) return over_r(j, Lanes(inverse_h_));
        return Lanes(Real(0.5)) * (over_r(j, Lanes(1 / supports_[i])) + over_r(j, Lanes(1) / j.support));
    }

private:
    template <class Near, bool plain>
    HWY_INLINE Lanes over_r(const Pair<Near, plain>& j, Lanes inverse_h) const {
        const Lanes inverse2 = inverse_h * inverse_h, scale = inverse2 * inverse2;
        return (dimension_ == 3 ? scale * inverse_h : scale) * Lanes(norm_) * Shape::value(j.r * inverse_h) *
               j.inverse_r;
    }

    int dimension_;
    bool uniform_;
    std::span<const Real> supports_;
    Real norm_, inverse_h_;
};

using AtWalls = Reads<fields::position, fields::volume>;

void sum_inwards(const Step& step) {
    using Near = Reads<fields::position, fields::volume>;
    const auto h = step.particles[fields::support];
    const auto inwards = step.particles.edit(fluid::inwards);
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(step.neighbours, h);
        for_each_neighbourhood<Near, AtWalls>(
            step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
                const uint32_t me = i.index;
                Lanes3 sum = Lanes3::zero();
                i.particles([&](const auto& j)
                                HWY_ATTR { sum.add_scaled(get<fields::volume>(j) * W.slope_over_r(j, me), j.d); });
                inwards[me] = h[me] * sum.total();
            });
    });
}

/// (1).
struct Becker {
    using Near = Reads<fields::position, fields::volume, fluid::tension_root>;
    PairPull<BeckerTeschner> pull;

    explicit Becker(const Step& step) : pull(step.neighbours, step.particles[fields::support]) {}

    template <class Pair>
    HWY_INLINE void add(Lanes3& sum, const Pair& j, uint32_t i) const {
        sum.add_scaled(-get<fields::volume>(j) * get<fluid::tension_root>(j) * pull.over_r(j, i), j.d);
    }
};

/// (2).
template <class Shape>
struct Akinci {
    using Near = Reads<fields::position, fields::volume, fluid::tension_root, fluid::inwards>;
    PairPull<AkinciCohesion> pull;
    PairKernel<Shape> W;
    std::span<const Vec3> inwards;
    Real cohesion, area;

    explicit Akinci(const Step& step)
        : pull(step.neighbours, step.particles[fields::support]),
          W(step.neighbours, step.particles[fields::support]),
          inwards(step.particles[fluid::inwards]),
          cohesion(fluid::cohesion_share),
          area((1 - fluid::cohesion_share) *
               Real(AreaMinimisation<Shape>::norm(step.neighbours.smoothing().dimension)) /
               (step.neighbours.largest_support() * step.neighbours.largest_support())) {}

    template <class Pair>
    HWY_INLINE void add(Lanes3& sum, const Pair& j, uint32_t i) const {
        const Lanes strength = -get<fields::volume>(j) * get<fluid::tension_root>(j);
        sum.add_scaled(strength * Lanes(cohesion) * pull.over_r(j, i), j.d);
        sum.add_scaled(strength * Lanes(area) * W.value(j, i), broadcast(inwards[i]) - get<fluid::inwards>(j));
    }
};

template <class Tension>
void pull_together(const Step& step, bool with_adhesion) {
    const Tension tension(step);
    const PairPull<AkinciAdhesion> wall_pull(step.neighbours, step.particles[fields::support]);
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass],
               root = step.particles[fluid::tension_root], adhesion = step.particles[fluid::wall_pull];
    const auto acceleration = step.particles.edit(fields::acceleration);
    const auto wall_force = step.particles.edit(fields::wall_force);
    for_each_neighbourhood<typename Tension::Near, AtWalls>(
        step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
            const uint32_t me = i.index;
            Lanes3 sum = Lanes3::zero();
            i.particles([&](const auto& j) HWY_ATTR { tension.add(sum, j, me); });
            Vec3 force = volume[me] * root[me] * sum.total();
            if (with_adhesion && i.at_wall()) {
                Lanes3 wall_sum = Lanes3::zero();
                i.walls([&](const auto& j)
                            HWY_ATTR { wall_sum.add_scaled(-get<fields::volume>(j) * wall_pull.over_r(j, me), j.d); });
                const Vec3 from_walls = volume[me] * adhesion[me] * wall_sum.total();
                force += from_walls;
                wall_force[me] += from_walls;
            }
            acceleration[me] += force / mass[me];
        });
}

void pull_by(const Step& step, TensionMethod method, bool with_adhesion) {
    with_kernel(step.neighbours.smoothing(), [&]<class Shape>() {
        switch (method) {
            case TensionMethod::akinci:
                return pull_together<Akinci<Shape>>(step, with_adhesion);
            case TensionMethod::becker_teschner:
                return pull_together<Becker>(step, with_adhesion);
        }
    });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta::fluid {

namespace {

// dt <= factor sqrt(rho h^3 / sigma). A drop at 0.16 was seen to blow up (dfsph, no other limit); the capillary limit
// of Brackbill et al. 1992, sqrt(rho s^3 / (2 pi sigma)) with a spacing s of 0.4 h, is 0.1.
constexpr Real tension_factor = Real(0.08);

}  // namespace

HWY_EXPORT(sum_inwards);
HWY_EXPORT(pull_by);

void measure_inwards(const Step& step) { HWY_DYNAMIC_DISPATCH(sum_inwards)(step); }
void add_surface_tension(const Step& step, TensionMethod method, bool with_adhesion) {
    HWY_DYNAMIC_DISPATCH(pull_by)(step, method, with_adhesion);
}
Real longest_tension_step(Real sigma_per_density, Real h) {
    return tension_factor * std::sqrt(h * h * h / sigma_per_density);  // infinite without tension
}

}  // namespace panta::fluid
#endif
