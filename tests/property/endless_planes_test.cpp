// A plane is the same everywhere: what spreads or slides out of where the scene began rests on it as it did before.
#include <algorithm>
#include <cmath>
#include <vector>

#include "boundaries/wall_fields.h"
#include "exchanges/heat/fields.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

void run_to(World& world, double time) {
    while (world.time() < time) world.step(time);
}

/// A column of water without side walls, 10 by 20 particles; `wide`: a drop far away makes the floor wide from the
/// start.
std::string column(const std::string& method, bool wide) {
    return R"({"format": 1, "dimension": 2, "spacing": 0.02, "pressure": {"method": ")" + method +
           R"("}, "boundaries": [{"plane": {"normal": [0, 1]}}], "bodies": [
        {"shape": {"box": {"min": [0, 0], "max": [0.2, 0.4]}}, "preset": "water"})" +
           (wide ? R"(, {"shape": {"box": {"min": [-4, 0], "max": [-3.96, 0.04]}}, "preset": "water"},
                      {"shape": {"box": {"min": [4, 0], "max": [4.04, 0.04]}}, "preset": "water"})"
                 : "") +
           "]}";
}

/// Heights, in spacings, of what lies on the floor beyond the shadow of the column, lowest first: the particles that
/// have nobody below them.
std::vector<double> lowest_layer(const World& world) {
    constexpr double d = 0.02, reach = 0.1;  // beyond the shadow: the patch of the start and a little more
    const auto x = world.particles()[fields::position];
    std::vector<double> heights;
    for (size_t i = 0; i < x.size(); ++i) {
        if (world.particles()[fields::body][i] != 0 || (x[i].x > -reach && x[i].x < 0.2 + reach)) continue;
        const bool is_lowest = std::ranges::none_of(
            x, [&](const Vec3& other) { return std::abs(other.x - x[i].x) < d / 2 && other.y < x[i].y; });
        if (is_lowest && x[i].y < 1.5 * d) heights.push_back(double(x[i].y) / d);
    }
    std::ranges::sort(heights);
    return heights;
}

class EndlessPlaneUnder : public testing::TestWithParam<PressureMethod> {};

TEST_P(EndlessPlaneUnder, holds_water_at_half_a_spacing_wherever_it_spreads) {
    const std::string method = method_name({GetParam(), 0});
    const auto world = world_of(column(method, false)), wide = world_of(column(method, true));
    run_to(*world, 0.5);
    run_to(*wide, 0.5);
    const std::vector<double> heights = lowest_layer(*world), expected = lowest_layer(*wide);
    ASSERT_GT(heights.size(), 30u) << "it must have spread";
    // Films of water are not the same twice, but half of it lies as high as it does on the wide floor.
    EXPECT_NEAR(heights[heights.size() / 2], expected[expected.size() / 2], 0.05);
    EXPECT_GT(heights[heights.size() / 10], 0.2) << "nine in ten";
    EXPECT_EQ(world->count_escaped(), 0u);
}
INSTANTIATE_TEST_SUITE_P(Pressure, EndlessPlaneUnder, testing::Values(PressureMethod::dfsph, PressureMethod::wcsph),
                         method_name);

TEST(EndlessPlane, lets_a_solid_slide_on_at_its_speed) {
    // Elastic solids feel no friction: nothing may slow the cube down or speed it up when it leaves where it began.
    const auto world = world_of(R"({"format": 1, "spacing": 0.02, "boundaries": [{"plane": {}}], "bodies": [
        {"shape": {"box": {"min": [0, 0, 0], "max": [0.12, 0.12, 0.12]}}, "velocity": [0.5, 0, 0], "track": [
            {"behaviour": "elastic", "youngs_modulus": 1e5, "density": 1000}]}]})");
    run_to(*world, 0.8);
    Vec3 centre, velocity;
    for (size_t i = 0; i < world->particles().size(); ++i) {
        centre += world->particles()[fields::position][i] / Real(world->particles().size());
        velocity += world->particles()[fields::velocity][i] / Real(world->particles().size());
    }
    EXPECT_GT(centre.x, 0.4f) << "it must have left its patch";
    EXPECT_NEAR(velocity.x, 0.5, 0.005);
    EXPECT_NEAR(velocity.z, 0, 0.005);
    EXPECT_NEAR(centre.y, 0.06, 0.004) << "a fifth of a spacing";
}

TEST(EndlessPlane, is_as_warm_and_as_rough_as_its_keys_say_wherever_it_is_needed) {
    const auto world = world_of(R"({"format": 1, "spacing": 0.04, "gravity": [0, 0, 0], "bodies": [
        {"shape": {"box": {"min": [0, 0, 0], "max": [0.2, 0.2, 0.2]}}, "velocity": [2, 0, 0], "track": [
            {"behaviour": "fluid"}, {"behaviour": "heat", "temperature": 300, "conductivity": 1, "capacity": 1000}]}],
        "boundaries": [{"plane": {}, "friction": {"keys": [[0, 0], [1, 1]]}, "heat_contact": 0.5,
                        "temperature": {"keys": [[0, 300], [1, 400]]}},
                       {"plane": {"normal": [0, -1, 0]}, "at": [0, 4, 0], "temperature": 500}]})");
    const size_t before = world->walls().size();
    run_to(*world, 0.5);
    world->step(1);
    const Particles& walls = world->walls();
    EXPECT_GT(walls.size(), before + 100);
    for (size_t b = 0; b < walls.size(); ++b) {
        const bool is_floor = walls[fields::body][b] == 0;
        EXPECT_NEAR(walls[wall::friction][b], is_floor ? 0.5 : 1, 1e-5);
        EXPECT_NEAR(walls[heat::wall_temperature][b], is_floor ? 350 : 500, 1e-3);
        EXPECT_EQ(walls[heat::wall_contact][b], is_floor ? 0.5f : 1.f);
    }
}

TEST(EndlessPlane, takes_nothing_where_the_scene_stays_where_it_began) {
    const auto world = world_of(R"({"format": 1, "spacing": 0.04, "boundaries": [{"plane": {}},
            {"box": {"min": [0, 0, 0], "max": [0.6, 0.8, 0.4]}, "open": ["-y", "+y"]}], "bodies": [
        {"shape": {"box": {"min": [0, 0, 0], "max": [0.2, 0.4, 0.4]}}, "preset": "water"}]})");
    const size_t before = world->walls().size();
    run_to(*world, 0.4);
    EXPECT_EQ(world->walls().size(), before);
    EXPECT_FALSE(world->walls_change());
}

}  // namespace
}  // namespace panta::test
