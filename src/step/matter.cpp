#include "step/matter.h"

#include <algorithm>
#include <vector>

#include "neighbours/particle_loop.h"

namespace panta {

namespace {

/// A body may also be given another volume than it is sampled with, once and for all.
bool has_own_volume(const Tracks& tracks, size_t body) {
    return tracks.is_keyed(matter::volume, body) || initial_value(tracks.track(body), matter::volume) != 1;
}

}  // namespace

bool are_alike(const Particles& particles, const Threads& threads) {
    const auto volume = particles[fields::volume], mass = particles[fields::mass];
    return maximum_over(volume.size(), threads,
                        [&](size_t i) { return Real(volume[i] != volume[0] || mass[i] != mass[0]); }) == 0;
}

Matter look_at_matter(const Particles& particles, const Threads& threads) {
    const auto volume = particles[fields::volume], mass = particles[fields::mass];
    if (volume.empty()) return {};
    if (are_alike(particles, threads)) return {true, mass[0] / volume[0], mass[0] / volume[0]};
    return {false, 1 / maximum_over(volume.size(), threads, [&](size_t i) { return volume[i] / mass[i]; }),
            maximum_over(volume.size(), threads, [&](size_t i) { return mass[i] / volume[i]; })};
}

bool changes_matter(const Tracks& tracks) {
    for (size_t body = 0; body < tracks.bodies(); ++body)
        if (tracks.is_keyed(matter::density, body) || has_own_volume(tracks, body)) return true;
    return false;
}

MatterChange follow_matter(Particles& particles, const Tracks& tracks, const LatticeTable& volume_in_sums,
                           const Threads& threads) {
    const PropertyValues<Real> densities = tracks[matter::density], factors = tracks[matter::volume];
    const auto body = particles[fields::body];
    const auto velocity = particles[fields::velocity];
    const auto mass = particles.edit(fields::mass), sampled = particles.edit(fields::sampled_volume);
    std::vector<bool> own_mass, own_volume;
    for (size_t b = 0; b < tracks.bodies(); ++b) {
        own_mass.push_back(tracks.is_keyed(matter::density, b));
        own_volume.push_back(has_own_volume(tracks, b));
    }
    // Who follows volumes looks at all of them again after an edit.
    const bool any_own = std::ranges::find(own_volume, true) != own_volume.end();
    const std::span<Real> keyed_volume = any_own ? particles.edit(fields::volume) : std::span<Real>();
    const auto volume = particles[fields::volume];
    return sum_over<MatterChange>(mass.size(), threads, [&](size_t i) {
        if (sampled[i] == 0) sampled[i] = volume[i];
        MatterChange change;
        if (own_mass[body[i]]) {
            const Real keyed = densities[i] * sampled[i];
            change.mass = double(keyed) - mass[i];
            change.momentum = scaled(velocity[i], change.mass);
            mass[i] = keyed;
        }
        if (own_volume[body[i]]) {
            const Real keyed = factors[i] * volume_in_sums(factors[i]) * sampled[i];
            change.volume = double(keyed) - volume[i];
            keyed_volume[i] = keyed;
        }
        return change;
    });
}

}  // namespace panta
