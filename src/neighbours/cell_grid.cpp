#include "neighbours/cell_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/check.h"

namespace panta {

namespace {

constexpr size_t block = 8192;         // particles per task
constexpr int32_t farthest = 1 << 20;  // inner cells from the origin; what lies beyond is put into the last cell

/// Puts two zero bits between the lowest 21 bits of x.
uint64_t spread(uint64_t x) {
    x = (x | x << 32) & 0x001f00000000ffffULL;
    x = (x | x << 16) & 0x001f0000ff0000ffULL;
    x = (x | x << 8) & 0x100f00f00f00f00fULL;
    x = (x | x << 4) & 0x10c30c30c30c30c3ULL;
    return (x | x << 2) & 0x1249249249249249ULL;
}
uint64_t gather(uint64_t x) {
    x &= 0x1249249249249249ULL;
    x = (x | x >> 2) & 0x10c30c30c30c30c3ULL;
    x = (x | x >> 4) & 0x100f00f00f00f00fULL;
    x = (x | x >> 8) & 0x001f0000ff0000ffULL;
    x = (x | x >> 16) & 0x001f00000000ffffULL;
    return (x | x >> 32) & 0x1fffffULL;
}

/// One multiplication (Fibonacci hashing); the upper half has the well-mixed bits.
size_t hashed(uint64_t key) { return size_t(key * 0x9e3779b97f4a7c15ULL >> 32); }

int32_t inner_coordinate(Real x, Real origin, Real per_cell) {
    const Real cell = std::floor((x - origin) * per_cell * (1 << CellGrid::inner_levels));
    return int32_t(std::clamp(cell, Real(-farthest), Real(farthest - 1)));
}
int32_t around_period(int32_t x, int32_t period) { return period == 0 ? x : ((x % period) + period) % period; }

struct Range {
    CellCoordinates lower{farthest, farthest, farthest}, upper{-farthest, -farthest, -farthest};
    void extend(const CellCoordinates& low, const CellCoordinates& up) {
        lower = {std::min(lower.x, low.x), std::min(lower.y, low.y), std::min(lower.z, low.z)};
        upper = {std::max(upper.x, up.x), std::max(upper.y, up.y), std::max(upper.z, up.z)};
    }
};

}  // namespace

void CellGrid::assign(std::span<const Vec3> positions, Real cell_size, const Periodicity& periodicity,
                      const Threads& threads) {
    const size_t count = positions.size();
    origin_ = periodicity.lower;
    length_ = periodicity.period;
    const auto fit = [&](Real period, int32_t& cells) {
        cells = period > 0 ? int32_t(period / cell_size) : 0;
        check(period <= 0 || cells >= 3, "a periodic axis is at least three cells wide");
        return period > 0 ? Real(cells) / period : 1 / cell_size;
    };
    per_cell_.x = fit(periodicity.period.x, period_.x);
    per_cell_.y = fit(periodicity.period.y, period_.y);
    per_cell_.z = fit(periodicity.period.z, period_.z);

    // The lowest and highest cell in use.
    const Range range = threads.reduce_blocks(
        count, block, Range{},
        [&](size_t begin, size_t end) {
            Range part;
            for (size_t i = begin; i < end; ++i) {
                const CellCoordinates c = coordinates(positions[i]);
                part.extend(c, c);
            }
            return part;
        },
        [](Range a, const Range& b) { return a.extend(b.lower, b.upper), a; });
    lowest_ = range.lower;

    // Keys, and whether they are sorted already.
    keys_.resize(count);
    order_.resize(count);
    threads.for_blocks(count, block, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
            keys_[i] = key(inner_coordinates(positions[i]));
            order_[i] = uint32_t(i);
        }
    });
    is_sorted_ = std::is_sorted(keys_.begin(), keys_.end());
    if (!is_sorted_) {
        const int64_t widest = std::max({int64_t(range.upper.x) - lowest_.x, int64_t(range.upper.y) - lowest_.y,
                                         int64_t(range.upper.z) - lowest_.z});
        sort_.sort(keys_, order_, 3 * int(std::bit_width(uint64_t(widest))) + inner_bits, threads);
    }
    find_cells();
}

