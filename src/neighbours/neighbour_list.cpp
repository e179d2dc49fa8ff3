// Building neighbour lists by cell: the candidates of a cell are collected once, culled by the bounding box of its
// particles, and swept for each of them with whole registers; matches are stored compressed.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neighbours/neighbour_list.cpp"
#include <hwy/foreach_target.h>

#include "base/lanes-inl.h"
#include "neighbours/neighbour_list.h"

#ifndef PANTA_NEIGHBOUR_LIST_CANDIDATES
#define PANTA_NEIGHBOUR_LIST_CANDIDATES
namespace panta {

/// What may be near the particles of one cell, in separate arrays with room for a full register behind the last one.
struct Candidates {
    std::vector<Real> x, y, z, h;
    std::vector<uint32_t> entry;  // as lists hold them
    uint32_t count = 0;

    void make_room(size_t more) {
        const size_t wanted = count + more + list_padding;
        if (x.size() >= wanted) return;
        for (auto* column : {&x, &y, &z, &h}) column->resize(wanted + wanted / 2);
        entry.resize(wanted + wanted / 2);
    }
};

/// Everything the search of one block needs.
struct ListTask {
    const SearchSet& particles;
    const SearchSet& walls;
    const SplitPositions& split_particles;
    const SplitPositions& split_walls;
    bool uniform_support;
    Real skin;
    uint32_t ghost_particle, ghost_wall;
    std::span<NeighbourList::Range> ranges;
};

}  // namespace panta
#endif

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

using IndexTag = hn::RebindToUnsigned<LaneTag>;

/// Appends the particles of the cells around `cell` that are within `reach` of `box`, as their nearest images.
template <bool uniform_support>
void collect(const SearchSet& set, const SplitPositions& split, CellCoordinates cell, const Box& box, Real reach,
             Candidates& out) {
    std::array<CellImage, 27> cells;
    const int cell_count = set.grid->around(cell, cells);
    const LaneTag d;
    const IndexTag du;
    const auto lower = broadcast(box.lower), upper = broadcast(box.upper);
    const auto zero = hn::Zero(d), reach2 = hn::Set(d, reach * reach);
    out.count = 0;
    out.make_room(0);
    for (int k = 0; k < cell_count; ++k) {
        const auto [near_cell, shift] = cells[size_t(k)];
        const uint32_t begin = set.grid->start(near_cell), end = set.grid->start(near_cell + 1);
        out.make_room(end - begin);
        const Lanes3 by = broadcast(shift);
        for (uint32_t j = begin; j < end; j += lane_count) {
            const auto x = hn::Add(hn::LoadU(d, &split.x[j]), by.x.v);
            const auto y = hn::Add(hn::LoadU(d, &split.y[j]), by.y.v);
            const auto z = hn::Add(hn::LoadU(d, &split.z[j]), by.z.v);
            // Distance to the box.
            const auto dx = hn::Max(zero, hn::Max(hn::Sub(lower.x.v, x), hn::Sub(x, upper.x.v)));
            const auto dy = hn::Max(zero, hn::Max(hn::Sub(lower.y.v, y), hn::Sub(y, upper.y.v)));
            const auto dz = hn::Max(zero, hn::Max(hn::Sub(lower.z.v, z), hn::Sub(z, upper.z.v)));
            const auto distance2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
            const auto keep =
                hn::And(hn::Le(distance2, reach2), hn::FirstN(d, std::min(end - j, uint32_t(lane_count))));
            if (hn::AllFalse(d, keep)) continue;
            const Picked near(keep);
            near.store(d, x, &out.x[out.count]);
            near.store(d, y, &out.y[out.count]);
            near.store(d, z, &out.z[out.count]);
            out.count += near.store(du, hn::ShiftLeft<2>(hn::Iota(du, j)), &out.entry[out.count]);
        }
    }
    if constexpr (!uniform_support)
        for (uint32_t k = 0; k < out.count; ++k) out.h[k] = set.supports[out.entry[k] / record_floats];
    // A far end, so that the last register may be read whole.
    for (uint32_t k = out.count; k < out.count + list_padding; ++k) out.x[k] = Real(1e18);
}

/// Stores the candidates nearer to `p` than max(h, their h) + skin, except `self`; pads and returns their number.
template <bool uniform_support>
uint32_t match(const Candidates& from, const Vec3& p, Real h, Real skin, uint32_t self, uint32_t ghost, uint32_t* out) {
    const LaneTag d;
    const IndexTag du;
    const auto px = hn::Set(d, p.x), py = hn::Set(d, p.y), pz = hn::Set(d, p.z);
    const auto own = hn::Set(d, h), slack = hn::Set(d, skin), own_reach2 = hn::Set(d, (h + skin) * (h + skin));
    const auto me = hn::Set(du, record_floats * self);
    uint32_t count = 0;
    for (uint32_t k = 0; k < from.count; k += lane_count) {
        const auto dx = hn::Sub(hn::LoadU(d, &from.x[k]), px);
        const auto dy = hn::Sub(hn::LoadU(d, &from.y[k]), py);
        const auto dz = hn::Sub(hn::LoadU(d, &from.z[k]), pz);
        const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
        auto reach2 = own_reach2;
        if constexpr (!uniform_support) {
            const auto reach = hn::Add(hn::Max(own, hn::LoadU(d, &from.h[k])), slack);
            reach2 = hn::Mul(reach, reach);
        }
        const auto entry = hn::LoadU(du, &from.entry[k]);
        const auto other = hn::RebindMask(d, hn::Ne(entry, me));
        count += Picked(hn::And(hn::Lt(r2, reach2), other)).store(du, entry, out + count);
    }
    while (count % list_padding != 0) out[count++] = record_floats * ghost;
    return count;
}

