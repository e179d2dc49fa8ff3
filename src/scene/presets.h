// Materials by name: documented fragments of a track, with the source of their numbers.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scene/scene.h"

namespace panta::scene {

struct Preset {
    std::string_view name;
    std::string_view doc;
    std::string_view source;
    Track track;
};

/// All presets.
std::span<const Preset> presets();

/// The preset of that name, or null.
const Preset* find_preset(std::string_view name);

}  // namespace panta::scene
