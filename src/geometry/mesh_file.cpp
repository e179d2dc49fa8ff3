// Loading meshes: OBJ through tinyobjloader, everything else through assimp.
#include <tiny_obj_loader.h>

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include "base/error.h"
#include "geometry/mesh.h"

namespace panta {
namespace {

std::string lower_case(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return text;
}

/// The indices of a mesh as the file states them: signed and wide, so that nonsense can be refused.
struct RawMesh {
    std::vector<Vec3> vertices;
    std::vector<std::array<int64_t, 3>> triangles;
};

/// Whether the words of a vertex begin with three finite numbers.
bool has_finite_numbers(std::istringstream& words) {
    for (int axis = 0; axis < 3; ++axis) {
        std::string word;
        double value = NAN;
        if (words >> word) {
            const char* first = word.data() + (word[0] == '+' ? 1 : 0);
            const char* last = word.data() + word.size();
            const auto [end, trouble] = std::from_chars(first, last, value);
            if (trouble != std::errc() || end != last) value = NAN;
        }
        if (!std::isfinite(Real(value))) return false;
    }
    return true;
}

/// Whether the parser can hold the numbers in the words of a face, "1", "1/2", "1//3" or "1/2/3" each.
bool has_small_indices(std::istringstream& words) {
    std::string text;
    std::getline(words, text);
    std::ranges::replace(text, '/', ' ');
    std::istringstream numbers(text);
    for (std::string word; numbers >> word;) {
        int32_t index = 0;
        const char* first = word.data() + (word[0] == '+' ? 1 : 0);
        if (std::from_chars(first, word.data() + word.size(), index).ec == std::errc::result_out_of_range) return false;
    }
    return true;
}

/// Refuses vertices that are no finite numbers, which the parser would read as zero, and indices that it cannot hold,
/// of which it would make others.
void check_obj_numbers(const std::string& file) {
    std::ifstream in(file);
    std::string line;
    for (size_t number = 1; std::getline(in, line); ++number) {
        std::istringstream words(line);
        std::string word;
        if (!(words >> word)) continue;
        const auto refuse = [&](const char* what) { throw InputError(file + ":" + std::to_string(number), what); };
        if (word == "v" && !has_finite_numbers(words)) refuse("this vertex is not three finite numbers");
        if (word == "f" && !has_small_indices(words)) refuse("a number of this face is too large");
    }
}

bool parse_obj(const std::string& file, bool triangulate, tinyobj::ObjReader& reader) {
    tinyobj::ObjReaderConfig config;
    config.triangulate = triangulate;
    config.vertex_color = false;
    return reader.ParseFromFile(file, config);
}

RawMesh load_obj(const std::string& file) {
    check_obj_numbers(file);
    // Read the polygons as they are first: cutting them up hides indices that point nowhere.
    tinyobj::ObjReader polygons, triangles;
    if (!parse_obj(file, false, polygons))
        throw InputError(file, "this OBJ file cannot be read: " + polygons.Error(), "check that it is a text OBJ file");
    const size_t vertices = polygons.GetAttrib().vertices.size() / 3;
    for (const tinyobj::shape_t& shape : polygons.GetShapes())
        for (const tinyobj::index_t& index : shape.mesh.indices)
            if (index.vertex_index < 0 || size_t(index.vertex_index) >= vertices)
                throw InputError(file, "a face names vertex " + std::to_string(index.vertex_index + 1) +
                                           ", but the file has " + std::to_string(vertices) + " vertices");
    if (!parse_obj(file, true, triangles)) throw InputError(file, "this OBJ file cannot be read: " + triangles.Error());

    RawMesh mesh;
    const std::vector<tinyobj::real_t>& xyz = triangles.GetAttrib().vertices;
    for (size_t k = 0; k + 2 < xyz.size(); k += 3) mesh.vertices.push_back({xyz[k], xyz[k + 1], xyz[k + 2]});
    for (const tinyobj::shape_t& shape : triangles.GetShapes())
        for (size_t k = 0; k + 2 < shape.mesh.indices.size(); k += 3)
            mesh.triangles.push_back({shape.mesh.indices[k].vertex_index, shape.mesh.indices[k + 1].vertex_index,
                                      shape.mesh.indices[k + 2].vertex_index});
    return mesh;
}

RawMesh load_with_assimp(const std::string& file) {
    Assimp::Importer importer;
    // Lines and points are no surface; transforms of the file's nodes are applied.
    importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_LINE | aiPrimitiveType_POINT);
    const aiScene* scene =
        importer.ReadFile(file, aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_PreTransformVertices);
    if (!scene)
        throw InputError(file, std::string("this mesh file cannot be read: ") + importer.GetErrorString(),
                         "OBJ, STL and PLY are safe choices");
    RawMesh mesh;
    for (unsigned m = 0; m < scene->mNumMeshes; ++m) {
        const aiMesh& part = *scene->mMeshes[m];
        const auto first = int64_t(mesh.vertices.size());
        for (unsigned k = 0; k < part.mNumVertices; ++k)
            mesh.vertices.push_back({part.mVertices[k].x, part.mVertices[k].y, part.mVertices[k].z});
        for (unsigned k = 0; k < part.mNumFaces; ++k) {
            const aiFace& face = part.mFaces[k];
            if (face.mNumIndices == 3)
                mesh.triangles.push_back(
                    {first + face.mIndices[0], first + face.mIndices[1], first + face.mIndices[2]});
        }
    }
    return mesh;
}

TriangleMesh checked(const RawMesh& raw, const std::string& file) {
    TriangleMesh mesh;
    for (const Vec3& vertex : raw.vertices) {
        if (!is_finite(vertex))
            throw InputError(file, "vertex " + std::to_string(mesh.vertices.size() + 1) + " is not a finite number");
        // Adding zero makes -0 and 0 the same.
        mesh.vertices.push_back(vertex + Vec3{});
    }
    for (const auto& triangle : raw.triangles) {
        for (const int64_t index : triangle)
            if (index < 0 || size_t(index) >= mesh.vertices.size())
                throw InputError(file, "a triangle names vertex " + std::to_string(index) + " (counted from 0), but " +
                                           "the file has " + std::to_string(mesh.vertices.size()) + " vertices");
        mesh.triangles.push_back({uint32_t(triangle[0]), uint32_t(triangle[1]), uint32_t(triangle[2])});
    }
    mesh = merged(mesh);
    if (mesh.triangles.empty()) throw InputError(file, "this mesh has no triangles", "export it with its faces");
    return mesh;
}

}  // namespace

TriangleMesh load_mesh(const std::filesystem::path& path) {
    const std::string file = path.string();
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) throw InputError(file, "there is no such mesh file");
    if (!std::filesystem::is_regular_file(path, ignored)) throw InputError(file, "this is not a file");
    try {
        return checked(lower_case(path.extension().string()) == ".obj" ? load_obj(file) : load_with_assimp(file), file);
    } catch (const InputError&) {
        throw;
    } catch (const std::exception& trouble) {
        throw InputError(file, std::string("this mesh file cannot be read: ") + trouble.what());
    }
}

}  // namespace panta
