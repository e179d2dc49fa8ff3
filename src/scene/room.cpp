#include "scene/room.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include "neighbours/point_grid.h"

namespace panta::scene {

namespace {

PointGrid grid_of(const std::vector<Vec3>& points, Real reach) {
    PointGrid grid;
    grid.assign(points, reach, Periodicity{}, Threads(1));
    return grid;
}

/// The index of the nearest point within `reach`, if there is one.
std::optional<uint32_t> nearest(const PointGrid& grid, const Vec3& p, Real reach) {
    std::optional<uint32_t> best;
    Real least = reach * reach;
    grid.for_each_near(p, reach, [&](uint32_t k, const Vec3& away) {
        if (norm2(away) < least) least = norm2(away), best = k;
    });
    return best;
}

/// Whether p is nearer to any point than `distance` along every axis.
bool has_cube_around(const PointGrid& grid, const Vec3& p, Real distance) {
    bool any = false;
    grid.for_each_near(p, std::sqrt(Real(3)) * distance, [&](uint32_t, const Vec3& away) {
        any |= std::max({std::abs(away.x), std::abs(away.y), std::abs(away.z)}) < distance;
    });
    return any;
}

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
    // In spacings:
    constexpr Real reach = Real(1.25);          // what is farther from any point remains empty
    constexpr Real side_by_side = Real(0.999);  // nearer, cells overlap
    constexpr Real around = Real(1.75);         // the points of a cell and of those that touch it
    const Real s = cut.spacing;
    const double cell = std::pow(double(s), cut.dimension);
    if (cut.kept.empty()) return {};

    // Which points are beside the cut, and the cells of the lattice around them.
    const PointGrid kept = grid_of(cut.kept, around * s), carved = grid_of(cut.carved, around * s),
                    earlier = grid_of(cut.earlier, around * s);
    const Vec3 origin = cut.kept.front();
    const int deep = cut.dimension == 3 ? 1 : 0;
    std::vector<char> is_beside(cut.kept.size(), 0);
    std::set<std::array<int, 3>> cells;
    for (size_t k = 0; k < cut.kept.size(); ++k) {
        const Vec3& p = cut.kept[k];
        if (!carved.has_near(p, around * s) && !cut.is_at_wall(p) && !has_cube_around(earlier, p, side_by_side * s))
            continue;
        is_beside[k] = 1;
        const Vec3 at = (p - origin) / s;
        for (int z = -deep; z <= deep; ++z)
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x)
                    cells.insert({int(std::lround(at.x)) + x, int(std::lround(at.y)) + y, int(std::lround(at.z)) + z});
    }

    // They have the free parts of those cells that are nearest to them; the others have a cell each.
    Room room{double(std::ranges::count(is_beside, 0)) * cell, cells.empty()};
    for (const auto& [x, y, z] : cells)
        for_parts_of(origin + s * Vec3{Real(x), Real(y), Real(z)}, s, cut.dimension,
                     [&](const Vec3& part, double volume) {
                         const std::optional<uint32_t> k = nearest(kept, part, reach * s);
                         if (k && is_beside[*k] && cut.is_within(part) && !has_cube_around(earlier, part, s / 2))
                             room.volume += volume;
                     });
    return room;
}

}  // namespace panta::scene
