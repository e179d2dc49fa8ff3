// What must not change: momentum without gravity and walls, mass with inflow and outflow, a uniform flow in a world
// without ends.
#include "behaviours/fluid/properties.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

/// Two drops of different stuff that collide off centre, in the plane.
Scene colliding_drops() {
    return parse_scene(R"({"format": 1, "spacing": 0.02, "gravity": [0, 0], "dimension": 2, "bodies": [
        {"shape": {"sphere": {"radius": 0.1}}, "at": [-0.11, 0.03], "velocity": [2, 0], "jitter": 0.2, "track":
            [{"behaviour": "fluid", "density": 1000, "viscosity": 2, "artificial_viscosity": 0.1}]},
        {"shape": {"sphere": {"radius": 0.08}}, "at": [0.1, 0], "velocity": [-3, 0.5], "jitter": 0.2, "track":
            [{"behaviour": "fluid", "density": 300, "viscosity": 0.1, "artificial_viscosity": 0.02}]}]})",
                       "test", scenes());
}

/// Every step rounds every velocity and every force. The errors have no preferred sign, so that over many particles and
/// steps they nearly cancel: what remains is a few roundings of the sum of all momenta.
void expect_momentum_is_kept(const Scene& scene) {
    const auto world = world_of(scene);
    const Momentum before = momentum_of(world->particles());
    Real worst = 0;
    for (int k = 0; k < 150; ++k) worst = std::max(worst, world->step(1e9).worst_compression);
    EXPECT_GT(worst, 0.01f) << "the drops must have met";
    const Momentum after = momentum_of(world->particles());
    EXPECT_LT((after.total - before.total).norm(), 4 * rounding * std::max(before.parts, after.parts));
    // 400 steps each round every velocity by up to half a unit: as a walk of random steps some twenty.
    EXPECT_LT(world->balance().momentum_drift, 20 * rounding);
}

TEST(Momentum, is_kept_to_rounding_when_drops_collide_in_space) {
    Scene scene = colliding_drops();
    scene.dimension = 3;
    expect_momentum_is_kept(scene);
}

TEST(Momentum, is_kept_to_rounding_when_drops_collide_in_the_plane) {
    Scene scene = colliding_drops();
    expect_momentum_is_kept(scene);
    scene.step.integrator = Integrator::leapfrog;
    expect_momentum_is_kept(scene);
    scene.kernel = scene::KernelChoice::wendland_c2;
    scene.support = 2.5f;
    expect_momentum_is_kept(scene);
}

TEST(Momentum, is_kept_to_rounding_by_viscosity_that_is_solved_for) {
    Scene scene = colliding_drops();
    for (auto& body : scene.bodies) {
        TrackEntry& entry = body.track[0];
        entry.set(fluid::viscosity, 100 * initial_value(body.track, fluid::viscosity));
    }
    scene.viscosity.method = ViscosityMethod::implicit_solve;
    expect_momentum_is_kept(scene);
    scene.dimension = 3;
    expect_momentum_is_kept(scene);
}

TEST(Momentum, of_what_gravity_and_walls_gave_is_accounted_for) {
    // What is there equals what was there plus every impulse from outside, with everything that can give one.
    const auto world = everything();
    for (int k = 0; k < 150; ++k) world->step(1e9);
    EXPECT_GT(world->state().totals.collisions, 0u);
    EXPECT_LT(world->balance().momentum_drift, 16 * rounding);
}

/// Each method has pair forces of its own.
class EveryPressure : public testing::TestWithParam<PressureMethod> {};

TEST_P(EveryPressure, keeps_momentum_to_rounding_when_drops_collide) {
    Scene scene = colliding_drops();
    scene.pressure.method = GetParam();
    expect_momentum_is_kept(scene);
}

TEST_P(EveryPressure, accounts_for_the_momentum_that_gravity_and_walls_gave) {
    const auto world = everything(1, GetParam());
    take_steps(*world, GetParam() == PressureMethod::wcsph ? 150 : 30);  // to about the same moment
    EXPECT_LT(world->balance().momentum_drift, 16 * rounding);
}

