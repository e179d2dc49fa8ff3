// The descriptions of a scene as geometry: solids and walls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "boundaries/wall.h"
#include "geometry/shape.h"
#include "scene/scene.h"

namespace panta::scene {

/// What a particle of the scene's spacing fills, m^3 (m^2 in two dimensions).
Real volume_of_particle(const Scene& scene);

/// The solid that a body fills; none for an emitter.
std::optional<panta::Shape> solid_of(const Scene& scene, const Body& body);
/// The solid that the points of a guide fill; none for a body.
std::optional<panta::Shape> solid_of(const Scene& scene, const Guide& guide);
/// `path`: of the boundary, for what is wrong with its files.
Wall wall_of(const Scene& scene, const Boundary& boundary, const std::string& path);
/// The region of an outflow.
panta::Shape region_of(const Scene& scene, const Outflow& outflow);

MotionParams motion_of(const Motion& motion);
panta::Placement placement_of(const Placement& placement, Real more_scale = 1);

}  // namespace panta::scene
