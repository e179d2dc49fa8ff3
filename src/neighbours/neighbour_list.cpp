// Picking exact lists from candidates: the candidates of a group are loaded once, and swept for each of its particles
// with whole registers; matches are stored compressed.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neighbours/neighbour_list.cpp"
#include <hwy/foreach_target.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "base/lanes-inl.h"
#include "neighbours/neighbour_list.h"

#ifndef PANTA_NEIGHBOUR_LIST_LOADED
#define PANTA_NEIGHBOUR_LIST_LOADED
namespace panta {

/// The candidates of one group as they are now, in separate arrays with room for a full register behind the last one.
struct Loaded {
    std::vector<Real> x, y, z, h;
    std::vector<uint32_t> entry;  // as lists hold them
    uint32_t count = 0;

    void make_room(size_t wanted) {
        if (x.size() >= wanted) return;
        for (auto* column : {&x, &y, &z, &h}) column->resize(wanted + wanted / 2);
        entry.resize(wanted + wanted / 2);
    }
};

/// Everything that picking the lists of one block needs.
struct PickTask {
    const ListedSet& particles;
    const ListedSet& walls;
    const Periodicity& periodicity;
    Real margin;
    bool uniform_support;
    uint32_t ghost_particle, ghost_wall;
    std::span<NeighbourList::Range> ranges;
};

}  // namespace panta
#endif

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

using IndexTag = hn::RebindToUnsigned<LaneTag>;

/// Not a number: no comparison with it holds.
inline constexpr Real nowhere = std::numeric_limits<Real>::quiet_NaN();

/// Loads the marked particles of the chunks.
template <bool uniform_support>
void load(const ListedSet& set, std::span<const CandidateList::Chunk> chunks, Loaded& out) {
    const LaneTag d;
    const IndexTag du;
    out.make_room(CandidateList::chunk_size * (chunks.size() + 2));
    const auto places = hn::ShiftLeft<2>(hn::Iota(du, 0));  // made once: g++ 12 makes it in memory
    const Real *from_x = set.positions.x.data(), *from_y = set.positions.y.data(), *from_z = set.positions.z.data();
    Real *x = out.x.data(), *y = out.y.data(), *z = out.z.data();
    uint32_t *entry = out.entry.data(), count = 0;
    for (const CandidateList::Chunk chunk : chunks) {
        const uint32_t first = (chunk >> 8) * CandidateList::chunk_size;
        for (uint32_t k = 0; k < CandidateList::chunk_size; k += lane_count) {
            const Picked marked(uint8_t((chunk & 255) >> k & ((1u << lane_count) - 1)));
            marked.store(d, hn::LoadU(d, from_x + first + k), x + count);
            marked.store(d, hn::LoadU(d, from_y + first + k), y + count);
            marked.store(d, hn::LoadU(d, from_z + first + k), z + count);
            count += marked.store(du, hn::Add(places, hn::Set(du, record_floats * (first + k))), entry + count);
        }
    }
    if constexpr (!uniform_support)
        for (uint32_t k = 0; k < count; ++k) out.h[k] = set.supports[out.entry[k] / record_floats];
    for (uint32_t k = count; k < count + list_padding; ++k) out.x[k] = nowhere;
    out.count = count;
}

/// How far apart two coordinates are, along an axis that may repeat.
template <bool periodic>
struct Axis {
    hn::Vec<LaneTag> period, inverse;

    HWY_INLINE explicit Axis(Real length)
        : period(hn::Set(LaneTag(), length)), inverse(hn::Set(LaneTag(), length > 0 ? 1 / length : 0)) {}
    HWY_INLINE hn::Vec<LaneTag> shortest(hn::Vec<LaneTag> x) const {
        if constexpr (!periodic) return x;
        return hn::NegMulAdd(period, hn::Round(hn::Mul(x, inverse)), x);
    }
};

/// Stores the candidates nearer to `p` than max(h, their h) + margin; pads and returns their number.
template <bool uniform_support, bool periodic>
HWY_INLINE uint32_t match(const Loaded& from, const Vec3& p, Real h, Real margin, const Vec3& period, uint32_t ghost,
                          uint32_t* out) {
    const LaneTag d;
    const IndexTag du;
    const Axis<periodic> along_x(period.x), along_y(period.y), along_z(period.z);
    const auto px = hn::Set(d, p.x), py = hn::Set(d, p.y), pz = hn::Set(d, p.z);
    const auto own = hn::Set(d, h), slack = hn::Set(d, margin), own_reach2 = hn::Set(d, (h + margin) * (h + margin));
    const Real *x = from.x.data(), *y = from.y.data(), *z = from.z.data(), *other_h = from.h.data();
    const uint32_t *entry = from.entry.data(), *const begin = out;
    for (uint32_t k = 0; k < from.count; k += lane_count) {
        const auto dx = along_x.shortest(hn::Sub(px, hn::LoadU(d, x + k)));
        const auto dy = along_y.shortest(hn::Sub(py, hn::LoadU(d, y + k)));
        const auto dz = along_z.shortest(hn::Sub(pz, hn::LoadU(d, z + k)));
        const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
        auto reach2 = own_reach2;
        if constexpr (!uniform_support) {
            const auto reach = hn::Add(hn::Max(own, hn::LoadU(d, other_h + k)), slack);
            reach2 = hn::Mul(reach, reach);
        }
        out += Picked(hn::Lt(r2, reach2)).store(du, hn::LoadU(du, entry + k), out);
    }
    for (uint32_t k = 0; k < list_padding; k += lane_count) hn::StoreU(hn::Set(du, record_floats * ghost), du, out + k);
    return (uint32_t(out - begin) + list_padding - 1) / list_padding * list_padding;
}

