// The scenes of samples/scenes, coarser than they are: their starts hold no surprises. Whether they look right is for
// the eye, see docs/gallery.
#include <gtest/gtest.h>

#include "scenes/worlds.h"

namespace panta {
namespace {

constexpr size_t most_particles = 30000;  // more would take too long; twice the spacing leaves an eighth of them
constexpr int steps = 12;

TEST(SampleScenes, begin_without_leaks_and_explosions) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(PANTA_SOURCE_DIR "/samples/scenes")) {
        if (entry.path().extension() != ".json") continue;
        SCOPED_TRACE(entry.path().filename().string());
        Scene scene = load_scene(entry.path());
        auto world = test::world_of(scene, 2);
        if (world->particles().size() > most_particles) {
            scene.spacing *= 2;
            world = test::world_of(scene, 2);
        }
        // What falls, flows in or is thrown cannot be faster than this; walls that squeeze may eject a little more, and
        // a solver that starts with overlapping particles shoots them off ten times as fast.
        const Real limit = Real(1.5) * scene::expected_speed(scene, *world);
        Real fastest = 0;
        for (int k = 0; k < steps; ++k) fastest = std::max(fastest, world->step(1e9).fastest);
        EXPECT_EQ(world->count_escaped(), 0u);
        EXPECT_LT(fastest, limit);
        EXPECT_GT(world->particles().size(), 0u) << "nothing has come out of the emitters";
        count++;
    }
    EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace panta
