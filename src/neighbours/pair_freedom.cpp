#include "neighbours/pair_freedom.h"

#include <algorithm>

namespace panta {

namespace {

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

}  // namespace

void PairFreedom::make_room(const NeighbourList& list) {
    const auto blocks = list.blocks();
    if (own_.size() < blocks.size()) own_.resize(blocks.size());
    partners_.resize(blocks.size());  // what was marked in blocks that are gone must not come back with them
    values_.resize(blocks.size());
    size_t largest = 0;
    for (const NeighbourList::Block& block : blocks) largest = std::max(largest, size_t(block.size));
    if (ones_.size() < largest) ones_.assign(largest + largest / 8, 1);
}

bool PairFreedom::mark_partners(const NeighbourList::Block& block, std::span<const NeighbourList::Range> ranges,
                                const BondList& bonds, Partners& partners) const {
    const size_t count = block.last - block.first;
    const bool same_particles = partners.first == block.first && partners.starts.size() == count;
    const std::vector<uint32_t> old_starts = std::move(partners.starts), old = std::move(partners.entries);
    partners.first = block.first;
    partners.starts.resize(count);
    partners.entries.resize(block.size);
    bool any = false;
    PartnerSet set;
    for (uint32_t i = block.first; i < block.last; ++i) {
        const uint32_t *list = &block.entries[ranges[i].start], length = ranges[i].particles;
        uint32_t* marked = partners.entries.data() + ranges[i].start;
        partners.starts[i - block.first] = ranges[i].start;
        const BondRow* row = bonds.row_of(i);
        if (row == nullptr) continue;
        any = true;

        // Most have the list and the bonds that they had.
        const uint32_t before = same_particles ? old_starts[i - block.first] : 0;
        const auto is_same = [](uint32_t now, uint32_t then) { return now == (then & ~partner_mark); };
        if (same_particles && row->filled_in <= seen_bonds_ && before + length <= old.size() &&
            std::equal(list, list + length, old.data() + before, is_same)) {
            std::copy_n(old.data() + before, length, marked);
            continue;
        }
        set.assign(bonds, *row);
        for (uint32_t k = 0; k < length; ++k)
            marked[k] = list[k] | (set.has(list[k] / record_floats) ? partner_mark : 0);
    }
    return any;
}

size_t PairFreedom::memory() const {
    size_t bytes = ones_.capacity() * sizeof(Real) + values_.capacity() * sizeof(const Real*);
    for (const std::vector<Real>& values : own_) bytes += sizeof(values) + values.capacity() * sizeof(Real);
    for (const Partners& partners : partners_)
        bytes += sizeof(partners) + (partners.starts.capacity() + partners.entries.capacity()) * sizeof(uint32_t);
    return bytes;
}

}  // namespace panta
