// An inflow: layers of particles that leave a flat pattern at a given speed.
//
// Layer k leaves at start + k * layer_distance / speed. What is due at a time depends on that time alone, not on the
// steps taken, so emission is the same for every choice of dt.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "particles/particles.h"

namespace panta {

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
            for (size_t k = 0; k < pattern.size(); ++k) {
                particles.edit(fields::position)[first + k] = pattern[k] + travelled;
                particles.edit(fields::velocity)[first + k] = direction * speed;
                particles.edit(fields::body)[first + k] = body;
                particles.edit(fields::mass)[first + k] = mass;
                particles.edit(fields::volume)[first + k] = volume;
                particles.edit(fields::support)[first + k] = support;
            }
            added += pattern.size();
        }
    }
};

}  // namespace panta
