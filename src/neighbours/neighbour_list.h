// The neighbours of every particle, found once a step and shared by all passes.
//
// A particle's list has two parts: particles of its own set (itself excluded) and wall particles. Each part is padded
// to a multiple of eight with the index of a ghost, one past the last particle: a record that lies infinitely far away,
// so that a loop over full registers needs no mask.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/threads.h"
#include "neighbours/candidate_list.h"
#include "neighbours/periodicity.h"
#include "neighbours/wall_sides.h"

namespace panta {

/// Lists are padded to a multiple of this.
inline constexpr uint32_t list_padding = 8;
/// Floats per record: entries of lists are multiples of it.
inline constexpr uint32_t record_floats = 4;

/// One set of points as they are now, in the order the candidates know.
struct ListedSet {
    const SplitPositions& positions;
    std::span<const Real> supports;
};

class NeighbourList {
public:
    /// The unit of parallel work of every pair loop.
    struct Block {
        uint32_t first = 0, last = 0;     // particles [first, last)
        uint32_t size = 0, capacity = 0;  // of entries
        std::unique_ptr<uint32_t[]> entries;
    };
    /// Where the list of one particle is in its block; counts include the padding.
    struct Range {
        uint32_t start = 0;
        uint32_t particles = 0;
        uint32_t walls = 0;
    };

    /// Picks the pairs with |x_i - x_j| < max(h_i, h_j) + margin; faster if all support radii are the same. `sides`:
    /// of walls, if some are sheets.
    void pick(const CandidateList& candidates, const ListedSet& particles, const ListedSet& walls,
              const WallSides* sides, const Periodicity& periodicity, Real margin, bool uniform_support,
              const Threads& threads);

    std::span<const Block> blocks() const { return {blocks_.data(), block_count_}; }
    std::span<const Range> ranges() const { return ranges_; }

    /// The neighbours of one particle without padding (for tests and tools; passes use the pair loops).
    std::vector<uint32_t> particles_near(size_t i) const;
    std::vector<uint32_t> walls_near(size_t i) const;

    uint64_t pair_count() const;
    size_t memory() const;

private:
    std::vector<Block> blocks_;  // those past block_count_ are kept for their memory
    size_t block_count_ = 0;
    std::vector<Range> ranges_;
    uint32_t ghost_particle_ = 0, ghost_wall_ = 0;
};

}  // namespace panta
