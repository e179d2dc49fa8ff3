// An inflow: layers of particles that leave a flat pattern at a given speed.
//
// Layer k leaves when the flow has gone k layer distances, the integral of its speed from the start. What is due at a
// time depends on that time alone, not on the steps taken, so emission is the same for every choice of dt. A particle
// keeps the speed of its inflow until it is one support radius away from the opening: pressure must not push it back
// into the layer that follows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "particles/particles.h"
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

    /// How far the flow has gone at a time, m.
    double gone(double time) const { return speed.integral(start, time); }
    /// When it had gone so far, at `last` at the latest.
    double when(double way, double last) const {
        if (speed.is_constant()) return start + way / speed.constant;
        double early = start, late = last;
        for (int halving = 0; halving < 60; ++halving) {
            const double middle = (early + late) / 2;
            (gone(middle) < way ? early : late) = middle;
        }
        return late;
    }
    /// Appends the layers that are due at `time`.
    Emission emit(Particles& particles, double time) {
        Emission added;
        for (;; ++layers) {
            const double due = double(layers) * layer_distance, last = std::min(time, stop);
            if (last < start || gone(last) < due || (layers == 0 && !(speed.at(last) > 0))) return added;
            const double leaves = when(due, last);
            const Real now = speed.at(leaves);
            const size_t first = particles.append(pattern.size());
            const Vec3 travelled = direction * Real((time - leaves) * now);
            const auto x = particles.edit(fields::position), v = particles.edit(fields::velocity);
            for (size_t k = 0; k < pattern.size(); ++k) {
                x[first + k] = pattern[k] + travelled;
                v[first + k] = direction * now;
            }
            const auto fill = [&](const auto& field, auto value) {
                std::ranges::fill(particles.edit(field).subspan(first), value);
            };
            fill(fields::body, body);
            fill(fields::mass, mass);
            fill(fields::volume, volume);
            fill(fields::support, support);
            fill(fields::held_until, now > 0 ? Real(leaves + support / now) : Real(time));
            added.particles += pattern.size();
            added.speeds += double(pattern.size()) * now;
        }
    }
};

}  // namespace panta
