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

class PairFreedom {
public:
    /// Whether there is a pair that is not entirely free.
    bool any() const { return any_; }
    void clear() { any_ = false; }

    /// Sets the freedom of all pairs of particles that have bonds to freedom(i, j, whether they are bonded), that of
    /// others to one. Always with the same bonds: who is bonded is found anew only where lists or bonds have changed.
    template <class Freedom>
    void set(const NeighbourList& list, const BondList& bonds, const Threads& threads, const Freedom& freedom) {
        make_room(list);
        const auto blocks = list.blocks();
        const auto ranges = list.ranges();
        threads.run(blocks.size(), [&](size_t b) {
            const NeighbourList::Block& block = blocks[b];
            values_[b] = ones_.data();
            if (!mark_partners(block, ranges, bonds, partners_[b])) return;
            const std::vector<uint32_t>& entries = partners_[b].entries;
            std::vector<Real>& own = own_[b];
            own.assign(block.size, 1);
            values_[b] = own.data();
            for (uint32_t i = block.first; i < block.last; ++i) {
                if (bonds.row_of(i) == nullptr) continue;
                const NeighbourList::Range& range = ranges[i];
                for (uint32_t k = range.start; k < range.start + range.particles; ++k) {
                    const uint32_t j = entries[k] / record_floats;
                    const bool bonded = is_partner(entries[k]);
                    if (bonded || (j < ranges.size() && bonds.row_of(j) != nullptr)) own[k] = freedom(i, j, bonded);
                }
            }
        });
        seen_bonds_ = bonds.updates();
        any_ = true;
    }

    /// Per entry of the lists of block `b`; none if all pairs are free.
    const Real* block(size_t b) const { return any_ ? values_[b] : nullptr; }
    size_t memory() const;

private:
    /// The lists of one block, those of particles with bonds, in which partners are marked.
    struct Partners {
        uint32_t first = 0;             // particle of the block
        std::vector<uint32_t> starts;   // by particle of the block; where its list is
        std::vector<uint32_t> entries;  // as the block has them, plus `partner_mark`
    };
    static constexpr uint32_t partner_mark = 1;  // entries are multiples of four
    static bool is_partner(uint32_t entry) { return (entry & partner_mark) != 0; }

    void make_room(const NeighbourList& list);
    /// Brings the marks of a block up to date; returns whether some of its particles have bonds.
    bool mark_partners(const NeighbourList::Block& block, std::span<const NeighbourList::Range> ranges,
                       const BondList& bonds, Partners& partners) const;

    bool any_ = false;
    uint64_t seen_bonds_ = 0;             // the count of updates of the bonds that partners were marked by
    std::vector<Real> ones_;              // for blocks without bonds
    std::vector<std::vector<Real>> own_;  // for the others
    std::vector<Partners> partners_;
    std::vector<const Real*> values_;
};

}  // namespace panta
