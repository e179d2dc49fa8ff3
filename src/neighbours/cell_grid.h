// Particles by cell, without a grid in memory: cells are the runs of equal keys in the sorted particles, and a hash
// table finds a cell from its coordinates. A lonely particle far away costs one cell.
//
// Cells are ordered along the Morton curve of their coordinates relative to the lowest cell in use, so that cells that
// are near in space are mostly near in memory. The curve goes on inside the cells, so that the particles of a cell fall
// into compact runs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "base/vec.h"
#include "neighbours/periodicity.h"
#include "neighbours/radix_sort.h"

namespace panta {

struct CellCoordinates {
    int32_t x, y, z;
};

/// A cell beside another one; along periodic axes its particles are seen displaced by `shift`.
struct CellImage {
    uint32_t cell;
    Vec3 shift;
};

class CellGrid {
public:
    /// How often a cell is halved along each axis to order the particles inside, and the bits of a key this takes.
    static constexpr int inner_levels = 2, inner_bits = 3 * inner_levels;

    /// Prepares the grid for particles at `positions` and computes the order that sorts them by cell. Along periodic
    /// axes the cells are stretched so that a whole number of them fills the period.
    void assign(std::span<const Vec3> positions, Real cell_size, const Periodicity& periodicity,
                const Threads& threads);

    /// order()[k] is the particle that belongs at place k; `is_sorted` when the particles are in that order already.
    std::span<const uint32_t> order() const { return order_; }
    bool is_sorted() const { return is_sorted_; }
    /// Where the sorted particles are on the curve. The lowest inner_bits are the place inside the cell: z, y, x of the
    /// first halving, then of the second.
    std::span<const uint64_t> keys() const { return keys_; }

    size_t cell_count() const { return keys_of_cells_.size(); }
    /// Cell k holds the particles [start(k), start(k + 1)) of the sorted order.
    uint32_t start(size_t cell) const { return starts_[cell]; }
    CellCoordinates coordinates(size_t cell) const;
    CellCoordinates coordinates(const Vec3& position) const;

    /// The non-empty ones of the 27 cells (9 in 2D) around `centre`, periodic images included, each once.
    int around(CellCoordinates centre, std::array<CellImage, 27>& cells) const;

    size_t memory() const;

private:
    static constexpr uint32_t none = ~0u;

    CellCoordinates inner_coordinates(const Vec3& position) const;
    uint64_t key(CellCoordinates inner) const;
    uint32_t find(uint64_t key) const;
    void find_cells();

    Vec3 origin_;               // corner of cell (0, 0, 0)
    Vec3 per_cell_;             // cells per metre, per axis
    CellCoordinates period_{};  // cells per period, 0 where the axis does not repeat
    Vec3 length_;               // of the period, m
    CellCoordinates lowest_{};  // lowest coordinates in use
    bool is_sorted_ = false;
    std::vector<uint64_t> keys_;  // per particle, sorted
    std::vector<uint32_t> order_;
    std::vector<uint64_t> keys_of_cells_;
    std::vector<uint32_t> starts_;
    struct Slot {
        uint64_t key;
        uint32_t cell = none;
    };
    std::vector<Slot> table_;  // open addressing: hash of a key -> cell
    RadixSort sort_;
};

}  // namespace panta
