// Inflows where there is fluid already.
#include "step/inflow.h"

#include <cmath>

#include "scenes/worlds.h"

namespace panta::test {
namespace {

class InflowUnderWater : public testing::TestWithParam<PressureMethod> {};

// A jet of 1 m/s that opens in the middle of a pool. When layers came in among particles, these were compressed by 150
// % (dfsph) and 70 % (wcsph), and shot out of the pool at 19 m/s. What is left, 27 and 15 %, is the shock of a piston
// that starts at once.
TEST_P(InflowUnderWater, pushes_the_water_away) {
    Scene scene = parse_scene(R"({"format": 1, "spacing": 0.05, "duration": 0.5, "bodies": [
        {"shape": {"box": {"min": [0, 0, 0], "max": [1, 0.5, 0.5]}}, "preset": "water"},
        {"emitter": {"disc": {"radius": 0.12}, "speed": 1}, "at": [0.5, 0.3, 0.25], "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0, 0], "max": [1, 2, 0.5]}}]})",
                              "test", scenes());
    scene.pressure.method = GetParam();
    const auto world = world_of(scene);
    const size_t before = world->particles().size();
    Real worst = 0, fastest = 0;
    while (world->time() < 0.5) {
        const StepReport report = world->step(0.5);
        worst = std::max(worst, report.worst_compression);
        fastest = std::max(fastest, report.fastest);
    }
    EXPECT_LT(worst, 0.4);
    EXPECT_LT(fastest, 4);
    EXPECT_GT(world->particles().size(), before);
    EXPECT_LT(std::abs(world->balance().mass_drift), 1e-6);
    EXPECT_LT(world->balance().momentum_drift, 1e-5);
}
INSTANTIATE_TEST_SUITE_P(Methods, InflowUnderWater, testing::Values(PressureMethod::dfsph, PressureMethod::wcsph),
                         method_name);

}  // namespace
}  // namespace panta::test
