// Nothing passes a wall: fast jets at planes, thin sheets and solids, judged by plain geometry rather than by the
// colliders.
#include <cmath>

#include "scenes/worlds.h"

namespace panta::test {
namespace {

/// A jet of 50 m/s along x, 0.1 m thick, at the height 0.5 m, and what it meets.
std::string jet_at(const std::string& boundaries, const std::string& more = "") {
    return R"({"format": 1, "spacing": 0.025, "duration": 0.02, "gravity": [0, 0, 0], "bodies":
        [{"name": "jet", "emitter": {"rectangle": {"size": [0.1, 0.1]}, "direction": [1, 0, 0], "speed": 50},
          "at": [0, 0.5, 0.25], "track": [{"behaviour": "fluid", "artificial_viscosity": 0}]}],
        "domain": {"min": [-1, -1, -1], "max": [2, 2, 2]}, "boundaries": [)" +
           boundaries + "]" + more + "}";
}

/// Steps until the jet ends; `inspect` sees the particles before and after every step, by id.
template <class Inspect>
void run(World& world, const Inspect& inspect) {
    std::vector<Vec3> before;
    while (world.time() < 0.02) {
        const Particles& particles = world.particles();
        before.assign(particles.next_id(), Vec3{NAN, NAN, NAN});
        for (size_t i = 0; i < particles.size(); ++i) before[particles[fields::id][i]] = particles[fields::position][i];
        world.step(0.02);
        for (size_t i = 0; i < particles.size(); ++i) {
            const uint64_t id = particles[fields::id][i];
            const Vec3 from = id < before.size() ? before[id] : Vec3{NAN, NAN, NAN};
            inspect(from, particles[fields::position][i]);
        }
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_GT(world.particles().size(), 300u);
    // Pressure alone may hold a jet off a wall, so collisions do not tell.
    const Momentum momentum = momentum_of(world.particles());
    EXPECT_LT(momentum.total.x, 0.95 * momentum.parts) << "the jet must have hit";
    EXPECT_EQ(world.count_escaped(), 0u);
}

TEST(EscapeCounter, counts_every_particle_beyond_a_wall_or_in_a_solid) {
    const auto world = world_of(R"({"format": 1, "spacing": 0.1, "bodies": [{"preset": "water",
        "shape": {"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}}], "boundaries": [
        {"box": {"min": [0, 0, 0], "max": [3, 2, 1]}}, {"sphere": {"radius": 0.3}, "at": [2, 0.5, 0.5]}]})");
    ASSERT_EQ(world->particles().size(), 1000u);
    EXPECT_EQ(world->count_escaped(), 0u);
    const auto x = world->particles().edit(fields::position);
    x[17].x = 3.01f;              // through a side
    x[500] = {1, 1, 50};          // far away
    x[999] = {2.1f, 0.5f, 0.5f};  // in the ball
    x[3] = {2.6f, 0.5f, 0.5f};    // between the ball and the side
    EXPECT_EQ(world->count_escaped(), 3u);
}

TEST(FastJet, does_not_pass_a_plane) {
    const auto world = world_of(jet_at(R"({"plane": {"normal": [-1, 0, 0]}, "at": [0.5, 0, 0]})"));
    run(*world, [](const Vec3&, const Vec3& x) { EXPECT_LT(x.x, 0.5f); });
}

TEST(Plane, holds_water_that_spreads_beyond_where_the_scene_began) {
    for (const char* method : {"dfsph", "wcsph"}) {
        const auto world = world_of(std::string(R"({"format": 1, "spacing": 0.04, "pressure": {"method": ")") + method +
                                    R"("}, "boundaries": [{"plane": {}}], "bodies":
            [{"shape": {"box": {"min": [0, 0, 0], "max": [0.2, 0.4, 0.2]}}, "preset": "water"}]})");
        while (world->time() < 0.8) world->step(0.8);
        double farthest = 0;
        for (const Vec3& x : world->particles()[fields::position]) farthest = std::max(farthest, std::abs(double(x.x)));
        EXPECT_GT(farthest, 1) << method;
        EXPECT_EQ(world->count_escaped(), 0u) << method;
    }
}

