// A stable, parallel sort of particles by cell key whose result does not depend on the number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"

namespace panta {

/// Sorts keys ascending together with the indices that come with them; only the lowest `bits` bits differ.
class RadixSort {
public:
    void sort(std::vector<uint64_t>& keys, std::vector<uint32_t>& order, int bits, const Threads& threads);

private:
    std::vector<uint64_t> spare_keys_;
    std::vector<uint32_t> spare_order_;
    std::vector<uint32_t> counts_;
};

}  // namespace panta
