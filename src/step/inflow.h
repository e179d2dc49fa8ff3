// An inflow: layers of particles that leave a flat pattern at a given speed.
//
// Layer k leaves when the flow has gone k layer distances, the integral of its speed from the start. What is due at a
// time depends on that time alone, not on the steps taken, so emission is the same for every choice of dt. A particle
// keeps the speed of its inflow until it is one support radius away from the opening: pressure must not push it back
// into the layer that follows. That goes for whatever gets there; and no particle comes in where there is one already.
// So an opening under water pushes water away, and what flows up to it from behind comes in instead of new particles.
//
// An opening may turn, as a nozzle does: about its centre c, with an angular velocity w. What leaves it at the point x
// goes with it,
//
//     velocity = speed direction + w x (x - c)
//
// so that one layer is a layer distance away when the next one leaves, on the side that swings forward as on the one
// that swings back: as much comes in as if it rested. Then it flies straight on.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/threads.h"
#include "particles/particles.h"
#include "step/totals.h"
#include "tracks/keyed.h"
#include "tracks/turning.h"

namespace panta {

namespace fields {
/// Time (s) until which a particle keeps the velocity with which it came in.
inline constexpr Field<Real> held_until{"inflow.held_until", "s", 0, Lifetime::internal};
}  // namespace fields

/// What came in.
struct Emission {
    size_t particles = 0;
    Sum3 momentum;  // kg m/s
};

/// Where particles come in at some time.
struct Opening {
    std::vector<Vec3> places;  // of one layer
    Vec3 direction;            // unit vector
    Vec3 centre, turn;         // turns about this point by so much, rad/s

    /// The velocity of what leaves from a point of it.
    Vec3 flow(Real speed, const Vec3& point) const { return direction * speed + cross(turn, point - centre); }
};

struct Inflow {
    Opening opening;                                                   // before it turns
    Turning turning;                                                   // of the opening, about its centre
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
    /// The opening as it is turned at `time`.
    Opening opening_at(double time) const;

private:
    double gone(double time) const;
    double when(double way, double last) const;
    Real held_way(double time, Real now) const;
};

}  // namespace panta