template <bool uniform_support>
void build_block_of(const ListTask& task, NeighbourList::Block& block) {
    Candidates near_particles, near_walls;
    block.size = 0;
    for (uint32_t cell = block.first_cell; cell < block.last_cell; ++cell) {
        // The particles of the cell, their box and how far they look.
        const CellGrid& grid = *task.particles.grid;
        const uint32_t begin = grid.start(cell), end = grid.start(cell + 1);
        Box box;
        Real own = 0;
        for (uint32_t i = begin; i < end; ++i) {
            box.extend(task.particles.positions[i]);
            own = std::max(own, task.particles.supports[i]);
        }
        const auto reach = [&](const SearchSet& set) { return std::max(own, set.largest_support) + task.skin; };
        const CellCoordinates here = grid.coordinates(cell);
        collect<uniform_support>(task.particles, task.split_particles, here, box, reach(task.particles),
                                 near_particles);
        collect<uniform_support>(task.walls, task.split_walls, here, box, reach(task.walls), near_walls);

        // Room for the worst case of one particle at a time.
        const uint32_t most = near_particles.count + near_walls.count + 4 * list_padding;
        for (uint32_t i = begin; i < end; ++i) {
            if (block.size + most > block.capacity) {
                block.capacity = std::max(block.capacity + block.capacity / 8, block.size + 2 * most);
                auto grown = std::make_unique_for_overwrite<uint32_t[]>(block.capacity);
                std::copy_n(block.entries.get(), block.size, grown.get());
                block.entries = std::move(grown);
            }
            NeighbourList::Range& range = task.ranges[i];
            const Vec3& p = task.particles.positions[i];
            const Real h = task.particles.supports[i];
            uint32_t* out = block.entries.get() + block.size;
            range.start = block.size;
            range.particles = match<uniform_support>(near_particles, p, h, task.skin, i, task.ghost_particle, out);
            range.walls = match<uniform_support>(near_walls, p, h, task.skin, task.ghost_wall, task.ghost_wall,
                                                 out + range.particles);
            block.size += range.particles + range.walls;
        }
    }
}

void build_block(const ListTask& task, NeighbourList::Block& block) {
    task.uniform_support ? build_block_of<true>(task, block) : build_block_of<false>(task, block);
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta {

HWY_EXPORT(build_block);

namespace {

constexpr uint32_t particles_per_block = 512;  // enough to hide the start of a task, few enough to share evenly

std::vector<uint32_t> without_padding(const uint32_t* begin, uint32_t count, uint32_t ghost) {
    std::vector<uint32_t> list(begin, begin + count);
    for (uint32_t& entry : list) entry /= record_floats;
    std::erase(list, ghost);
    return list;
}

}  // namespace

void SplitPositions::assign(std::span<const Vec3> positions, const Threads& threads) {
    for (auto* column : {&x, &y, &z}) column->resize(positions.size() + list_padding);
    threads.for_blocks(positions.size(), 8192, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) x[i] = positions[i].x, y[i] = positions[i].y, z[i] = positions[i].z;
    });
}

void NeighbourList::divide(const CellGrid& grid) {
    block_count_ = 0;
    const uint32_t cells = uint32_t(grid.cell_count());
    for (uint32_t cell = 0; cell < cells;) {
        uint32_t last = cell + 1;
        while (last < cells && grid.start(last) - grid.start(cell) < particles_per_block) ++last;
        if (block_count_ == blocks_.size()) blocks_.emplace_back();
        Block& block = blocks_[block_count_++];
        block.first_cell = cell, block.last_cell = last;
        block.first = grid.start(cell), block.last = grid.start(last);
        cell = last;
    }
}

void NeighbourList::build(const SearchSet& particles, const SearchSet& walls, Real skin, bool uniform_support,
                          const Threads& threads) {
    ghost_particle_ = uint32_t(particles.positions.size());
    ghost_wall_ = uint32_t(walls.positions.size());
    ranges_.resize(particles.positions.size());
    divide(*particles.grid);
    split_particles_.assign(particles.positions, threads);
    split_walls_.assign(walls.positions, threads);
    const ListTask task{particles, walls,           split_particles_, split_walls_, uniform_support,
                        skin,      ghost_particle_, ghost_wall_,      ranges_};
    threads.run(block_count_, [&](size_t k) { HWY_DYNAMIC_DISPATCH(build_block)(task, blocks_[k]); });
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
    size_t total = ranges_.capacity() * sizeof(Range) +
                   3 * sizeof(Real) * (split_particles_.x.capacity() + split_walls_.x.capacity());
    for (const Block& block : blocks_) total += block.capacity * sizeof(uint32_t);
    return total;
}

}  // namespace panta
#endif  // HWY_ONCE
