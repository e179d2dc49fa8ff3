#include "neighbours/pair_gradients.h"

#include <cmath>

namespace panta {

void PairGradients::prepare(const NeighbourList& list, Real smallest_support, int dimension) {
    unit_ = std::pow(smallest_support, Real(-1 - dimension));
    const auto blocks = list.blocks();
    if (blocks_.size() < blocks.size()) blocks_.resize(blocks.size());
    for (size_t b = 0; b < blocks.size(); ++b) {
        const size_t wanted = 3 * size_t(blocks[b].size);
        if (blocks_[b].capacity >= wanted) continue;
        blocks_[b].capacity = wanted + wanted / 8;
        blocks_[b].halves.reset(new uint16_t[blocks_[b].capacity]);
    }
}

size_t PairGradients::memory() const {
    size_t bytes = blocks_.capacity() * sizeof(Block);
    for (const Block& block : blocks_) bytes += block.capacity * sizeof(uint16_t);
    return bytes;
}

}  // namespace panta
