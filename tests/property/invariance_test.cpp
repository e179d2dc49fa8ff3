// What must make no difference: where the scene is, in which order its particles are kept, whether it was saved.
#include "run/checkpoints.h"
#include "scenes/worlds.h"
#include "unit/io/test_folder.h"

namespace panta::test {
namespace {

/// A block of water that falls on a ball in a box; all lengths are powers of two, so that shifts of whole metres are
/// exact. By wcsph, which takes no decisions: an iteration more or less is more than rounding.
Scene falling_block(const Vec3& shift) {
    Scene scene = parse_scene(R"({"format": 1, "spacing": 0.03125, "pressure": {"method": "wcsph"}, "bodies": [
        {"shape": {"box": {"min": [0.25, 0.25, 0.25], "max": [0.5, 0.75, 0.5]}}, "velocity": [1, -2, 0.5],
         "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}},
                       {"sphere": {"radius": 0.125}, "at": [0.5, 0.125, 0.5], "solid": true}]})",
                              "test", scenes());
    scene.bodies[0].placement.at += shift;
    for (scene::Boundary& boundary : scene.boundaries) boundary.placement.at += shift;
    return scene;
}

constexpr int steps = 60;

/// How far rounding errors may drive two runs of the falling block apart. A position is rounded by half a unit in its
/// last place (`place`, m) in each of the steps. The error of a spacing of s then makes pressure forces differ by
/// rho cs^2 (error / s) / (rho s) at most, which is felt for the rest of the time: sound crosses some `steps` dt cs / h
/// = 15 support radii, so errors grow about as often; a hundred roundings are far more than that and far less than any
/// mistake in the physics.
Real allowed(Real place) { return 100 * place; }

TEST(Translation, makes_no_difference_but_rounding) {
    const Vec3 shift{2, -3, 1};
    const auto here = world_of(falling_block({})), there = world_of(falling_block(shift));
    ASSERT_EQ(largest_difference(here->particles(), there->particles(), fields::position, shift), 0);
    for (int k = 0; k < steps; ++k) {
        here->step(1e9);
        there->step(1e9);
    }
    const Real apart = largest_difference(here->particles(), there->particles(), fields::position, shift);
    EXPECT_LT(apart, allowed(0x1p-23f));
    EXPECT_GT(largest_difference(here->particles(), there->particles(), fields::position), 3);
}

TEST(Permutation, of_the_particles_makes_no_difference_but_rounding) {
    const auto world = world_of(falling_block({})), shuffled = world_of(falling_block({}));
    Particles& particles = shuffled->particles();
    std::vector<uint32_t> order(particles.size());
    for (uint32_t k = 0; k < order.size(); ++k) order[k] = uint32_t((k * 7919ull + 13) % order.size());
    ASSERT_NE(order.size() % 7919, 0u);
    particles.permute(order, shuffled->threads());
    for (int k = 0; k < steps; ++k) {
        world->step(1e9);
        shuffled->step(1e9);
    }
    EXPECT_LT(largest_difference(world->particles(), particles, fields::position), allowed(0x1p-25f));
}

/// Saves `world` and returns another one that continues it.
std::unique_ptr<World> saved_and_loaded(const World& world, const std::filesystem::path& folder, int threads) {
    Checkpoints checkpoints(folder, {.text = "everything", .files = {}});
    checkpoints.save(world, {});
    auto loaded = everything(threads);
    RunTally tally;
    EXPECT_TRUE(checkpoints.restore(*loaded, tally, [](const std::string& note) { ADD_FAILURE() << note; }));
    EXPECT_EQ(loaded->hash(), world.hash());
    return loaded;
}

/// A third of the usual step, so that a list lasts for several.
void short_step(World& world) { world.step(world.time() + 1e-4); }

TEST(Saving, and_loading_then_stepping_is_stepping_byte_for_byte) {
    const TestFolder folder;
    const auto world = everything();
    take_steps(*world, 40);
    int between_builds = 0;
    for (int round = 0; round < 12; ++round) {
        // Some of these moments are in the middle of the life of a neighbour list, some just before a new one.
        for (int k = 0; k < round % 3; ++k) short_step(*world);
        const uint64_t before = world->neighbours().builds();
        short_step(*world);
        const bool reused = world->neighbours().builds() == before;
        const auto loaded = saved_and_loaded(*world, folder.path(), 1 + round % 2);
        const uint64_t at_save = world->neighbours().builds(), at_load = loaded->neighbours().builds();
        for (int k = 0; k < 8; ++k) {
            short_step(*world);
            short_step(*loaded);
            ASSERT_EQ(loaded->hash(), world->hash()) << "round " << round << " step " << k;
            ASSERT_EQ(loaded->neighbours().builds() - at_load, world->neighbours().builds() - at_save);
            if (k == 0) between_builds += reused && world->neighbours().builds() == at_save;
        }
        EXPECT_EQ(loaded->state().totals.momentum.x, world->state().totals.momentum.x);
    }
    EXPECT_GT(between_builds, 2) << "too few moments in the middle of the life of a list to mean anything";
    EXPECT_GT(world->inflows()[0].layers, 2u);
}

TEST(Saving, before_the_first_step_works_too) {
    const TestFolder folder;
    const auto world = everything();
    const auto loaded = saved_and_loaded(*world, folder.path(), 1);
    take_steps(*world, 3);
    take_steps(*loaded, 3);
    EXPECT_EQ(loaded->hash(), world->hash());
}

}  // namespace
}  // namespace panta::test
