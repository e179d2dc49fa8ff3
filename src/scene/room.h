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
    std::function<bool(const Vec3&)> is_within;  // the body, and not beyond walls
};

/// The volume of all that is nearest to the points that were kept, m^3 (m^2 in two dimensions). Away from the cut that
/// is a cell each.
double room_of(const Cut& cut);

}  // namespace panta::scene
