// Boundary particles: points behind the surface of a wall (outside the fluid's region), in layers. The first layer is
// half a spacing behind, as the fluid's first layer is half a spacing in front, so that the lattice of the fluid goes
// on in the walls of a box; each further layer is one spacing deeper. Sheets have one layer on either side
// (neighbours/wall_sides.h).
#pragma once

#include <vector>

#include "boundaries/wall.h"
#include "neighbours/periodicity.h"

namespace panta {

struct WallSampling {
    Real spacing = 0;         // d, m
    Real support_radius = 0;  // h, m: planes reach this much further than the scene
    Box extent = {};          // bounds of the scene, which a plane must cover
    int dimension = 3;
    int layers = 1;
    Periodicity periodicity = {};  // planes go on through its ends by their images, and are sampled once
};

struct WallSamples {
    std::vector<Vec3> points;
    std::vector<Vec3> normals;  // unit, towards the fluid
    std::vector<Real> depths;   // distance behind the surface, m
};

WallSamples sample_wall(const Wall& wall, const WallSampling& sampling);
/// How many particles a plane gets.
double count_on_plane(const PlaneWall& plane, const WallSampling& sampling);

}  // namespace panta
