// What a scene will need, with its particles counted: bodies are filled and carved, walls are sampled, as for a run.
#pragma once

#include "scene/estimate.h"

namespace panta::scene {

/// Scenes of more particles are estimated, because counting takes a microsecond or more for each of them.
inline constexpr double most_counted = 4e6;

/// What running the scene takes. Up to `most` particles everything is counted, exactly but for the last layer of an
/// emitter, which may leave within the last step; beyond, `exact` is false and carving is not considered. Throws
/// InputError for what only shows now, such as an unusable mesh.
Needs count(const Scene& scene, double most = most_counted);

}  // namespace panta::scene
