// The meshes that a scene names, read from their files. What is wrong with a file is told of the key that names it.
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "geometry/mesh_animation.h"
#include "scene/scene.h"

namespace panta::scene {

/// Does work that reads files for the key at `path`.
template <class Work>
auto told_of(const std::string& path, const Work& work) {
    std::vector<Problem> problems;
    std::optional<decltype(work())> result;
    gather(
        problems, [&] { result.emplace(work()); }, path);
    throw_any(problems);
    return *std::move(result);
}

/// The frames of a form at `path`, not placed. Throws an InputError if they are not of the same triangles.
MeshAnimation animation_of(const MeshFrames& frames, const std::string& path);

}  // namespace panta::scene
