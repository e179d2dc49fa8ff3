// What is generated from the declarations of a scene, for editors and for people.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/builtin.h"

namespace panta {

/// The JSON Schema (draft 2020-12) of a scene file whose tracks name behaviours of the catalogue. Units are in the
/// annotation "unit".
std::string scene_schema(const scene::Catalogue& catalogue = scene::builtin_behaviours());

/// The reference page in Markdown: every key with type, unit, range, default and meaning.
std::string scene_reference();

/// One line of a list, with what belongs to it.
struct Listed {
    std::string name;
    std::string doc;
    std::vector<std::string> details;
};

/// What can be listed: behaviours, presets, pressure, ...
std::span<const std::string_view> list_topics();

/// Everything there is of a topic, which must be one of list_topics(); `catalogue` are the behaviours.
std::vector<Listed> list_of(std::string_view topic, const scene::Catalogue& catalogue = scene::builtin_behaviours());

}  // namespace panta
