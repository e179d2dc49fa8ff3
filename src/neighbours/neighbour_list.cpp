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
    const WallSides* sides;  // none: nobody hides
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

/// A particle that looks for its neighbours.
struct Seeker {
    Vec3 position;
    Real support;
    uint32_t self;   // its entry, which is not to be listed
    uint32_t* list;  // where its list goes
};

/// Stores for each of `count` seekers the candidates nearer than max(its h, their h) + margin and pads the list;
/// returns the lengths. Several in one sweep share the loads, and the end of the loop, which no CPU foresees.
template <bool uniform_support, bool periodic, int count>
HWY_INLINE std::array<uint32_t, count> match(const Loaded& from, const std::array<Seeker, count>& seekers, Real margin,
                                             const Vec3& period, uint32_t ghost) {
    const LaneTag d;
    const IndexTag du;
    const Axis<periodic> along_x(period.x), along_y(period.y), along_z(period.z);
    Lanes3 at[count];
    Lanes own[count], own_reach2[count];
    hn::Vec<IndexTag> self[count];
    uint32_t* out[count];
    for (int s = 0; s < count; ++s) {
        const Seeker& seeker = seekers[size_t(s)];
        at[s] = broadcast(seeker.position);
        own[s] = Lanes(seeker.support);
        own_reach2[s] = Lanes((seeker.support + margin) * (seeker.support + margin));
        self[s] = hn::Set(du, seeker.self);
        out[s] = seeker.list;
    }
    const Real *x = from.x.data(), *y = from.y.data(), *z = from.z.data(), *h = from.h.data();
    const uint32_t* entries = from.entry.data();
    const uint32_t end = from.count;
    for (uint32_t k = 0; k < end; k += lane_count) {
        const auto xs = hn::LoadU(d, x + k), ys = hn::LoadU(d, y + k), zs = hn::LoadU(d, z + k);
        const auto entry = hn::LoadU(du, entries + k);
        for (int s = 0; s < count; ++s) {
            const auto dx = along_x.shortest(hn::Sub(at[s].x.v, xs));
            const auto dy = along_y.shortest(hn::Sub(at[s].y.v, ys));
            const auto dz = along_z.shortest(hn::Sub(at[s].z.v, zs));
            const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
            auto reach2 = own_reach2[s].v;
            if constexpr (!uniform_support) {
                const auto reach = hn::Add(hn::Max(own[s].v, hn::LoadU(d, h + k)), hn::Set(d, margin));
                reach2 = hn::Mul(reach, reach);
            }
            const auto other = hn::RebindMask(d, hn::Ne(entry, self[s]));
            out[s] += Picked(hn::And(hn::Lt(r2, reach2), other)).store(du, entry, out[s]);
        }
    }
    std::array<uint32_t, count> lengths;
    for (int s = 0; s < count; ++s) {
        for (uint32_t k = 0; k < list_padding; k += lane_count)
            hn::StoreU(hn::Set(du, record_floats * ghost), du, out[s] + k);
        const auto length = uint32_t(out[s] - seekers[size_t(s)].list);
        lengths[size_t(s)] = (length + list_padding - 1) / list_padding * list_padding;
    }
    return lengths;
}

/// Makes room for `more` entries.
void grow(NeighbourList::Block& block, uint32_t more) {
    if (block.size + more <= block.capacity) return;
    block.capacity = std::max(block.capacity + block.capacity / 8, block.size + 2 * more);
    auto grown = std::make_unique_for_overwrite<uint32_t[]>(block.capacity);
    std::copy_n(block.entries.get(), block.size, grown.get());
    block.entries = std::move(grown);
}

/// Drops the wall particles that are hidden from the seeker from its padded list; returns the new length.
uint32_t drop_hidden(const PickTask& task, const Seeker& seeker, uint32_t length) {
    const SplitPositions& at = task.walls.positions;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < length; ++k) {
        const uint32_t b = seeker.list[k] / record_floats;
        if (b == task.ghost_wall) break;
        const Vec3 d = task.periodicity.shortest(seeker.position - Vec3{at.x[b], at.y[b], at.z[b]});
        if (!task.sides->hide(b, d)) seeker.list[kept++] = seeker.list[k];
    }
    while (kept % list_padding != 0) seeker.list[kept++] = record_floats * task.ghost_wall;
    return kept;
}

/// Writes the lists of `count` particles, k and on, of a group whose candidates are loaded.
template <bool uniform_support, bool periodic, int count>
HWY_INLINE void pick_some(const PickTask& task, const CandidateList::Group& group, uint32_t k, const Loaded& near,
                          const Loaded& near_walls, NeighbourList::Block& block) {
    // Each writes where nobody else does.
    const uint32_t most = near.count + near_walls.count + 4 * list_padding;
    grow(block, count * most);
    std::array<Seeker, count> seekers;
    for (uint32_t s = 0; s < count; ++s) {
        const uint32_t i = group.first + k + s, at = group.self + k + s;
        seekers[s] = {{near.x[at], near.y[at], near.z[at]},
                      task.particles.supports[i],
                      record_floats * i,
                      block.entries.get() + block.size + s * most};
    }
    const Vec3& period = task.periodicity.period;
    const auto particles =
        match<uniform_support, periodic, count>(near, seekers, task.margin, period, task.ghost_particle);
    std::array<uint32_t, count> walls{};
    if (near_walls.count > 0) {
        auto at_walls = seekers;
        for (uint32_t s = 0; s < count; ++s) {
            at_walls[s].list += particles[s];
            at_walls[s].self = record_floats * task.ghost_wall;
        }
        walls = match<uniform_support, periodic, count>(near_walls, at_walls, task.margin, period, task.ghost_wall);
        for (uint32_t s = 0; s < count && task.sides != nullptr; ++s)
            walls[s] = drop_hidden(task, at_walls[s], walls[s]);
    }

    // Close the gaps.
    for (uint32_t s = 0; s < count; ++s) {
        const uint32_t length = particles[s] + walls[s];
        if (s > 0) std::copy_n(seekers[s].list, length, block.entries.get() + block.size);
        task.ranges[group.first + k + s] = {block.size, particles[s], walls[s]};
        block.size += length;
    }
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
        uint32_t k = 0;
        for (; k + 2 <= group.count; k += 2)
            pick_some<uniform_support, periodic, 2>(task, group, k, near, near_walls, block);
        if (k < group.count) pick_some<uniform_support, periodic, 1>(task, group, k, near, near_walls, block);
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
                         const WallSides* sides, const Periodicity& periodicity, Real margin, bool uniform_support,
                         const Threads& threads) {
    ghost_particle_ = uint32_t(particles.supports.size());
    ghost_wall_ = uint32_t(walls.supports.size());
    ranges_.resize(particles.supports.size());
    const auto from = candidates.blocks();
    block_count_ = from.size();
    if (blocks_.size() < block_count_) blocks_.resize(block_count_);
    const PickTask task{particles,       walls,           sides,       periodicity, margin,
                        uniform_support, ghost_particle_, ghost_wall_, ranges_};
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
