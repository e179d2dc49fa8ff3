// Scenes from files and back. Every problem of a file is found and told at once, in one InputError, each with
// "file:line: /json/path".
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "scene/builtin.h"
#include "scene/scene.h"

namespace panta {

/// A scene that would need more particles than this is refused before it runs out of memory.
inline constexpr double most_particles = 200e6;

/// Reads a scene file; tracks may name what is in the catalogue, which must live as long as the scene.
Scene load_scene(const std::filesystem::path& file, const scene::Catalogue& catalogue = scene::builtin_behaviours());

/// Reads a scene from text; `file_name` is for messages, meshes are looked for in `folder`.
Scene parse_scene(std::string_view text, const std::string& file_name, const std::filesystem::path& folder,
                  const scene::Catalogue& catalogue = scene::builtin_behaviours());

/// What was found wrong after loading, at JSON paths of the scene, with the file and its lines.
std::vector<Problem> at_lines_of(const std::filesystem::path& file, std::vector<Problem> problems);

/// The scene as JSON with every default filled in; it loads again to the same scene.
std::string resolved(const Scene& scene);

}  // namespace panta
