// Outflows: what enters them is gone, and the books say so.
#include "scenes/worlds.h"

namespace panta::test {
namespace {

/// A block of 4 x 4 x 4 particles of 1 g each falls into a ball at its feet, with more beside it.
std::unique_ptr<World> over_a_drain() {
    return world_of(R"({"format": 1, "spacing": 0.01, "bodies":
        [{"shape": {"box": {"size": [0.04, 0.04, 0.04]}}, "at": [0, 0.2, 0], "track": [{"behaviour": "fluid"}]},
         {"shape": {"box": {"size": [0.04, 0.04, 0.04]}}, "at": [1, 0.2, 0], "track": [{"behaviour": "fluid"}]}],
        "outflows": [{"sphere": {"radius": 0.1}, "at": [0, 0, 0]}]})");
}

TEST(Outflow, takes_away_what_enters_it_and_nothing_else) {
    const auto world = over_a_drain();
    ASSERT_EQ(world->particles().size(), 128u);
    while (world->time() < 0.4) {
        world->step(0.4);
        // At the latest a step after it came in.
        const Real stride = 4 * Real(world->state().last_dt);
        for (const Vec3& x : world->particles()[fields::position]) ASSERT_GT(norm(x), 0.1f - stride);
    }
    ASSERT_EQ(world->particles().size(), 64u);
    for (const Vec3& x : world->particles()[fields::position]) EXPECT_GT(x.x, 0.9f);
    EXPECT_EQ(world->state().totals.removed, 64u);
    EXPECT_NEAR(world->state().totals.removed_mass, 0.064, 64 * 0.001 * rounding);
}

TEST(Outflow, keeps_the_books_of_mass_and_momentum_right) {
    const auto world = over_a_drain();
    while (world->time() < 0.3) world->step(0.3);
    EXPECT_GT(world->state().totals.removed, 0u);
    // A sum in double precision of masses that are floats; velocities are floats that change in every step.
    EXPECT_LT(std::abs(world->balance().mass_drift), 1e-12);
    EXPECT_LT(std::abs(world->balance().volume_drift), 1e-12);
    EXPECT_LT(world->balance().momentum_drift, double(world->state().steps) * rounding);
}

}  // namespace
}  // namespace panta::test
