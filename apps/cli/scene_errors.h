// Problems that show only when the particles of a scene are placed: they know where in the scene, but not its file.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace panta::cli {

/// Does the work; what it finds wrong within the scene is told with the name of the file.
template <class Work>
auto with_name_of_scene(const std::string& file, const Work& work) {
    try {
        return work();
    } catch (const InputError& error) {
        std::vector<Problem> problems = error.problems();
        for (Problem& problem : problems)
            if (problem.where.starts_with("/bodies/") || problem.where == "/spacing")
                problem.where = file + ": " + problem.where;
        throw InputError(problems);
    }
}

}  // namespace panta::cli
