// An inflow: layers of particles that leave a flat pattern at a given speed.
//
// Layer k leaves when the flow has gone k layer distances, the integral of its speed from the start. What is due at a
// time depends on that time alone, not on the steps taken, so emission is the same for every choice of dt. A particle
// keeps the speed of its inflow until it is one support radius away from the opening: pressure must not push it back
// into the layer that follows. That goes for whatever gets there; and no particle comes in where there is one already.
// So an opening under water pushes water away, and what flows up to it from behind comes in instead of new particles.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/threads.h"
#include "particles/particles.h"
#include "step/totals.h"
#include "tracks/keyed.h"

namespace panta {

namespace fields {
/// Time (s) until which a particle keeps the velocity with which it came in.
inline constexpr Field<Real> held_until{"inflow.held_until", "s", 0, Lifetime::internal};
}  // namespace fields

/// What came in.
struct Emission {
    size_t particles = 0;
    double speeds = 0;  // m/s, the sum over them
};

struct Inflow {
    std::vector<Vec3> pattern;                                         // positions of one layer
    Vec3 direction;                                                    // unit vector
    Keyed<Real> speed = 0;                                             // m/s, over time
    Real layer_distance = 0;                                           // m
    double start = 0, stop = std::numeric_limits<double>::infinity();  // s
    uint32_t body = 0;
    Real mass = 0, volume = 0, support = 0;  // of each particle
    uint64_t layers = 0;                     // emitted so far

    /// Appends what is due at `time`.
    Emission emit(Particles& particles, double time, const Threads& threads);
    /// Makes what is before the opening at `time` go with the flow; returns the momentum that this takes.
    Sum3 take_along(Particles& particles, double time, const Threads& threads) const;

private:
    double gone(double time) const;
    double when(double way, double last) const;
    std::vector<Vec3> free_places(const Particles& particles, const Vec3& travelled, const Threads& threads) const;
};

}  // namespace panta
