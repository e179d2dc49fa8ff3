#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.h"
#include "geometry/mesh.h"

namespace panta {
namespace {

class MeshFile : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::path(testing::TempDir()) / (std::string("panta_mesh_") + test->name());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path written(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }
    static std::string complaint(const std::filesystem::path& path) {
        try {
            load_mesh(path);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    }

    std::filesystem::path folder_;
};

std::string box_as_obj() {
    const TriangleMesh box = box_mesh({{0, 0, 0}, {1, 2, 3}});
    std::string text;
    for (const Vec3& v : box.vertices)
        text += "v " + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z) + "\n";
    for (const auto& t : box.triangles)
        text +=
            "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + " " + std::to_string(t[2] + 1) + "\n";
    return text;
}

std::string box_as_stl() {
    const TriangleMesh box = box_mesh({{0, 0, 0}, {1, 2, 3}});
    std::string text = "solid box\n";
    for (const auto& t : box.triangles) {
        text += "facet normal 0 0 0\n outer loop\n";
        for (const uint32_t k : t) {
            const Vec3& v = box.vertices[k];
            text += "  vertex " + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z) + "\n";
        }
        text += " endloop\nendfacet\n";
    }
    return text + "endsolid box\n";
}

TEST_F(MeshFile, obj_and_stl_give_the_same_closed_box) {
    for (const auto& path : {written("box.obj", box_as_obj()), written("box.stl", box_as_stl())}) {
        const TriangleMesh mesh = load_mesh(path);
        EXPECT_EQ(mesh.vertices.size(), 8u) << path;
        EXPECT_TRUE(is_closed(mesh)) << path;
        EXPECT_NEAR(signed_volume(mesh), 6, 1e-6) << path;
    }
}

TEST_F(MeshFile, polygons_of_an_obj_become_triangles) {
    const TriangleMesh mesh =
        load_mesh(written("quad.OBJ", "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nf 1/1/1 2/2/2 3/3/3 4/4/4\n"));
    EXPECT_EQ(mesh.triangles.size(), 2u);
    EXPECT_NEAR(surface_area(mesh), 2, 1e-6);
}

TEST_F(MeshFile, a_ply_with_a_triangle_is_read) {
    const TriangleMesh mesh = load_mesh(written("one.ply",
                                                "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n"
                                                "property float y\nproperty float z\nelement face 1\n"
                                                "property list uchar int vertex_indices\nend_header\n"
                                                "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"));
    EXPECT_NEAR(surface_area(mesh), 0.5, 1e-6);
}

TEST_F(MeshFile, tells_what_is_wrong_with_a_file) {
    EXPECT_NE(complaint(folder_ / "nothing.obj").find("no such mesh file"), std::string::npos);
    EXPECT_NE(complaint(folder_).find("not a file"), std::string::npos);
    EXPECT_NE(complaint(written("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n")).find("no triangles"), std::string::npos);
    EXPECT_NE(complaint(written("far.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")).find("vertex 9"),
              std::string::npos);
    EXPECT_NE(complaint(written("text.stl", "this is not a mesh")).find("cannot be read"), std::string::npos);
    EXPECT_NE(complaint(written("mesh.unknown", "?")).find("cannot be read"), std::string::npos);
    EXPECT_NE(complaint(written("empty.ply", "")), "");
    EXPECT_NE(complaint(written("flat.obj", "v 0 0 0\nv 1 0 0\nf 1 2 1\n")).find("no triangles"), std::string::npos);
}

TEST_F(MeshFile, refuses_vertices_that_are_not_numbers) {
    const std::string rest = "\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    EXPECT_NE(complaint(written("nan.obj", "v 0 nan 0" + rest)).find("nan.obj:1"), std::string::npos);
    EXPECT_NE(complaint(written("words.obj", "v 0 0 zero" + rest)), "");
    EXPECT_EQ(complaint(written("fine.obj", "v 0 -1.5e-3 +.5 1.0" + rest)), "");
    EXPECT_NE(complaint(written("nan.ply",
                                "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                                "property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
                                "end_header\nnan 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")),
              "");
    EXPECT_NE(complaint(written("inf.obj", "v 1e999 0 0" + rest)), "");
}

TEST_F(MeshFile, refuses_faces_whose_numbers_are_too_large_to_be_read) {
    const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    for (const char* face : {"f 1 2 99999999999999999999", "f 1 2 -99999999999999999999", "f 1 4294967298 3",
                             "f 1/1 2/2 3/2147483648", "\tf 1//1 2//2 3//99999999999"}) {
        const std::string told = complaint(written("large.obj", vertices + face + "\n"));
        EXPECT_NE(told.find("large.obj:4: "), std::string::npos) << face << ": " << told;
        EXPECT_NE(told.find("too large"), std::string::npos) << face << ": " << told;
    }
    EXPECT_EQ(complaint(written("fine.obj", vertices + "f -3 -2/7 3//8\n")), "");
}

}  // namespace
}  // namespace panta
