#include "run/scene_identity.h"

#include "base/hash.h"
#include "io/file_bytes.h"
#include "scene/files.h"
#include "scene/load.h"

namespace panta {

SceneIdentity identity_of(const Scene& given) {
    Scene scene = given;
    scene.schema.reset();  // of concern to editors only
    SceneIdentity identity;
    for (scene::FilePath* file : scene::files_of(scene)) {
        const auto bytes = read_file(file->path);
        identity.files.push_back({file->path, hash_bytes(bytes.data(), bytes.size())});
        file->path = "file " + std::to_string(identity.files.size());
    }
    identity.text = resolved(scene);
    return identity;
}

}  // namespace panta
