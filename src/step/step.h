// What a pass sees of the current time step, and the fields that belong to the step itself.
#pragma once

#include "base/threads.h"
#include "neighbours/neighbours.h"
#include "particles/particles.h"
#include "step/matter.h"
#include "step/pace.h"
#include "tracks/tracks.h"

namespace panta {

namespace fields {
/// Sum of all forces but pressure, per mass.
inline constexpr Field<Vec3> acceleration{"step.acceleration", "m/s^2", {}, Lifetime::scratch};
/// The velocity that the step arrives at; it becomes the velocity when the step is accepted.
inline constexpr Field<Vec3> predicted_velocity{"step.predicted_velocity", "m/s", {}, Lifetime::scratch};
/// Where the predicted velocity leads.
inline constexpr Field<Vec3> predicted_position{"step.predicted_position", "m", {}, Lifetime::scratch};
/// What particles are moved by besides their velocity; declared by who shifts them.
inline constexpr Field<Vec3> shift{"step.shift", "m", {}, Lifetime::scratch};
/// Force that walls exert on the particle.
inline constexpr Field<Vec3> wall_force{"step.wall_force", "N", {}, Lifetime::scratch};
/// c = sum of V_j W_ij: 1 at rest, more when compressed.
inline constexpr Field<Real> compression{"compression", "1", 1};
/// c at the predicted positions.
inline constexpr Field<Real> predicted_compression{"step.predicted_compression", "1", 1, Lifetime::scratch};
/// p.
inline constexpr Field<Real> pressure{"pressure", "Pa", 0};
}  // namespace fields

/// One time step, as passes see it. Until a step is accepted, passes write scratch fields only (compression and
/// pressure with its kept terms, which the next attempt finds anew, excepted), so that a rejected step is simply tried
/// again.
struct Step {
    Particles& particles;
    const Particles& walls;
    const Neighbours& neighbours;
    const Threads& threads;
    const Tracks& tracks;
    double time = 0;    // s, at the start of the step
    Real dt = 0;        // s
    Real kick = 0;      // s, what accelerations are multiplied with: dt, or the mean of two steps for leapfrog
    Vec3 gravity = {};  // m/s^2
    Pace pace = {};     // of the velocities at the start of the step
    Matter matter = {};
    int attempt = 1;          // more than one: the step was rejected with a longer dt
    Real at_rest = 1;         // S, the sum of V W on the lattice at rest
    Real slopes_at_rest = 0;  // the sum of V^2 |grad W|^2 there
};

}  // namespace panta
