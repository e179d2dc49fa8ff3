// An inflow: layers of particles that leave a flat pattern at a given speed.
//
// Layer k leaves at start + k * layer_distance / speed. What is due at a time depends on that time alone, not on the
// steps taken, so emission is the same for every choice of dt. A particle keeps the speed of its inflow until it is one
// support radius away from the opening: pressure must not push it back into the layer that follows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "particles/particles.h"

namespace panta {

namespace fields {
/// Time (s) until which a particle keeps the velocity with which it came in.
inline constexpr Field<Real> held_until{"inflow.held_until", "s", 0, Lifetime::internal};
}  // namespace fields

struct Inflow {
    std::vector<Vec3> pattern;                                         // positions of one layer
    Vec3 direction;                                                    // unit vector
    Real speed = 0;                                                    // m/s
    Real layer_distance = 0;                                           // m
    double start = 0, stop = std::numeric_limits<double>::infinity();  // s
    uint32_t body = 0;
    Real mass = 0, volume = 0, support = 0;  // of each particle
    uint64_t layers = 0;                     // emitted so far

    /// Appends the layers that are due at `time`; returns how many particles that were.
    size_t emit(Particles& particles, double time) {
        size_t added = 0;
        for (;; ++layers) {
            const double leaves = start + double(layers) * layer_distance / speed;
            if (leaves > time || leaves > stop) return added;
            const size_t first = particles.append(pattern.size());
            const Vec3 travelled = direction * Real((time - leaves) * speed);
            const auto x = particles.edit(fields::position), v = particles.edit(fields::velocity);
            for (size_t k = 0; k < pattern.size(); ++k) {
                x[first + k] = pattern[k] + travelled;
                v[first + k] = direction * speed;
            }
            const auto fill = [&](const auto& field, auto value) {
                std::ranges::fill(particles.edit(field).subspan(first), value);
            };
            fill(fields::body, body);
            fill(fields::mass, mass);
            fill(fields::volume, volume);
            fill(fields::support, support);
            fill(fields::held_until, Real(leaves + support / speed));
            added += pattern.size();
        }
    }
};

}  // namespace panta
