#include "step/matter.h"

#include "neighbours/particle_loop.h"

namespace panta {

bool changes_matter(const Tracks& tracks) {
    for (size_t body = 0; body < tracks.bodies(); ++body)
        if (tracks.is_keyed(matter::density, body) || tracks.is_keyed(matter::volume, body)) return true;
    return false;
}

MatterChange follow_matter(Particles& particles, const Tracks& tracks, const LatticeTable& volume_in_sums,
                           const Threads& threads) {
    const PropertyValues<Real> densities = tracks[matter::density], factors = tracks[matter::volume];
    const auto body = particles[fields::body];
    const auto velocity = particles[fields::velocity];
    const auto mass = particles.edit(fields::mass), volume = particles.edit(fields::volume),
               sampled = particles.edit(fields::sampled_volume);
    return sum_over<MatterChange>(mass.size(), threads, [&](size_t i) {
        if (sampled[i] == 0) sampled[i] = volume[i];
        MatterChange change;
        if (tracks.is_keyed(matter::density, body[i])) {
            const Real keyed = densities[i] * sampled[i];
            change.mass = double(keyed) - mass[i];
            change.momentum = scaled(velocity[i], change.mass);
            mass[i] = keyed;
        }
        if (tracks.is_keyed(matter::volume, body[i])) {
            const Real keyed = factors[i] * volume_in_sums(factors[i]) * sampled[i];
            change.volume = double(keyed) - volume[i];
            volume[i] = keyed;
        }
        return change;
    });
}

}  // namespace panta
