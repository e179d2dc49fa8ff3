// A capacity and a latent heat that change: temperatures stay, and what that takes is accounted for.
#include <cmath>

#include "exchanges/heat/heat.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

/// A block that is half molten at the start, at 330 K, with these keys in its heat.
std::unique_ptr<World> half_molten(const std::string& keys) {
    return world_of(R"({"format": 1, "spacing": 0.05, "gravity": [0, 0, 0], "duration": 1, "bodies": [
        {"shape": {"box": {"size": [0.2, 0.2, 0.2]}}, "track": [{"behaviour": "fluid"},
            {"behaviour": "heat", "temperature": 330, "conductivity": 1, "melting_point": 327, "melting_range": 6, )" +
                    keys + "}]}]}");
}

double enthalpy(const World& world) { return heat_balance(world.particles(), world.threads()).enthalpy; }

// Temperatures are floats, of 330 K to 3e-5 K; received heat is summed in floats, a rounding of 1e-7 a step.
void expect_to_stay(const std::string& keys, double change_per_mass) {
    const auto world = half_molten(keys);
    const double before = enthalpy(*world), mass = world->state().totals.mass;
    while (world->time() < 0.5) world->step(0.5);
    for (const Real T : world->particles()[heat::temperature]) ASSERT_NEAR(T, 330, 1e-3) << keys;
    const HeatBalance after = heat_balance(world->particles(), world->threads());
    EXPECT_NEAR((after.enthalpy - before) / (mass * change_per_mass), 1, 1e-3) << keys;
    EXPECT_NEAR((after.enthalpy - before) / after.received, 1, 1e-5) << keys;
}

TEST(HeatCapacity, that_changes_leaves_temperatures_as_they_are) {
    expect_to_stay(R"("latent_heat": 20000, "capacity": {"keys": [[0, 1000], [0.3, 2000]]})", 1000 * 330);
}

TEST(LatentHeat, that_changes_leaves_as_much_molten_as_there_was) {
    expect_to_stay(R"("capacity": 1000, "latent_heat": {"keys": [[0, 20000], [0.3, 60000]]})", 0.5 * 40000);
}

/// By how much a block of 330 K is warmed within half a second by walls of 331 K: by less in a step than the last digit
/// of its temperature.
double slowly_warmed(const std::string& capacity) {
    const auto world = world_of(R"({"format": 1, "spacing": 0.05, "gravity": [0, 0, 0], "duration": 1,
        "step": {"fixed": 0.001}, "bodies": [{"shape": {"box": {"min": [0, 0, 0], "max": [0.2, 0.2, 0.2]}},
        "track": [{"behaviour": "fluid"}, {"behaviour": "heat", "temperature": 330, "conductivity": 0.01, "capacity": )" +
                                capacity + R"(}]}],
        "boundaries": [{"box": {"min": [0, 0, 0], "max": [0.2, 0.2, 0.2]}, "temperature": 331}]})");
    take_steps(*world, 500);
    const double c = world->particles()[heat::capacity][0];
    return enthalpy(*world) / (world->state().totals.mass * c) - 330;
}

// With a capacity that grows from 1 to 1.25 meanwhile, the mean of 1 / c is ln(1.25) / 0.25.
TEST(HeatCapacity, that_changes_does_not_swallow_slow_heating) {
    const double steady = slowly_warmed("1"), changing = slowly_warmed(R"({"keys": [[0, 1], [1, 1.5]]})");
    EXPECT_GT(steady, 1e-4);
    EXPECT_NEAR(changing / steady, std::log(1.25) / 0.25, 0.02);
}

}  // namespace
}  // namespace panta::test
