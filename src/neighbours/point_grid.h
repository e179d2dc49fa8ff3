// Points that are no particles of the world, or only some of them, and who is near a place: hashed cells of the size of
// the farthest reach (cell_grid.h), so that empty space costs nothing. Points are visited in an order that depends on
// where they are only, never on threads.
#pragma once

#include <span>
#include <vector>

#include "neighbours/cell_grid.h"

namespace panta {

class PointGrid {
public:
    /// Takes the points. Nobody will ask further than `reach` (m); periodic axes are three of them long, or more.
    void assign(std::span<const Vec3> points, Real reach, const Periodicity& periodicity, const Threads& threads);

    /// Calls visit(k, away) for each point k that is nearer to `centre` than `radius`, which is no more than the reach;
    /// away = point - centre, to its nearest image.
    template <class Visit>
    void for_each_near(const Vec3& centre, Real radius, const Visit& visit) const {
        std::array<CellImage, 27> cells;
        const int found = grid_.around(grid_.coordinates(centre), cells);
        for (int c = 0; c < found; ++c) {
            const uint32_t cell = cells[size_t(c)].cell;
            for (uint32_t k = grid_.start(cell); k < grid_.start(cell + 1); ++k) {
                Vec3 away = sorted_[k] - centre;
                if (repeats_) away = periodicity_.shortest(away);
                if (norm2(away) < radius * radius) visit(grid_.order()[k], away);
            }
        }
    }

    /// Whether any point is nearer to `centre` than `radius`.
    bool has_near(const Vec3& centre, Real radius) const {
        bool any = false;
        for_each_near(centre, radius, [&](uint32_t, const Vec3&) { any = true; });
        return any;
    }

    /// Calls body(k) for all k in [0, count), in small blocks: each is expected to ask for what is near.
    template <class Body>
    static void for_each_centre(size_t count, const Threads& threads, const Body& body) {
        constexpr size_t block = 256;
        threads.for_blocks(count, block, [&](size_t begin, size_t end) {
            for (size_t k = begin; k < end; ++k) body(k);
        });
    }

private:
    CellGrid grid_;
    Periodicity periodicity_;
    bool repeats_ = false;      // along some axis
    std::vector<Vec3> sorted_;  // the points, by cell
};

}  // namespace panta
