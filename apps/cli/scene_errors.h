// Problems that show only when the particles of a scene are placed: they know where in the scene, but not its file.
#pragma once

#include <string>

#include "base/error.h"
#include "scene/load.h"

namespace panta::cli {

/// Does the work; what it finds wrong within the scene is told with the name and the line of the file.
template <class Work>
auto with_name_of_scene(const std::string& file, const Work& work) {
    try {
        return work();
    } catch (const InputError& error) {
        throw InputError(at_lines_of(file, error.problems()));
    }
}

}  // namespace panta::cli
