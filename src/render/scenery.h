// The walls of a scene as they are drawn: obstacles as meshes, containers as the lines along their edges.
#pragma once

#include <span>
#include <vector>

#include "boundaries/wall.h"
#include "geometry/mesh.h"

namespace panta {

struct Scenery {
    std::vector<TriangleMesh> obstacles;
    std::vector<Box> containers;
};

/// What of the walls is drawn. Planes are not (the picture has a floor), nor are containers other than boxes along the
/// axes, which would hide what they contain. In two dimensions obstacles are `thickness` (m) thick.
Scenery scenery_of(std::span<const Wall> walls, int dimension, Real thickness);

}  // namespace panta
