// Fluid that hits a wall: the pressure of the moment is not where the next step starts.
#include <algorithm>

#include "pressure/operators.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

class Impact : public testing::TestWithParam<PressureMethod> {};

TEST_P(Impact, is_forgotten_in_the_next_step) {
    // A block flies into the corner of a box. Its pressure rises at once.
    Scene scene = parse_scene(R"({"format": 1, "dimension": 2, "spacing": 0.01, "gravity": [0, 0], "bodies": [
        {"shape": {"box": {"min": [0.04, 0.03], "max": [0.24, 0.23]}}, "velocity": [-2, -1], "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0], "max": [0.5, 0.5]}}]})",
                              "test", scenes());
    scene.pressure.method = GetParam();
    const auto world = world_of(scene);
    const auto highest = [&](const Field<Real>& field) { return *std::ranges::max_element(world->particles()[field]); };
    Real before = 0, now = 0;
    int attempts = 0;
    while (world->time() < 0.1 && now < 5000) {
        before = now;
        attempts = world->step(0.1).attempts;
        now = highest(fields::pressure);
    }
    ASSERT_GT(now, std::max(Real(5000), 10 * before));
    if (GetParam() != PressureMethod::pbf) {
        EXPECT_GT(attempts, 1) << "a failed attempt must not count as the step before";
    }
    EXPECT_LE(highest(pressure::kept_term), Real(3.001) * before);
}

INSTANTIATE_TEST_SUITE_P(Methods, Impact,
                         testing::Values(PressureMethod::pcisph, PressureMethod::iisph, PressureMethod::dfsph,
                                         PressureMethod::pbf));

}  // namespace
}  // namespace panta::test
