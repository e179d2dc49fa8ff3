#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pressure/calming.cpp"
#include <hwy/foreach_target.h>

#include "boundaries/wall_fields.h"
#include "neighbours/pair_loop-inl.h"
#include "pressure/calming.h"

#ifndef PANTA_PRESSURE_CALMING_FIELDS
#define PANTA_PRESSURE_CALMING_FIELDS
namespace panta::pressure {

/// s.
inline constexpr Field<Real> calmed_part{"pressure.calmed_part", "1", 0, Lifetime::scratch};
/// u.
inline constexpr Field<Vec3> unevenness{"pressure.unevenness", "m/s", {}, Lifetime::scratch};

}  // namespace panta::pressure
#endif

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

/// 1 - q^4. The flatter w is, the more of motions over four spacings is seen as uneven, not only of those over two.
struct Plateau : NormalisedShape {
    static constexpr double norm(int d) { return (d == 2 ? 3. / 2 : 21. / 16) / std::numbers::pi; }
    template <class V>
    static V value(V any) {
        const V q = Clamped<V>(any).q, q2 = q * q;
        return V(1) - q2 * q2;
    }
};

/// D of a velocity field, by particles and by walls, which move with `of_wall` of their velocity: calls take(i, by
/// particles, by walls) for whoever is calmed.
template <const auto& velocities, class Take>
void measure_unevenness(const Step& step, Real of_wall, Take&& take) {
    using Near = Reads<fields::position, fields::volume, velocities, pressure::calmed_part>;
    using NearWalls = Reads<fields::position, fields::volume, fields::velocity, wall::normal>;
    const auto part = step.particles[pressure::calmed_part];
    const auto velocity = step.particles[velocities];
    const PairKernel<Plateau> w(step.neighbours, step.particles[fields::support]);
    for_each_neighbourhood<Near, NearWalls>(
        step.neighbours, step.particles, step.walls, step.threads, [&](const auto& i) HWY_ATTR {
            const uint32_t me = i.index;
            if (!(part[me] > 0)) return;
            const Lanes3 own = broadcast(velocity[me]);
            Lanes3 sum = Lanes3::zero(), wall_sum = Lanes3::zero();
            i.particles([&](const auto& j) HWY_ATTR {
                const Lanes weight = get<pressure::calmed_part>(j) * get<fields::volume>(j) * w.value(j, me);
                sum.add_scaled(weight, own - get<velocities>(j));
            });
            i.walls([&](const auto& j) HWY_ATTR {
                const Lanes3 n = get<wall::normal>(j), apart = own - Lanes(of_wall) * get<fields::velocity>(j);
                wall_sum.add_scaled(get<fields::volume>(j) * w.value(j, me) * dot(apart, n), n);
            });
            take(me, part[me] * sum.total(), part[me] * part[me] * wall_sum.total());
        });
}

void take_unevenness(const Step& step) {
    const auto uneven = step.particles.edit(pressure::unevenness);
    measure_unevenness<fields::predicted_velocity>(
        step, 1, [&](uint32_t i, const Vec3& near, const Vec3& walls) { uneven[i] = near + walls; });
    const auto mass = step.particles[fields::mass];
    const auto velocity = step.particles.edit(fields::predicted_velocity);  // only now: they were read above
    const auto wall_force = step.particles.edit(fields::wall_force);
    measure_unevenness<pressure::unevenness>(step, 0, [&](uint32_t i, const Vec3& near, const Vec3& walls) {
        velocity[i] -= near + walls;
        wall_force[i] -= (mass[i] / step.kick) * walls;
    });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <cmath>

#include "neighbours/particle_loop.h"

namespace panta {

HWY_EXPORT(take_unevenness);

void attach_calming(Particles& particles) {
    particles.declare(pressure::calmed_part);
    particles.declare(pressure::unevenness);
}

void calm(const Step& step, Real resolution) {
    constexpr Real most = Real(0.95);  // theta
    constexpr int times = 3;           // with two, tanks at rest boil sooner
    const auto p = step.particles[fields::pressure], mass = step.particles[fields::mass];
    if (p.empty()) return;
    const Real volume = step.particles[fields::volume][0], density = step.matter.lightest;
    const Real dx = step.neighbours.smoothing().dimension == 2 ? std::sqrt(volume) : std::cbrt(volume);
    const Real rate = resolution * dx / step.dt;
    const Real resolved = density * rate * rate;  // the pressure at which r = 1

    const auto c = step.particles[fields::compression];
    const auto part = step.particles.edit(pressure::calmed_part);
    const auto uneven = step.particles.edit(pressure::unevenness);
    for_each_index(p.size(), step.threads, [&](size_t i) {
        const bool is_held = step.matter.has_weight(mass[i], volume);  // and goes where the inflow wants
        const Real r2 = is_held ? 0 : p[i] / resolved;
        const Real theta = r2 > 1 ? std::min((2 * r2 - 2) / (2 * r2 - 1), most) : 0;
        part[i] = std::sqrt(std::sqrt(theta) / std::max(Real(1), c[i]));
        uneven[i] = {};
    });
    for (int time = 0; time < times; ++time) HWY_DYNAMIC_DISPATCH(take_unevenness)(step);
}

}  // namespace panta
#endif
