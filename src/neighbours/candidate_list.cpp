// Building candidate lists by cell: the chunks around a cell are culled by the bounding box of its particles, and what
// is left by the box of each of its groups.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neighbours/candidate_list.cpp"
#include <hwy/foreach_target.h>

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "base/lanes-inl.h"
#include "neighbours/candidate_list.h"

#ifndef PANTA_CANDIDATE_LIST_NEAR_CHUNK
#define PANTA_CANDIDATE_LIST_NEAR_CHUNK
namespace panta {

/// A chunk near a cell: those of its particles that are in one of the cells around it and near its box.
struct NearChunk {
    uint32_t number, marks;
    Vec3 shift;  // to the image of its cell
};

}  // namespace panta
#endif

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

/// Those of the marked particles of a chunk, displaced by `shift`, that are within the root of `reach2` of `box`.
HWY_INLINE uint32_t marks_near(const SplitPositions& at, const NearChunk& chunk, const Box& box, Real reach2) {
    const LaneTag d;
    const auto beyond = [&](const std::vector<Real>& column, size_t j, Real shift, Real lower, Real upper) HWY_ATTR {
        const auto x = hn::Add(hn::LoadU(d, &column[j]), hn::Set(d, shift));
        return hn::Max(hn::Zero(d), hn::Max(hn::Sub(hn::Set(d, lower), x), hn::Sub(x, hn::Set(d, upper))));
    };
    uint32_t marks = 0;
    for (uint32_t k = 0; k < CandidateList::chunk_size; k += lane_count) {
        const size_t j = size_t(chunk.number) * CandidateList::chunk_size + k;
        const auto dx = beyond(at.x, j, chunk.shift.x, box.lower.x, box.upper.x);
        const auto dy = beyond(at.y, j, chunk.shift.y, box.lower.y, box.upper.y);
        const auto dz = beyond(at.z, j, chunk.shift.z, box.lower.z, box.upper.z);
        const auto distance2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
        uint8_t bits[8];
        hn::StoreMaskBits(d, hn::Le(distance2, hn::Set(d, reach2)), bits);
        marks |= uint32_t(bits[0]) << k;
    }
    return marks & chunk.marks;
}

/// The chunks within reach of the particles of a cell.
void collect(const SearchSet& set, CellCoordinates cell, const Box& box, Real reach2, std::vector<NearChunk>& out) {
    constexpr uint32_t size = CandidateList::chunk_size;
    std::array<CellImage, 27> cells;
    const int cell_count = set.grid.around(cell, cells);
    out.clear();
    for (int k = 0; k < cell_count; ++k) {
        const auto [near_cell, shift] = cells[size_t(k)];
        const uint32_t begin = set.grid.start(near_cell), end = set.grid.start(near_cell + 1);
        for (uint32_t number = begin / size; number * size < end; ++number) {
            const uint32_t skipped = std::max(begin, number * size) - number * size;
            const uint32_t used = std::min(end, (number + 1) * size) - number * size;
            NearChunk chunk{number, (1u << used) - (1u << skipped), shift};
            chunk.marks = marks_near(set.positions, chunk, box, reach2);
            if (chunk.marks != 0) out.push_back(chunk);
        }
    }
}

/// Appends what is left of `near` within reach of `box`; returns the number of chunks.
uint32_t narrow(const SplitPositions& positions, const std::vector<NearChunk>& near, const Box& box, Real reach2,
                std::vector<CandidateList::Chunk>& out) {
    const size_t before = out.size();
    out.resize(before + near.size());
    CandidateList::Chunk* next = out.data() + before;
    for (const NearChunk& chunk : near) {
        const uint32_t marks = marks_near(positions, chunk, box, reach2);
        *next = chunk.number << 8 | marks;
        next += marks != 0;
    }
    out.resize(size_t(next - out.data()));
    return uint32_t(out.size() - before);
}

Box box_of(const SplitPositions& positions, uint32_t begin, uint32_t end) {
    Box box;
    for (uint32_t i = begin; i < end; ++i) box.extend(Vec3{positions.x[i], positions.y[i], positions.z[i]});
    return box;
}

