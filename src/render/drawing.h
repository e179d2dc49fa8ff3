// What is in a picture, besides light and camera.
#pragma once

#include <optional>
#include <vector>

#include "base/vec.h"
#include "geometry/mesh.h"

namespace panta {

struct DrawnBall {
    Vec3 centre;
    Real radius = 0;
};

/// An endless plane: the floor, or the sheet behind a two-dimensional world.
struct DrawnPlane {
    Vec3 normal{0, 1, 0};
    Real offset = 0;     // dot(normal, point) for its points
    bool fades = false;  // into the background with growing distance from `centre`
    Vec3 centre;
    Real clear = 1;  // m, the distance from the centre up to which it is fully there
};

struct DrawnLine {
    Vec3 from, to;
};

struct Drawing {
    std::vector<DrawnBall> balls;
    std::vector<Vec3> colours;         // of the balls, linear RGB
    std::vector<TriangleMesh> meshes;  // obstacles
    std::vector<DrawnLine> lines;
    Real line_width = 0;  // m
    std::optional<DrawnPlane> plane;
};

}  // namespace panta
