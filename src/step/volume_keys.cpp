#include "step/volume_keys.h"

#include <algorithm>

#include "neighbours/particle_loop.h"

namespace panta {

double KeyedVolume::factor(double time) const {
    if (keys.empty()) return 1;
    const auto after = std::ranges::upper_bound(keys, time, {}, &VolumeKey::time);
    if (after == keys.begin()) return keys.front().factor;
    if (after == keys.end()) return keys.back().factor;
    const VolumeKey &a = after[-1], &b = *after;
    return a.factor + (time - a.time) / (b.time - a.time) * (double(b.factor) - a.factor);
}

double key_volumes(Particles& particles, std::span<const KeyedVolume> bodies, double time, const Threads& threads) {
    if (std::ranges::all_of(bodies, [](const KeyedVolume& body) { return body.keys.empty(); })) return 0;
    std::vector<double> per_mass;  // volume over mass; 0: it stays
    for (const KeyedVolume& body : bodies)
        per_mass.push_back(body.keys.empty() ? 0 : body.factor(time) / double(body.density));
    const auto mass = particles[fields::mass];
    const auto of = particles[fields::body];
    const auto volume = particles.edit(fields::volume);
    return sum_over<double>(volume.size(), threads, [&](size_t i) {
        if (per_mass[of[i]] == 0) return 0.;
        const Real keyed = Real(per_mass[of[i]] * mass[i]), before = volume[i];
        volume[i] = keyed;
        return double(keyed) - before;
    });
}

}  // namespace panta
