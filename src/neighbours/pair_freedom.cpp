#include "neighbours/pair_freedom.h"

namespace panta {

void PairFreedom::make_room(const NeighbourList& list) {
    const auto blocks = list.blocks();
    if (own_.size() < blocks.size()) own_.resize(blocks.size());
    values_.resize(blocks.size());
    size_t largest = 0;
    for (const NeighbourList::Block& block : blocks) largest = std::max(largest, size_t(block.size));
    if (ones_.size() < largest) ones_.assign(largest + largest / 8, 1);
}

size_t PairFreedom::memory() const {
    size_t bytes = ones_.capacity() * sizeof(Real) + values_.capacity() * sizeof(const Real*);
    for (const std::vector<Real>& values : own_) bytes += sizeof(values) + values.capacity() * sizeof(Real);
    return bytes;
}

}  // namespace panta
