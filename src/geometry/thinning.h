// Evens out a dense cloud of points: a subset that leaves no hole and crowds nowhere.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/vec3d.h"

namespace panta {

/// Indices (ascending) of a subset in which no two points are nearer than `radius` and every dropped point is nearer
/// than `radius` to a kept one. The subset grows like a crystal: always the point that fits most tightly to two kept
/// ones is taken next. The first `kept` points stay in any case. The result depends on the input alone.
std::vector<uint32_t> thin(std::span<const Vec3d> points, double radius, size_t kept = 0);

/// For each point whether one of `others` is nearer than `radius`.
std::vector<bool> have_near(std::span<const Vec3d> points, std::span<const Vec3d> others, double radius);

}  // namespace panta
