// What is measured of a free drop in the plane: how round it is, how it is elongated, and the pressure inside.
#pragma once

#include "scene/scene.h"
#include "step/world.h"

namespace panta::validation {

struct Roundness {
    double largest = 0, smallest = 0;  // m, of the distances from the centre of mass to the edge, by 36 sectors
};
/// The edge is half a spacing beyond the outermost particle of a sector.
Roundness roundness(const World& world);

/// Mean of (x^2 - y^2) / (x^2 + y^2) about the centre of mass: 0 for a disc, the mode of two lobes.
double elongation(const World& world);

/// Radius of a disc with the volume of all particles, m.
double equal_radius(const World& world);

/// Mean pressure of the particles that are three support radii inside: what pressure and surface tension carry
/// together, as the virial of their forces between pairs. Cohesion pulls within the liquid too, and its particles press
/// against that; what is left of the two is the pressure jump of Laplace. Outside is a vacuum.
double inner_pressure(const World& world, const Scene& scene);

}  // namespace panta::validation
