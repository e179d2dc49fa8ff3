// Counter-based randomness: the same seed, particle id and counter give the same number on every thread and after a
// resume, because there is no hidden state.
#pragma once

#include <cstdint>

#include "base/hash.h"
#include "base/vec.h"

namespace panta {

class Random {
public:
    explicit constexpr Random(uint64_t seed) : seed_(mix(seed + 0x9e3779b97f4a7c15ULL)) {}

    /// A uniform number in [0, 1) that depends on the seed, `id` and `counter` alone.
    constexpr Real uniform(uint64_t id, uint64_t counter) const {
        return Real(bits(id, counter) >> 40) * Real(0x1p-24);
    }
    /// A uniform point of the cube [-1, 1)^3.
    constexpr Vec3 in_cube(uint64_t id, uint64_t counter) const {
        return {2 * uniform(id, 3 * counter) - 1, 2 * uniform(id, 3 * counter + 1) - 1,
                2 * uniform(id, 3 * counter + 2) - 1};
    }
    constexpr uint64_t bits(uint64_t id, uint64_t counter) const {
        return mix(mix(seed_ ^ (id * 0xd1342543de82ef95ULL)) + counter * 0x9e3779b97f4a7c15ULL);
    }

private:
    uint64_t seed_;
};

}  // namespace panta