void list_candidates(const SearchSet& particles, const SearchSet& walls, Real reach, CandidateList::Block& block) {
    std::vector<NearChunk> near_particles, near_walls;
    const Real reach2 = reach * reach;
    block.chunks.clear();
    auto group = block.groups.begin();
    for (uint32_t cell = block.first_cell; cell < block.last_cell; ++cell) {
        const uint32_t begin = particles.grid.start(cell), end = particles.grid.start(cell + 1);
        const Box around_cell = box_of(particles.positions, begin, end);
        const CellCoordinates here = particles.grid.coordinates(cell);
        collect(particles, here, around_cell, reach2, near_particles);
        collect(walls, here, around_cell, reach2, near_walls);

        for (; group != block.groups.end() && group->first < end; ++group) {
            const Box box = box_of(particles.positions, group->first, group->first + group->count);
            const size_t start = block.chunks.size();
            group->particle_chunks = narrow(particles.positions, near_particles, box, reach2, block.chunks);
            group->wall_chunks = narrow(walls.positions, near_walls, box, reach2, block.chunks);

            // Count the candidates before the group's own first particle.
            group->self = 0;
            const uint32_t number = group->first / CandidateList::chunk_size;
            const uint32_t bit = 1u << group->first % CandidateList::chunk_size;
            for (size_t k = start;; ++k) {
                const uint32_t marks = block.chunks[k] & 255;
                if (block.chunks[k] >> 8 == number && (marks & bit) != 0) {
                    group->self += uint32_t(std::popcount(marks & (bit - 1)));
                    break;
                }
                group->self += uint32_t(std::popcount(marks));
            }
        }
    }
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta {

HWY_EXPORT(list_candidates);

namespace {

constexpr uint32_t particles_per_block = 512;    // enough to hide the start of a task, few enough to share evenly
constexpr size_t most_points = size_t(1) << 27;  // what 24 bits of chunk number reach

/// Halves the particles [begin, end) at the given bit of their keys until the parts are small enough to be groups.
void cut(std::span<const uint64_t> keys, uint32_t begin, uint32_t end, int bit,
         std::vector<CandidateList::Group>& groups) {
    if (begin == end) return;
    if (end - begin <= CandidateList::most_in_group) {
        groups.push_back({begin, end - begin, 0, 0, 0});
        return;
    }
    const auto upper = [&](uint64_t key) { return (key >> bit & 1) != 0; };
    const uint32_t middle =
        bit < 0 ? begin + CandidateList::most_in_group  // nothing tells them apart
                : uint32_t(std::ranges::find_if(keys.begin() + begin, keys.begin() + end, upper) - keys.begin());
    cut(keys, begin, middle, bit - 1, groups);
    cut(keys, middle, end, bit - 1, groups);
}

}  // namespace

void SplitPositions::assign(std::span<const Vec3> positions, const Threads& threads) {
    for (auto* column : {&x, &y, &z}) column->resize(positions.size() + CandidateList::chunk_size);
    threads.for_blocks(positions.size(), 8192, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) x[i] = positions[i].x, y[i] = positions[i].y, z[i] = positions[i].z;
    });
}

void CandidateList::divide(const CellGrid& grid) {
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

void CandidateList::build(const SearchSet& particles, const SearchSet& walls, Real reach, const Threads& threads) {
    for (const SearchSet* set : {&particles, &walls})
        check(set->grid.order().size() < most_points, "a set of particles has at most 134 million");
    divide(particles.grid);
    threads.run(block_count_, [&](size_t k) {
        Block& block = blocks_[k];
        block.groups.clear();
        for (uint32_t cell = block.first_cell; cell < block.last_cell; ++cell)
            cut(particles.grid.keys(), particles.grid.start(cell), particles.grid.start(cell + 1),
                CellGrid::inner_bits - 1, block.groups);
        HWY_DYNAMIC_DISPATCH(list_candidates)(particles, walls, reach, block);
    });
}

size_t CandidateList::memory() const {
    size_t total = blocks_.capacity() * sizeof(Block);
    for (const Block& block : blocks_)
        total += block.groups.capacity() * sizeof(Group) + block.chunks.capacity() * sizeof(Chunk);
    return total;
}

}  // namespace panta
#endif  // HWY_ONCE
