// Who may become a neighbour of whom until particles have moved half a skin: the candidates from which every step picks
// its exact neighbour lists. Pruned pair lists after Pall and Hess 2013 (Computer Physics Communications 184), with
// groups of particles instead of fixed clusters.
//
// The particles of a cell are cut into compact groups along the space-filling curve. One list serves a whole group: all
// particles, and all walls, within the largest support and the skin of its bounding box. It is written as chunks: eight
// consecutive particles in memory, of which eight bits mark the candidates. That takes a fraction of a byte per pair.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "neighbours/cell_grid.h"

namespace panta {

/// Positions in separate arrays, with room for a full chunk at the end.
struct SplitPositions {
    std::vector<Real> x, y, z;
    void assign(std::span<const Vec3> positions, const Threads& threads);
    size_t memory() const { return 3 * sizeof(Real) * x.capacity(); }
};

/// One set of points for the search: where they are, in the order of `grid`.
struct SearchSet {
    const SplitPositions& positions;
    const CellGrid& grid;
};

class CandidateList {
public:
    /// Particles per chunk.
    static constexpr uint32_t chunk_size = 8;
    /// Particles a group has at most.
    static constexpr uint32_t most_in_group = 8;

    /// The upper 24 bits number a chunk of a set, the lower eight mark its candidates.
    using Chunk = uint32_t;

    struct Group {
        uint32_t first = 0, count = 0;                  // particles [first, first + count)
        uint32_t particle_chunks = 0, wall_chunks = 0;  // how many there are
        uint32_t self = 0;                              // where among the candidates the group itself starts
    };
    /// A run of whole cells: the unit of parallel work of every pair loop.
    struct Block {
        uint32_t first = 0, last = 0;  // particles [first, last)
        uint32_t first_cell = 0, last_cell = 0;
        std::vector<Group> groups;
        std::vector<Chunk> chunks;  // of its groups one after the other, particles before walls
    };

    /// Lists everything within `reach` of every group.
    void build(const SearchSet& particles, const SearchSet& walls, Real reach, const Threads& threads);

    std::span<const Block> blocks() const { return {blocks_.data(), block_count_}; }
    size_t memory() const;

private:
    void divide(const CellGrid& grid);

    std::vector<Block> blocks_;  // those past block_count_ are kept for their memory
    size_t block_count_ = 0;
};

}  // namespace panta
