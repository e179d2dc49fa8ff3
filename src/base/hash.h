// A 64-bit hash of bytes, used to compare states of a world. Not cryptographic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace panta {

/// Stirs the bits of one word (the finaliser of splitmix64, Steele et al. 2014).
constexpr uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// Hash of `bytes` bytes at `data`, continuing from `seed`.
inline uint64_t hash_bytes(const void* data, size_t bytes, uint64_t seed = 0) {
    const auto* p = static_cast<const unsigned char*>(data);
    uint64_t hash = mix(seed + bytes * 0x9e3779b97f4a7c15ULL);
    for (; bytes >= 8; p += 8, bytes -= 8) {
        uint64_t word;
        std::memcpy(&word, p, 8);
        hash = mix(hash ^ word) + 0x9e3779b97f4a7c15ULL;
    }
    uint64_t rest = 0;
    if (bytes > 0) std::memcpy(&rest, p, bytes);  // an empty range may have no address
    return mix(hash ^ rest);
}

}  // namespace panta
