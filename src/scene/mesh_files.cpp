#include "scene/mesh_files.h"

#include <map>

namespace panta::scene {

MeshAnimation animation_of(const MeshFrames& frames, const std::string& path) {
    std::vector<std::vector<Vec3>> vertices;
    std::vector<std::array<uint32_t, 3>> triangles;
    std::map<std::filesystem::path, size_t> seen;  // a file may be named more than once
    for (size_t k = 0; k < frames.files.size(); ++k) {
        const auto [known, is_new] = seen.emplace(frames.files[k].path, k);
        if (!is_new) {
            vertices.push_back(vertices[known->second]);
            continue;
        }
        const std::string here = path + "/frames/" + std::to_string(k);
        TriangleMesh mesh = told_of(here, [&] { return load_mesh(frames.files[k].path); });
        if (k == 0) triangles = mesh.triangles;
        if (mesh.triangles != triangles || (k > 0 && mesh.vertices.size() != vertices.front().size()))
            throw InputError(here, "its triangles are not those of the first frame",
                             "all frames must have the same vertices in the same order, as triangles, since polygons "
                             "may be cut in other ways; and no two vertices may meet in one of them only");
        vertices.push_back(std::move(mesh.vertices));
    }
    return {std::move(triangles), std::move(vertices), frames.frame_rate, frames.repeat};
}

}  // namespace panta::scene
