// Masses and volumes at rest that follow tracks. A particle is sampled with a volume V0 and keeps it:
//
//     m = density V0,    V = volume V0
//
// So a keyed density makes a particle lighter or heavier where it is, and a keyed volume makes it grow or shrink while
// its mass stays (VOL: Shinkawa and Kawaguchi 2013). Support radii stay. Nothing else is needed: compression and
// pressure are sums of volumes, which is VOL (8) to (10) with phi_i = c_i / V_i.
#pragma once

#include "particles/particles.h"
#include "step/totals.h"
#include "tracks/tracks.h"

namespace panta {

namespace fields {
/// V0; zero until the particle is first looked at. Declared where a body keys its density or its volume.
inline constexpr Field<Real> sampled_volume{"step.sampled_volume", "m^3", 0, Lifetime::internal};
}  // namespace fields

/// By how much sums over all particles changed.
struct MatterChange {
    double mass = 0, volume = 0;  // kg, m^3
    Sum3 momentum;                // kg m/s, of the mass that came or went
    MatterChange& operator+=(const MatterChange& b) {
        momentum += b.momentum;
        return mass += b.mass, volume += b.volume, *this;
    }
};

/// Whether tracks ever change masses or volumes.
bool changes_matter(const Tracks& tracks);
/// Gives the particles of bodies that key them their masses and volumes, as the tracks were evaluated.
MatterChange follow_matter(Particles& particles, const Tracks& tracks, const Threads& threads);

}  // namespace panta
