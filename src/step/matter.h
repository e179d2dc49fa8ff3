// Masses and volumes at rest that follow tracks. A particle is sampled with a volume V0 and keeps it:
//
//     m = density V0,    V = volume V0 S(1) / S(volume)
//
// So a keyed density makes a particle lighter or heavier where it is, and a keyed volume makes it grow or shrink while
// its mass stays (VOL: Shinkawa and Kawaguchi 2013). Support radii stay. Nothing else is needed: compression and
// pressure are sums of volumes, which is VOL (8) to (10) with phi_i = c_i / V_i. S(v) is the sum of V W over a lattice
// of cells of v V0: kernels that reach over fewer spacings no longer sum up to the same. A fluid at twice its volume
// would sum up 1.04 where it should be at rest, and grow until it is one.
#pragma once

#include <limits>

#include "kernels/lattice_table.h"
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

/// Whether all particles have the same volume and the same mass, so that sums need not read them at neighbours.
bool are_alike(const Particles& particles, const Threads& threads);
/// What particles are, without the weight that solvers see of what inflows hold (held_weight.h).
struct Matter {
    bool is_alike = true;
    Real lightest = std::numeric_limits<Real>::infinity(), heaviest = 0;  // m / V, kg/m^3; these are of nobody

    /// Whether a solver sees a particle of like matter with the weight of what inflows hold.
    bool has_weight(Real mass, Real volume) const { return mass > 2 * heaviest * volume; }
};
Matter look_at_matter(const Particles& particles, const Threads& threads);
/// Whether tracks ever change masses or volumes.
bool changes_matter(const Tracks& tracks);
/// Gives the particles of bodies that key them their masses and volumes, as the tracks were evaluated. The table is
/// S(1) / S.
MatterChange follow_matter(Particles& particles, const Tracks& tracks, const LatticeTable& volume_in_sums,
                           const Threads& threads);

}  // namespace panta