TEST(Channel, holds_water_where_space_repeats_itself) {
    // Falling askew, particles cross the end of the period and the floor in the same step.
    const auto world =
        world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "periodic": {"x": [0, 0.8]}, "bodies": [
        {"shape": {"box": {"min": [0, 0], "max": [0.8, 0.8]}}, "velocity": [-6, -6], "jitter": 0.3, "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0], "max": [0.8, 3]}, "open": ["-x", "+x", "+y"], "friction": 0}]})");
    while (world->time() < 1) world->step(1);
    for (const Vec3& x : world->particles()[fields::position]) EXPECT_GE(x.y, 0);
}

TEST(Channel, that_ends_before_space_repeats_itself_lets_water_fall) {
    const auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "periodic": {"x": [0, 2]}, "bodies": [
        {"shape": {"box": {"min": [0.6, 0], "max": [0.8, 0.2]}}, "velocity": [2, 0], "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0], "max": [0.8, 3]}, "open": ["-x", "+x", "+y"], "friction": 0}]})");
    while (world->time() < 0.4) world->step(0.4);
    for (const Vec3& x : world->particles()[fields::position]) EXPECT_LT(x.y, -0.1);
}

TEST(FastJet, does_not_pass_a_thin_sheet) {
    // Open at its edges: the jet may go around, but not through.
    const auto world = world_of(jet_at(R"({"mesh": "sheet.obj"})"));
    run(*world, [](const Vec3& from, const Vec3& to) {
        if (!((from.x < 0.5f) != (to.x < 0.5f))) return;  // on one side, or new
        const double t = (0.5 - double(from.x)) / (double(to.x) - from.x);
        const double y = from.y + t * (double(to.y) - from.y), z = from.z + t * (double(to.z) - from.z);
        EXPECT_FALSE(y > 0 && y < 1 && z > 0 && z < 0.5) << "through the sheet at " << y << ", " << z;
    });
}

TEST(FastJet, gains_no_energy_at_a_sheet) {
    // Pressure of an impact that is over must fade, however short the steps are. What collisions and pressure take is
    // not much in a splash; what they may give is rounding.
    const auto world = world_of(jet_at(R"({"mesh": "sheet.obj"})"));
    run(*world, [](const Vec3&, const Vec3&) {});
    EXPECT_LT(world->energy().kinetic, 1.001 * world->state().totals.mass * 50 * 50 / 2);
    EXPECT_EQ(world->state().totals.removed, 0u);
}

TEST(FastJet, does_not_enter_a_closed_mesh) {
    // The wedge, four times as large, edge first: inside it x - 0.4 > 0, y - 0.45 > 0 and 0.75 (x - 0.4) > y - 0.45.
    const auto world = world_of(jet_at(R"({"mesh": "wedge.obj", "scale": 4, "at": [0.4, 0.45, 0]})"));
    run(*world, [](const Vec3&, const Vec3& x) {
        const double u = x.x - 0.4, v = x.y - 0.45, w = x.z, slack = 1e-6;
        EXPECT_FALSE(u > slack && u < 0.8 - slack && v > slack && v < 0.75 * u - slack && w > slack && w < 0.6 - slack)
            << u << " " << v << " " << w;
    });
}

TEST(FastJet, stays_in_a_closed_box_that_it_fills) {
    const auto world = world_of(jet_at(R"({"box": {"min": [-0.05, 0.3, 0], "max": [0.6, 0.7, 0.5]}})"));
    run(*world, [](const Vec3&, const Vec3& x) {
        EXPECT_TRUE((Box{{-0.05f, 0.3f, 0}, {0.6f, 0.7f, 0.5f}}.contains(x))) << x.x << " " << x.y << " " << x.z;
    });
}

}  // namespace
}  // namespace panta::test
