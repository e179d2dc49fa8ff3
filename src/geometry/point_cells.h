// Which of many points are near a place: for what is done once, when a scene is built.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "geometry/vec3d.h"

namespace panta {

/// Points sorted by cubic cells of a given size.
class PointCells {
public:
    PointCells(std::span<const Vec3d> points, double size) : size_(size) {
        entries_.reserve(points.size());
        for (uint32_t k = 0; k < points.size(); ++k) entries_.emplace_back(cell(points[k]), k);
        std::sort(entries_.begin(), entries_.end());
    }

    /// Calls visit(index) for the points of the cells around p: all within one cell size, and some more.
    template <class Visit>
    void around(const Vec3d& p, const Visit& visit) const {
        const Cell c = cell(p);
        // Cells that differ in their last number only are neighbours in the list.
        for (int64_t x = c[0] - 1; x <= c[0] + 1; ++x)
            for (int64_t y = c[1] - 1; y <= c[1] + 1; ++y) {
                auto entry = std::lower_bound(entries_.begin(), entries_.end(), Entry{{x, y, c[2] - 1}, 0u});
                for (; entry != entries_.end() && entry->first <= Cell{x, y, c[2] + 1}; ++entry) visit(entry->second);
            }
    }

private:
    using Cell = std::array<int64_t, 3>;
    using Entry = std::pair<Cell, uint32_t>;

    Cell cell(const Vec3d& p) const {
        return {int64_t(std::floor(p.x / size_)), int64_t(std::floor(p.y / size_)), int64_t(std::floor(p.z / size_))};
    }

    double size_;
    std::vector<Entry> entries_;
};

}  // namespace panta
