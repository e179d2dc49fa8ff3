// The room that is left when a lattice is cut by walls and earlier bodies that it does not fit.
#pragma once

#include <functional>
#include <vector>

#include "base/vec.h"

namespace panta::scene {

/// A lattice of cells of `spacing`, cut.
struct Cut {
    const std::vector<Vec3>& kept;
    const std::vector<Vec3>& carved;
    const std::vector<Vec3>& earlier;  // particles of other bodies, which have their cells already
    Real spacing;
    int dimension;
    std::function<bool(const Vec3&)> is_within;   // the body, and not beyond walls
    std::function<bool(const Vec3&)> is_at_wall;  // so near that its cell reaches beyond
};

struct Room {
    double volume = 0;     // m^3 (m^2 in two dimensions)
    bool is_full = false;  // nothing is cut: a cell each
};

/// The room of all that is nearest to the points that were kept. Away from the cut that is a cell each.
Room room_of(const Cut& cut);

}  // namespace panta::scene