void CellGrid::find_cells() {
    keys_of_cells_.clear();
    starts_.clear();
    for (size_t k = 0; k < keys_.size(); ++k)
        if (k == 0 || keys_[k] >> inner_bits != keys_of_cells_.back()) {
            keys_of_cells_.push_back(keys_[k] >> inner_bits);
            starts_.push_back(uint32_t(k));
        }
    starts_.push_back(uint32_t(keys_.size()));

    // At most half full, so that probing stays short.
    table_.assign(std::bit_ceil(2 * keys_of_cells_.size() + 1), Slot{});
    for (size_t cell = 0; cell < keys_of_cells_.size(); ++cell) {
        size_t slot = hashed(keys_of_cells_[cell]) & (table_.size() - 1);
        while (table_[slot].cell != none) slot = (slot + 1) & (table_.size() - 1);
        table_[slot] = {keys_of_cells_[cell], uint32_t(cell)};
    }
}

CellCoordinates CellGrid::inner_coordinates(const Vec3& p) const {
    constexpr int32_t halves = 1 << inner_levels;
    return {around_period(inner_coordinate(p.x, origin_.x, per_cell_.x), halves * period_.x),
            around_period(inner_coordinate(p.y, origin_.y, per_cell_.y), halves * period_.y),
            around_period(inner_coordinate(p.z, origin_.z, per_cell_.z), halves * period_.z)};
}

CellCoordinates CellGrid::coordinates(const Vec3& p) const {
    const CellCoordinates inner = inner_coordinates(p);
    return {inner.x >> inner_levels, inner.y >> inner_levels, inner.z >> inner_levels};
}

CellCoordinates CellGrid::coordinates(size_t cell) const {
    const uint64_t key = keys_of_cells_[cell];
    return {int32_t(gather(key)) + lowest_.x, int32_t(gather(key >> 1)) + lowest_.y,
            int32_t(gather(key >> 2)) + lowest_.z};
}

uint64_t CellGrid::key(CellCoordinates inner) const {
    const auto bits = [](int32_t at, int32_t lowest) { return spread(uint64_t(at - (lowest << inner_levels))); };
    return bits(inner.x, lowest_.x) | bits(inner.y, lowest_.y) << 1 | bits(inner.z, lowest_.z) << 2;
}

uint32_t CellGrid::find(uint64_t key) const {
    for (size_t slot = hashed(key) & (table_.size() - 1); table_[slot].cell != none;
         slot = (slot + 1) & (table_.size() - 1))
        if (table_[slot].key == key) return table_[slot].cell;
    return none;
}

int CellGrid::around(CellCoordinates centre, std::array<CellImage, 27>& cells) const {
    int found = 0;
    if (keys_of_cells_.empty()) return found;

    // Along each axis: the three coordinates as bits of a key, and the shift of the image.
    struct Beside {
        uint64_t bits[3];
        Real shift[3];
        bool exists[3];
    };
    const auto beside = [](int32_t at, int32_t lowest, int32_t period, Real length, int axis) {
        Beside axis_cells;
        for (int k = 0; k < 3; ++k) {
            const int32_t seen = at + k - 1, real = around_period(seen, period);
            axis_cells.exists[k] = real >= lowest;
            axis_cells.bits[k] = spread(uint64_t(real - lowest)) << axis;
            axis_cells.shift[k] = seen == real ? 0 : seen > real ? length : -length;
        }
        return axis_cells;
    };
    const Beside x = beside(centre.x, lowest_.x, period_.x, length_.x, 0);
    const Beside y = beside(centre.y, lowest_.y, period_.y, length_.y, 1);
    const Beside z = beside(centre.z, lowest_.z, period_.z, length_.z, 2);

    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 3; ++i) {
                if (!x.exists[i] || !y.exists[j] || !z.exists[k]) continue;
                const uint32_t cell = find(x.bits[i] | y.bits[j] | z.bits[k]);
                if (cell != none) cells[size_t(found++)] = {cell, {x.shift[i], y.shift[j], z.shift[k]}};
            }
    return found;
}

size_t CellGrid::memory() const {
    return keys_.capacity() * 8 * 2 + order_.capacity() * 4 * 2 + keys_of_cells_.capacity() * 8 +
           starts_.capacity() * 4 + table_.capacity() * sizeof(Slot);
}

}  // namespace panta
