// Walls whose numbers (friction, temperature) follow keys over time.
#pragma once

#include <vector>

#include "neighbours/particle_loop.h"
#include "tracks/keyed.h"

namespace panta {

/// One field of the particles of one boundary.
struct WallKey {
    Field<Real> field;
    uint32_t boundary = 0;
    Keyed<Real> value;
};

/// Gives walls what their keys say at a time.
inline void follow_keys(Particles& walls, const std::vector<WallKey>& keys, double time, const Threads& threads) {
    for (const WallKey& key : keys) {
        const Real now = key.value.at(time);
        const auto boundary = walls[fields::body];
        const auto values = walls.edit(key.field);
        for_each_index(values.size(), threads, [&](size_t j) {
            if (boundary[j] == key.boundary) values[j] = now;
        });
    }
}

}  // namespace panta
