// What of a scene may not be meant that way, although nothing is wrong with it. Checking a scene and running it tell
// the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/build.h"
#include "scene/layout.h"

namespace panta::scene {

/// What is to be said of a body, or nothing. `placed` are the lattice points in its shape, carved ones included, if
/// they have been counted.
std::string remark_on_body(const Scene& scene, const Layout& layout, size_t body, std::optional<double> placed);
std::string remark_on_boundary(const Scene& scene, const Layout& layout, size_t boundary);

/// One line for every body and boundary of which there is something to say, or of which something was carved away.
std::vector<std::string> remarks(const Scene& scene, const BuiltWorld& built);

}  // namespace panta::scene
