#include "scene/room.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace panta::scene {

namespace {

using Cell = std::array<int, 3>;  // z, y, x: those of a row follow each other

/// Points by the cells of a grid of `spacing` around an origin.
class Grid {
public:
    Grid(const std::vector<Vec3>& points, const Vec3& origin, Real spacing, int dimension)
        : points_(points), origin_(origin), spacing_(spacing), reach_z_(dimension == 3 ? 1 : 0) {
        for (size_t k = 0; k < points.size(); ++k) entries_.push_back({cell_of(points[k]), k});
        std::sort(entries_.begin(), entries_.end());
    }

    Cell cell_of(const Vec3& p) const {
        const Vec3 at = (p - origin_) / spacing_;
        return {reach_z_ == 0 ? 0 : int(std::lround(at.z)), int(std::lround(at.y)), int(std::lround(at.x))};
    }
    Vec3 middle_of(const Cell& c) const { return origin_ + spacing_ * Vec3{Real(c[2]), Real(c[1]), Real(c[0])}; }

    /// The rows of three cells that are a cell and those that touch it, by their first cells.
    template <class Body>
    void for_rows_around(const Cell& c, const Body& body) const {
        for (int z = c[0] - reach_z_; z <= c[0] + reach_z_; ++z)
            for (int y = c[1] - 1; y <= c[1] + 1; ++y) body(Cell{z, y, c[2] - 1});
    }

    /// The points in the cell of p and in those that touch it.
    template <class Body>
    void for_points_around(const Vec3& p, const Body& body) const {
        for_rows_around(cell_of(p), [&](const Cell& first) {
            const Cell end{first[0], first[1], first[2] + 3};
            for (auto entry = std::lower_bound(entries_.begin(), entries_.end(), Entry{first, 0});
                 entry != entries_.end() && entry->first < end; ++entry)
                body(entry->second);
        });
    }

    bool has_any_around(const Vec3& p) const {
        bool any = false;
        for_points_around(p, [&](size_t) { any = true; });
        return any;
    }

    /// The index of the nearest point within `reach`, at most a spacing and a half, or the count of points. Of equally
    /// near ones it is the first in the order of cells.
    size_t nearest(const Vec3& p, Real reach) const {
        size_t best = points_.size();
        Real least = reach * reach;
        for_points_around(p, [&](size_t k) {
            if (const Real distance2 = norm2(points_[k] - p); distance2 < least) least = distance2, best = k;
        });
        return best;
    }

    /// Whether p is in the cell of any point, or nearer to one than so many half cells.
    bool has_cell_around(const Vec3& p, Real halves = 1) const {
        bool any = false;
        for_points_around(p, [&](size_t k) {
            const Vec3 away = points_[k] - p;
            any |= 2 * std::max({std::abs(away.x), std::abs(away.y), std::abs(away.z)}) < halves * spacing_;
        });
        return any;
    }

private:
    using Entry = std::pair<Cell, size_t>;
    const std::vector<Vec3>& points_;
    Vec3 origin_;
    Real spacing_;
    int reach_z_;
    std::vector<Entry> entries_;
};

/// The middles and volumes of the parts of a cell, four along each axis.
template <class Body>
void for_parts_of(const Vec3& middle, Real spacing, int dimension, const Body& body) {
    constexpr int parts = 4;
    const auto offset = [&](int k) { return ((Real(k) + Real(0.5)) / parts - Real(0.5)) * spacing; };
    for (int z = 0; z < (dimension == 3 ? parts : 1); ++z)
        for (int y = 0; y < parts; ++y)
            for (int x = 0; x < parts; ++x)
                body(middle + Vec3{offset(x), offset(y), dimension == 3 ? offset(z) : 0},
                     std::pow(double(spacing) / parts, dimension));
}

}  // namespace

Room room_of(const Cut& cut) {
    constexpr Real reach = Real(1.25);          // spacings: what is farther from any point remains empty
    constexpr Real side_by_side = Real(1.998);  // half cells, less a thousandth for rounding
    const Real s = cut.spacing;
    const size_t count = cut.kept.size();
    const double cell = std::pow(double(s), cut.dimension);
    if (count == 0) return {};

    // Which points are beside the cut, and the cells around them.
    const Vec3 origin = cut.kept.front();
    const Grid kept(cut.kept, origin, s, cut.dimension), carved(cut.carved, origin, s, cut.dimension),
        earlier(cut.earlier, origin, s, cut.dimension);
    std::vector<char> is_beside(count, 0);
    std::set<Cell> cells;
    for (size_t k = 0; k < count; ++k) {
        const Vec3& p = cut.kept[k];
        if (!carved.has_any_around(p) && !cut.is_at_wall(p) && !earlier.has_cell_around(p, side_by_side)) continue;
        is_beside[k] = 1;
        kept.for_rows_around(kept.cell_of(cut.kept[k]), [&](const Cell& c) {
            for (int x = 0; x < 3; ++x) cells.insert({c[0], c[1], c[2] + x});
        });
    }

    // They have the free parts of those cells that are nearest to them; the others have a cell each.
    Room room{double(std::ranges::count(is_beside, 0)) * cell, cells.empty()};
    for (const Cell& c : cells)
        for_parts_of(kept.middle_of(c), s, cut.dimension, [&](const Vec3& part, double volume) {
            const size_t k = kept.nearest(part, reach * s);
            if (k < count && is_beside[k] && cut.is_within(part) && !earlier.has_cell_around(part))
                room.volume += volume;
        });
    return room;
}

}  // namespace panta::scene
