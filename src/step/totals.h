// Book-keeping of what must be conserved: mass, and momentum up to the impulses of gravity and walls.
#pragma once

#include <cstdint>

#include "base/vec.h"

namespace panta {

/// A vector in double precision, for sums over many particles.
struct Sum3 {
    double x = 0, y = 0, z = 0;
    Sum3& operator+=(const Sum3& b) { return x += b.x, y += b.y, z += b.z, *this; }
    friend Sum3 operator-(const Sum3& a, const Sum3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    double norm() const { return std::sqrt(x * x + y * y + z * z); }
};

inline Sum3 scaled(const Vec3& a, double s) { return {a.x * s, a.y * s, a.z * s}; }

/// What went into and out of a world since it started.
struct Totals {
    double mass = 0;                    // kg there should be: at the start, plus emitted, less removed
    double volume = 0;                  // m^3, likewise
    Sum3 momentum;                      // kg m/s there should be, impulses of gravity and walls included
    double largest_sum_of_momenta = 0;  // kg m/s, the scale on which momentum is judged
    uint64_t removed = 0;               // particles that left the domain or went down an outflow
    double removed_mass = 0;            // kg, of these
    uint64_t retried_steps = 0;
    uint64_t collisions = 0;  // stopped at a wall by continuous collision
};

/// Deviations from what should be, relative.
struct Energy {
    double kinetic = 0, potential = 0;  // J; of gravity, zero at the origin
    Energy& operator+=(const Energy& b) { return kinetic += b.kinetic, potential += b.potential, *this; }
};

struct Balance {
    double mass_drift = 0;
    double momentum_drift = 0;
    double volume_drift = 0;
};

}  // namespace panta
