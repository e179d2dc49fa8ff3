// Guides of a scene: filled shapes, frames of meshes, bodies.
#include "scene/guides.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "scene/load.h"

namespace panta {
namespace {

/// A folder of its own for the meshes of a test.
class Guides : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) / "panta_guides";
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& name, const TriangleMesh& mesh) const {
        std::ofstream file(folder_ / name);
        for (const Vec3& v : mesh.vertices) file << "v " << v.x << ' ' << v.y << ' ' << v.z << '\n';
        for (const auto& t : mesh.triangles) file << "f " << t[0] + 1 << ' ' << t[1] + 1 << ' ' << t[2] + 1 << '\n';
    }
    Scene with_guide(const std::string& keys) const {
        return parse_scene(R"({"format": 1, "spacing": 0.1, "bodies": [{"name": "water", "shape": {"box": {"size":
            [1, 1, 1]}}, "preset": "water"}, {"name": "led", "shape": {"box": {"size": [1, 1, 1]}},
            "track": [{"behaviour": "fluid"}, {"behaviour": "control"}]}], "guides": [{)" +
                               keys + "}]}",
                           "test", folder_);
    }
    std::filesystem::path folder_;
};

TEST_F(Guides, are_filled_at_the_distance_that_sampling_says) {
    const auto guides = scene::guides_of(with_guide(R"("box": {"size": [0.8, 0.6, 0.4]}, "at": [1, 0, 0])"));
    ASSERT_EQ(guides.size(), 1u);
    ASSERT_EQ(guides[0].poses.size(), 1u);
    EXPECT_EQ(guides[0].poses[0].size(), 4u * 3 * 2);  // two spacings apart
    EXPECT_FLOAT_EQ(guides[0].radius, 0.4f);
    const auto dense =
        scene::guides_of(with_guide(R"("box": {"size": [0.8, 0.6, 0.4]}, "sampling": 1, "radius": 0.2)"));
    EXPECT_EQ(dense[0].poses[0].size(), 8u * 6 * 4);
    EXPECT_FLOAT_EQ(dense[0].radius, 0.2f);
}

TEST_F(Guides, may_be_bodies) {
    const auto guides = scene::guides_of(with_guide(R"("body": "water")"));
    EXPECT_EQ(guides[0].body, 0u);
}

TEST_F(Guides, follow_the_frames_of_a_mesh) {
    const TriangleMesh ball = sphere_mesh({}, Real(0.6), 2);
    // Vertices are written with six digits, so that edges of 0.15 m are right to 1e-5 of their length, and so are the
    // directions of the points 1.2 m away.
    const double tolerance = 1e-4;
    const Placement turn{{1, 0, 0}, {0, 90, 0}, 1};
    write("a.obj", ball);
    write("b.obj", placed(ball, turn));
    const auto guides = scene::guides_of(
        with_guide(R"("frames": ["a.obj", "b.obj", "a.obj"], "frame_rate": 10, "at": [0, 2, 0], "scale": 2)"));
    ASSERT_EQ(guides[0].poses.size(), 3u);
    EXPECT_EQ(guides[0].frame_rate, 10);
    ASSERT_GT(guides[0].poses[0].size(), 100u);
    for (size_t p = 0; p < guides[0].poses[0].size(); ++p) {
        const Vec3d start = guides[0].poses[0][p];
        const Vec3d own = (start - Vec3d{0, 2, 0}) / 2;
        const Vec3d expected = 2 * placed(own, turn) + Vec3d{0, 2, 0};
        EXPECT_LT(norm(Vec3d(guides[0].poses[1][p]) - expected), tolerance);
        EXPECT_LT(norm(Vec3d(guides[0].poses[2][p]) - start), tolerance);
    }
}

TEST_F(Guides, refuse_frames_of_other_triangles) {
    write("a.obj", sphere_mesh({}, 1, 2));
    write("b.obj", sphere_mesh({}, 1, 1));
    const Scene scene = with_guide(R"("frames": ["a.obj", "b.obj"])");
    try {
        scene::guides_of(scene);
        FAIL() << "nothing was said";
    } catch (const InputError& error) {
        EXPECT_EQ(error.problems()[0].where, "/guides/0/frames/1");
    }
}

// Two small balls beside the middle, where the only point would be.
TEST_F(Guides, refuse_meshes_without_a_point_inside) {
    TriangleMesh balls = sphere_mesh({Real(-0.05), 0, 0}, Real(0.02), 1);
    const TriangleMesh other = sphere_mesh({Real(0.05), 0, 0}, Real(0.02), 1);
    const auto first = uint32_t(balls.vertices.size());
    balls.vertices.insert(balls.vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const auto& t : other.triangles) balls.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    write("balls.obj", balls);
    EXPECT_THROW(scene::guides_of(with_guide(R"("mesh": "balls.obj")")), InputError);
}

}  // namespace
}  // namespace panta
