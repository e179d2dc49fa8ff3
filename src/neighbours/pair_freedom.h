// How far the particles of each pair press on each other.
//
// Pairs of particles press on each other where they crowd, unless something else sets their distance: bonds do, and
// what bonds hold apart must not be held apart a second time. Every entry of the neighbour lists has a freedom f: one
// for pairs that press as all do, zero for those that bonds alone hold. A held pair adds to the sum of volumes what it
// did when it was bonded, wherever it is now. In place of V_j W_ij a sum over volumes has
//
//     f_ij V_j W_ij + (1 - f_ij) V_j W(r0_ij),      r0 distance at rest
//
// the gradient of which is f_ij V_j grad W_ij. The second part is a number of the particle, fields::held. Freedom is
// the same for both particles of a pair, so that forces made of such gradients conserve momentum.
//
// Who owns bonds sets the freedom of pairs in every step (Stage::transition); in a step without bonds nobody does.
#pragma once

#include <algorithm>
#include <vector>

#include "neighbours/bond_list.h"
#include "neighbours/neighbour_list.h"

namespace panta {

namespace fields {
/// The sum of (1 - f_ij) V_j W(r0_ij).
inline constexpr Field<Real> held{"bonds.held", "1", 0, Lifetime::scratch};
}  // namespace fields

/// fields::held; zero where nothing is held.
template <bool held>
class HeldSums {
public:
    explicit HeldSums(const Particles& particles) {
        if constexpr (held) sums_ = particles[fields::held];
    }
    Real operator[](size_t i) const {
        if constexpr (held)
            return sums_[i];
        else
            return 0;
    }

private:
    std::span<const Real> sums_;
};

/// The partners of one particle, for the question who is one: a hash table with open addresses.
class PartnerSet {
public:
    void assign(const BondList& bonds, const BondRow& row) {
        size_t size = 16;
        while (size < 2 * size_t(row.last - row.first)) size *= 2;
        slots_.assign(size, nobody);
        mask_ = uint32_t(size - 1);
        for (uint32_t entry = row.first; entry < row.last; ++entry) {
            const uint32_t partner = bonds.places()[entry] / record_floats;
            if (partner != row.particle) slots_[find(partner)] = partner;
        }
    }
    bool has(uint32_t particle) const { return slots_[find(particle)] == particle; }

private:
    static constexpr uint32_t nobody = ~uint32_t(0);
    /// Where the particle is, or would be.
    size_t find(uint32_t particle) const {
        uint32_t at = (particle * 2654435769u) >> 16 & mask_;  // Knuth's multiplicative hash
        while (slots_[at] != nobody && slots_[at] != particle) at = (at + 1) & mask_;
        return at;
    }
    std::vector<uint32_t> slots_;
    uint32_t mask_ = 0;
};

class PairFreedom {
public:
    /// Whether there is a pair that is not entirely free.
    bool any() const { return any_; }
    void clear() { any_ = false; }

    /// Sets the freedom of all pairs of particles that have bonds to freedom(i, j, whether they are bonded), that of
    /// others to one.
    template <class Freedom>
    void set(const NeighbourList& list, const BondList& bonds, const Threads& threads, const Freedom& freedom) {
        make_room(list);
        const auto blocks = list.blocks();
        const auto ranges = list.ranges();
        threads.run(blocks.size(), [&](size_t b) {
            const NeighbourList::Block& block = blocks[b];
            PartnerSet partners;
            values_[b] = ones_.data();
            for (uint32_t i = block.first; i < block.last; ++i) {
                const BondRow* row = bonds.row_of(i);
                if (row == nullptr) continue;
                std::vector<Real>& own = own_[b];
                if (values_[b] != own.data()) {
                    own.assign(block.size, 1);
                    values_[b] = own.data();
                }
                partners.assign(bonds, *row);
                const NeighbourList::Range& range = ranges[i];
                for (uint32_t entry = range.start; entry < range.start + range.particles; ++entry) {
                    const uint32_t j = block.entries[entry] / record_floats;
                    if (j < ranges.size() && bonds.row_of(j) != nullptr) own[entry] = freedom(i, j, partners.has(j));
                }
            }
        });
        any_ = true;
    }

    /// Per entry of the lists of block `b`; none if all pairs are free.
    const Real* block(size_t b) const { return any_ ? values_[b] : nullptr; }
    size_t memory() const;

private:
    void make_room(const NeighbourList& list);

    bool any_ = false;
    std::vector<Real> ones_;              // for blocks without bonds
    std::vector<std::vector<Real>> own_;  // for the others
    std::vector<const Real*> values_;
};

}  // namespace panta
