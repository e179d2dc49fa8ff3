// The kernel gradients of all pairs of particles, kept by one pass for the passes after it.
//
// A pressure solver sums over the same pairs dozens of times while positions stand still. The pass that measures
// compression computes every gradient anyway; kept, the later passes read them one after the other and load of their
// neighbours only what they need, which takes half the time (docs/explanation/speed.md).
//
// Gradients are kept in half precision, six bytes a pair, in a unit that makes them numbers of about one. Rounding is
// the same for both particles of a pair, so grad W_ij = -grad W_ji holds exactly and forces made of them conserve
// momentum like others; each is off by up to 2^-11 of itself.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "neighbours/neighbour_list.h"

namespace panta {

class PairGradients {
public:
    /// Makes room for all pairs of `list`. The unit fits kernels of the given support radius and wider ones.
    void prepare(const NeighbourList& list, Real smallest_support, int dimension);

    /// Kept gradients are multiples of this, in 1/m^(d+1).
    Real unit() const { return unit_; }
    /// Half floats of block `b`: for every eight entries of its list eight x, eight y and eight z.
    uint16_t* block(size_t b) const { return b < blocks_.size() ? blocks_[b].halves.get() : nullptr; }
    size_t memory() const;

private:
    struct Block {
        size_t capacity = 0;
        std::unique_ptr<uint16_t[]> halves;
    };
    std::vector<Block> blocks_;
    Real unit_ = 1;
};

}  // namespace panta
