// The files that a scene names, found by visiting its keys: a new key that names a file needs no line here.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace panta::scene {

/// The files of a scene in the order of its keys; a file that is named twice is there twice.
std::vector<FilePath*> files_of(Scene& scene);

}  // namespace panta::scene
