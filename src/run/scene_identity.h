// What a checkpoint remembers of its scene. The same scene in a folder that was moved is the same; a mesh that was
// edited makes it another, although the scene file still reads the same.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace panta {

struct SceneIdentity {
    struct File {
        std::filesystem::path path;  // where it is now, for messages
        uint64_t content = 0;        // hash of its bytes
    };
    std::string text;         // the resolved scene, with numbers in place of the names of files
    std::vector<File> files;  // in the order of these numbers
};

/// Reads every file that the scene names. Throws InputError if one cannot be read.
SceneIdentity identity_of(const Scene& scene);

}  // namespace panta
