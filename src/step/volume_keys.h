// Volumes at rest that follow keys over time (VOL: Shinkawa and Kawaguchi 2013). Masses and support radii stay, so
// fluid gets lighter as it grows. Nothing else is needed: compression and pressure are sums of volumes, which is VOL
// (8) to (10) with phi_i = c_i / V_i.
#pragma once

#include <span>
#include <vector>

#include "base/parameters.h"
#include "particles/particles.h"

namespace panta {

/// What part of the volume that was sampled a body has at a time; linear from key to key.
struct VolumeKey {
    double time = 0;  // s
    Real factor = 1;
};

template <class Visitor>
void visit(Visitor& v, VolumeKey& p) {
    v("time", p.time, {.unit = "s", .min = 0, .max = 1e9, .doc = "When the volume is that", .required = true});
    v("factor", p.factor,
      {.unit = "1", .min = 0.1, .max = 8, .doc = "Volume at rest, over the one sampled", .required = true});
}

/// The keys of one body, and the density at which it was sampled.
struct KeyedVolume {
    std::vector<VolumeKey> keys;  // ascending in time; none: the volume stays
    Real density = 0;             // kg/m^3

    /// Before the first key and after the last the volume is theirs.
    double factor(double time) const;
};

/// Gives the particles of bodies with keys their volumes at a time; returns by how much the sum of all grew, m^3.
double key_volumes(Particles& particles, std::span<const KeyedVolume> bodies, double time, const Threads& threads);

}  // namespace panta
