// A drop under a ball, pulled down by gravity: adhesion holds it, and without adhesion it falls.
#include <cmath>

#include "behaviours/fluid/properties.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

constexpr double gravity = 0.5, duration = 3;

/// Height of the centre of mass of the drop, at first and after three seconds. Weight against tension: rho g r^2 /
/// sigma = 0.2 for the drop's radius of about 0.6.
struct Heights {
    double first, last;
};
Heights heights_with(double adhesion) {
    auto scene = parse_scene(R"({"format": 1, "spacing": 0.15, "support": 2.5, "gravity": [0, -0.5, 0],
        "pressure": {"method": "wcsph", "expected_speed": 5}, "viscosity": {"method": "explicit"},
        "bodies": [{"shape": {"box": {"min": [-0.45, -1.75, -0.45], "max": [0.45, -1, 0.45]}}, "track": [
            {"behaviour": "fluid", "density": 1, "viscosity": 0.2, "artificial_viscosity": 0, "surface_tension": 1}]}],
        "boundaries": [{"sphere": {"radius": 1}, "layers": 3}]})",
                             "test", scenes());
    scene.bodies[0].track[0].set(fluid::adhesion, Real(adhesion));
    const auto world = world_of(scene);
    const auto height = [&] {
        double sum = 0;
        for (const Vec3& x : world->particles()[fields::position]) sum += x.y;
        return sum / double(world->particles().size());
    };
    Heights heights{height(), 0};
    while (world->time() < duration) world->step(duration);
    heights.last = height();
    return heights;
}

TEST(Adhesion, holds_a_drop_under_a_ball) {
    // The drop may find its shape, of which it is 0.75 high, but not part.
    const Heights held = heights_with(1);
    EXPECT_NEAR(held.last, held.first, 0.3);
    // Without adhesion it falls at least as far as a stone would: becoming round, it pushes itself off as well.
    const Heights falling = heights_with(0);
    EXPECT_GT(falling.first - falling.last, 0.9 * gravity * duration * duration / 2);
}

}  // namespace
}  // namespace panta::test
