// The walls of a scene as they are drawn: obstacles as meshes, containers as lines.
#pragma once

#include <span>
#include <vector>

#include "boundaries/wall.h"
#include "render/drawing.h"

namespace panta {

struct Scenery {
    std::vector<TriangleMesh> obstacles;
    std::vector<DrawnLine> containers;  // edges of boxes, rims and some upright lines of cylinders
};

/// What of the walls is drawn, where they are at a time (s). Planes are not (the picture has a floor), nor are
/// containers other than boxes and cylinders, which would hide what they contain. In two dimensions obstacles are
/// `thickness` (m) thick.
Scenery scenery_of(std::span<const Wall> walls, int dimension, Real thickness, double time = 0);

}  // namespace panta