INSTANTIATE_TEST_SUITE_P(All, EveryPressure,
                         testing::Values(PressureMethod::wcsph, PressureMethod::pcisph, PressureMethod::iisph,
                                         PressureMethod::dfsph, PressureMethod::pbf));

TEST(Mass, is_what_came_in_less_what_went_out) {
    // A jet through a domain: it enters at one end and is removed at the other.
    const auto world = world_of(R"({"format": 1, "spacing": 0.05, "gravity": [0, 0, 0], "duration": 10,
        "bodies": [{"emitter": {"rectangle": {"size": [0.2, 0.3]}, "direction": [1, 0, 0], "speed": 4},
                    "preset": "water"}],
        "domain": {"min": [-0.1, -1, -1], "max": [0.6, 1, 1]}})");
    for (int k = 0; k < 400; ++k) {
        world->step(1e9);
        const uint64_t emitted = world->inflows()[0].layers * world->inflows()[0].opening.places.size();
        ASSERT_EQ(world->particles().size(), emitted - world->state().totals.removed);
        double mass = 0;
        for (const Real m : world->particles()[fields::mass]) mass += m;
        ASSERT_NEAR(mass, world->state().totals.mass, 1e-12 * double(emitted) * world->inflows()[0].mass);
    }
    EXPECT_GT(world->state().totals.removed, 100u);
    EXPECT_LT(std::abs(world->balance().mass_drift), 1e-12);
    EXPECT_LT(std::abs(world->balance().volume_drift), 1e-12);
    // 400 steps each round every velocity by up to half a unit: as a walk of random steps some twenty.
    EXPECT_LT(world->balance().momentum_drift, 20 * rounding);
}

class PeriodicFlow : public testing::TestWithParam<int> {};

TEST_P(PeriodicFlow, keeps_compression_and_momentum) {
    Scene scene = parse_scene(R"({"format": 1, "spacing": 0.0625, "gravity": [0, 0, 0], "duration": 100,
        "bodies": [{"shape": {"box": {"min": [0, 0, 0], "max": [0.5, 0.75, 0.5]}}, "velocity": [1, 0.5, 0.25],
                    "preset": "water"}],
        "periodic": {"x": [0, 0.5], "y": [0, 0.75], "z": [0, 0.5]}, "step": {"fixed": 0.01}})",
                              "test", scenes());
    scene.dimension = GetParam();
    if (scene.dimension == 2) {
        scene.bodies[0].velocity.z = 0;
        scene.periodic->z.reset();
    }
    const auto world = world_of(scene);
    const Momentum before = momentum_of(world->particles());
    world->step(1e9);
    const Real at_rest = world->particles()[fields::compression][0];
    EXPECT_NEAR(at_rest, 1, 0.005);

    // Some time later every particle has been through every end of the world more than once.
    for (int k = 0; k < 500; ++k) world->step(1e9);
    const auto x = world->particles()[fields::position];
    const auto c = world->particles()[fields::compression];
    Real largest = 0, smallest = 2;
    for (size_t i = 0; i < x.size(); ++i) {
        largest = std::max(largest, c[i]), smallest = std::min(smallest, c[i]);
        // The list wraps particles when it is built: in between they may be out by the skin and a step.
        for (int axis = 0; axis < scene.dimension; ++axis) {
            EXPECT_GT(x[i][axis], -0.05f);
            EXPECT_LT(x[i][axis], (axis == 1 ? 0.75f : 0.5f) + 0.05f);
        }
    }
    // Each step rounds each position by half a unit of its last place, 500 steps in different directions by some twenty
    // (6e-8 * 20, relative to a spacing 2e-5); compression changes by about as much.
    EXPECT_NEAR(largest, at_rest, 1e-4);
    EXPECT_NEAR(smallest, at_rest, 1e-4);
    // 500 steps each round every velocity by up to half a unit: as a walk of random steps some twenty, shared by all.
    const Momentum after = momentum_of(world->particles());
    EXPECT_LT((after.total - before.total).norm(), 20 * rounding * before.parts);
}

INSTANTIATE_TEST_SUITE_P(InSpaceAndPlane, PeriodicFlow, testing::Values(2, 3));

}  // namespace
}  // namespace panta::test
