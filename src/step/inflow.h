// An inflow: layers of particles that leave a flat pattern at a given speed.
//
// The flow is a column of layers behind the opening that advances like a piston. How far it should have gone is the
// integral of its speed from the start; how far it has gone is that less the way it waited for want of room. Layer k
// leaves when it has gone k layer distances. While there is room, what is due at a time depends on that time alone, not
// on the steps taken, so emission is the same for every choice of dt. What has left goes at the present speed of the
// flow until it is one support radius away from the opening, or until it is pressed: then pressure may move all but the
// last layer, which no pressure must push back into the one that follows. While the flow stands still it is free.
//
// No particle comes in where there is one already, and what is pressed together before the opening makes the flow wait.
// Others are kept out of the places of the next layer: water around a jet would fill them from behind and from the
// side, and go round with the jet while nothing new came in.
//
// An opening may turn, as a nozzle does: about its centre c, with an angular velocity w. What leaves it at the point x
// goes with it,
//
//     velocity = speed direction + w x (x - c)
//
// so that one layer is a layer distance away when the next one leaves, on the side that swings forward as on the one
// that swings back: as much comes in as if it rested. Then it flies straight on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/threads.h"
#include "particles/particles.h"
#include "step/step.h"
#include "step/totals.h"
#include "tracks/keyed.h"
#include "tracks/turning.h"

namespace panta {

namespace fields {
/// The inflow that a particle goes with, counted from one; zero: none, it is free.
inline constexpr Field<uint32_t> held_by{"inflow.held_by", "1", 0, Lifetime::internal};
/// How far it still goes with it.
inline constexpr Field<Real> way_left{"inflow.way_left", "m", 0, Lifetime::internal};
/// Its velocity in parts of the speed of the flow: the direction of the opening when it left, and its swing.
inline constexpr Field<Vec3> course{"inflow.course", "1", {}, Lifetime::internal};
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

    /// The velocity of what leaves from a point of it, in parts of the speed. What swings faster than it flows is
    /// slowed down to that: it flies straight on, and would be flung off.
    Vec3 course(Real speed, const Vec3& point) const {
        const Vec3 swing = cross(turn, point - centre);
        const Real fastest = std::max(speed, norm(swing));
        return fastest > 0 ? direction + swing / fastest : direction;
    }
};

/// What an inflow remembers from step to step; a checkpoint saves it as it is.
struct InflowState {
    uint64_t layers = 0;     // that were due so far
    uint64_t delivered = 0;  // particles
    double waited = 0;       // m that the flow did not go, for want of room
};

struct Inflow : InflowState {
    Opening opening;                                                   // before it turns
    Turning turning;                                                   // of the opening, about its centre
    Keyed<Real> speed = 0;                                             // m/s, over time
    Real layer_distance = 0;                                           // m
    double start = 0, stop = std::numeric_limits<double>::infinity();  // s
    uint32_t body = 0;
    Real mass = 0, volume = 0, support = 0;  // of each particle
    uint32_t number = 1;                     // among the inflows of the world, from one
    std::vector<uint32_t> solids;            // bodies that it leaves alone: what bonds hold does not step aside

    /// Appends what is due at `time`, lets go of what has gone far enough, and holds for a step what would come into
    /// the places of the next layer. `makes_room`: what is in these places already steps aside. Then a layer may start
    /// amid fluid at rest, a shock that wcsph answers by throwing particles out at 16 m/s.
    Emission emit(Particles& particles, double time, bool makes_room, const Threads& threads);
    /// Whether the flow moves at `time`.
    bool flows(double time) const;
    /// Advances the flow by a step, if there is room: sets the predicted velocities of what it holds; returns the
    /// momentum that this takes.
    Sum3 drive(const Step& step);
    /// Particles that should have come in until `time`, had there been room.
    uint64_t asked(double time) const;
    /// The opening as it is turned at `time`.
    Opening opening_at(double time) const;

private:
    bool flows_on(double time) const;
    double gone(double time) const;
    double when(double way, double last) const;
    uint64_t due(double time, double held_up) const;
    void emit_layer(Particles& particles, double time, double leaves, Emission& added, const Threads& threads);
    void follow_column(Particles& particles, const Opening& out, const Threads& threads) const;
    void hold_and_release(Particles& particles, double time, bool makes_room, const Threads& threads) const;
    Real measure_room(const Step& step) const;
};

}  // namespace panta
