// Behaviours from shared libraries, for programs that were built without them (include/panta/behaviour.h).
#pragma once

#include <filesystem>

#include "panta/behaviour.h"

namespace panta {

/// Loads a plug-in, which stays loaded until the program ends, and adds its behaviours. Throws InputError if the file
/// is none, or one that was built with another version of the header.
void load_plugin(const std::filesystem::path& file, Behaviours& behaviours);

}  // namespace panta
