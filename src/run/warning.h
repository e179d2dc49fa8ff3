// What the figures of a finished run give reason to doubt.
#pragma once

#include <string>

#include "run/report.h"
#include "scene/scene.h"

namespace panta {

/// The mean compression up to which nothing is said: 1 %, or what the scene allows if that is more.
double unremarkable_compression(const scene::Scene& scene);

/// One sentence for the user if particles were compressed by more than that in the mean, with what may help; otherwise
/// nothing.
std::string compression_warning(const scene::Scene& scene, const RunReport& report);

}  // namespace panta