/// Makes room for `more` entries.
void grow(NeighbourList::Block& block, uint32_t more) {
    if (block.size + more <= block.capacity) return;
    block.capacity = std::max(block.capacity + block.capacity / 8, block.size + 2 * more);
    auto grown = std::make_unique_for_overwrite<uint32_t[]>(block.capacity);
    std::copy_n(block.entries.get(), block.size, grown.get());
    block.entries = std::move(grown);
}

template <bool uniform_support, bool periodic>
void pick_block_of(const PickTask& task, const CandidateList::Block& from, NeighbourList::Block& block) {
    Loaded near, near_walls;
    block.size = 0;
    const CandidateList::Chunk* chunk = from.chunks.data();
    for (const CandidateList::Group& group : from.groups) {
        load<uniform_support>(task.particles, {chunk, group.particle_chunks}, near);
        chunk += group.particle_chunks;
        load<uniform_support>(task.walls, {chunk, group.wall_chunks}, near_walls);
        chunk += group.wall_chunks;
        const uint32_t most = near.count + near_walls.count + 4 * list_padding;
        for (uint32_t k = 0; k < group.count; ++k) {
            grow(block, most);
            uint32_t* out = block.entries.get() + block.size;
            const uint32_t i = group.first + k, self = group.self + k;
            const Vec3 p{near.x[self], near.y[self], near.z[self]};
            const Real h = task.particles.supports[i];
            NeighbourList::Range& range = task.ranges[i];
            range.start = block.size;
            near.x[self] = nowhere;
            range.particles = match<uniform_support, periodic>(near, p, h, task.margin, task.periodicity.period,
                                                               task.ghost_particle, out);
            near.x[self] = p.x;
            range.walls = near_walls.count == 0
                              ? 0
                              : match<uniform_support, periodic>(near_walls, p, h, task.margin, task.periodicity.period,
                                                                 task.ghost_wall, out + range.particles);
            block.size += range.particles + range.walls;
        }
    }
}

void pick_block(const PickTask& task, const CandidateList::Block& from, NeighbourList::Block& block) {
    const bool periodic = task.periodicity.any();
    if (task.uniform_support)
        periodic ? pick_block_of<true, true>(task, from, block) : pick_block_of<true, false>(task, from, block);
    else
        periodic ? pick_block_of<false, true>(task, from, block) : pick_block_of<false, false>(task, from, block);
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta {

HWY_EXPORT(pick_block);

namespace {

std::vector<uint32_t> without_padding(const uint32_t* begin, uint32_t count, uint32_t ghost) {
    std::vector<uint32_t> list(begin, begin + count);
    for (uint32_t& entry : list) entry /= record_floats;
    std::erase(list, ghost);
    return list;
}

}  // namespace

void NeighbourList::pick(const CandidateList& candidates, const ListedSet& particles, const ListedSet& walls,
                         const Periodicity& periodicity, Real margin, bool uniform_support, const Threads& threads) {
    ghost_particle_ = uint32_t(particles.supports.size());
    ghost_wall_ = uint32_t(walls.supports.size());
    ranges_.resize(particles.supports.size());
    const auto from = candidates.blocks();
    block_count_ = from.size();
    if (blocks_.size() < block_count_) blocks_.resize(block_count_);
    const PickTask task{particles, walls, periodicity, margin, uniform_support, ghost_particle_, ghost_wall_, ranges_};
    threads.run(block_count_, [&](size_t k) {
        blocks_[k].first = from[k].first, blocks_[k].last = from[k].last;
        HWY_DYNAMIC_DISPATCH(pick_block)(task, from[k], blocks_[k]);
    });
}

std::vector<uint32_t> NeighbourList::particles_near(size_t i) const {
    for (const Block& block : blocks())
        if (i < block.last)
            return without_padding(&block.entries[ranges_[i].start], ranges_[i].particles, ghost_particle_);
    return {};
}

std::vector<uint32_t> NeighbourList::walls_near(size_t i) const {
    for (const Block& block : blocks())
        if (i < block.last)
            return without_padding(&block.entries[ranges_[i].start + ranges_[i].particles], ranges_[i].walls,
                                   ghost_wall_);
    return {};
}

uint64_t NeighbourList::pair_count() const {
    uint64_t total = 0;
    for (const Range& range : ranges_) total += range.particles + range.walls;
    return total;
}

size_t NeighbourList::memory() const {
    size_t total = ranges_.capacity() * sizeof(Range) + blocks_.capacity() * sizeof(Block);
    for (const Block& block : blocks_) total += block.capacity * sizeof(uint32_t);
    return total;
}

}  // namespace panta
#endif  // HWY_ONCE
