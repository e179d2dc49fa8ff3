// Loops over single particles, and sums and maxima over them. With the pair loops of pair_loop-inl.h these are the only
// loops over particles; results do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/threads.h"

namespace panta {

/// Particles per task of a loop over single particles: fixed, so that sums have one order.
inline constexpr size_t particle_block = 4096;

/// Calls body(i) for all i in [0, count).
template <class Body>
void for_each_index(size_t count, const Threads& threads, const Body& body) {
    threads.for_blocks(count, particle_block, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) body(i);
    });
}

/// The largest value(i), or 0 if there is none above. NaN counts as infinitely large, so that it is not overlooked.
template <class Value>
float maximum_over(size_t count, const Threads& threads, const Value& value) {
    const auto larger = [](float a, float b) { return b > a || b != b ? b : a; };
    return threads.reduce_blocks(
        count, particle_block, 0.f,
        [&](size_t begin, size_t end) {
            float largest = 0;
            for (size_t i = begin; i < end; ++i) largest = larger(largest, value(i));
            return largest;
        },
        larger);
}

/// The sum of value(i), in an order that depends on the number of particles only. Sum has a zero and +=.
template <class Sum, class Value>
Sum sum_over(size_t count, const Threads& threads, const Value& value) {
    return threads.reduce_blocks(
        count, particle_block, Sum{},
        [&](size_t begin, size_t end) {
            Sum part{};
            for (size_t i = begin; i < end; ++i) part += value(i);
            return part;
        },
        [](Sum a, const Sum& b) { return a += b; });
}

/// The indices, ascending, for which is_in(i) holds.
template <class Predicate>
std::vector<uint32_t> indices_where(size_t count, const Threads& threads, const Predicate& is_in) {
    return threads.reduce_blocks(
        count, particle_block, std::vector<uint32_t>{},
        [&](size_t begin, size_t end) {
            std::vector<uint32_t> part;
            for (size_t i = begin; i < end; ++i)
                if (is_in(i)) part.push_back(uint32_t(i));
            return part;
        },
        [](std::vector<uint32_t> all, const std::vector<uint32_t>& part) {
            all.insert(all.end(), part.begin(), part.end());
            return all;
        });
}

}  // namespace panta
