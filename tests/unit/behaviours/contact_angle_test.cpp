// Drops on a floor, in the plane and without gravity: the more it pulls, the more they spread.
#include <cmath>
#include <numbers>

#include "behaviours/fluid/properties.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

/// The contact angle in degrees, from the height of a cap of given area: H^2 / A = (1 - cos)^2 / (angle - sin cos).
double angle_of_cap(double height, double area) {
    double low = 1e-3, high = std::numbers::pi;
    while (high - low > 1e-6) {
        const double angle = (low + high) / 2, flat = 1 - std::cos(angle);
        const double ratio = flat * flat / (angle - std::sin(angle) * std::cos(angle));
        (ratio < height * height / area ? low : high) = angle;
    }
    return low * 180 / std::numbers::pi;
}

/// The angle at which a drop of sigma = 1, at first a rectangle, comes to rest on a floor.
double angle_with(double adhesion, double width) {
    constexpr double spacing = 0.1, area = 1.6;
    auto scene = parse_scene(R"({"format": 1, "dimension": 2, "spacing": 0.1, "support": 2.5, "gravity": [0, 0],
        "pressure": {"method": "wcsph", "expected_speed": 5}, "viscosity": {"method": "explicit"},
        "bodies": [{"shape": {"box": {"min": [0, 0], "max": [1, 1]}}, "track": [{"behaviour": "fluid", "density": 1,
            "viscosity": 0.2, "artificial_viscosity": 0, "surface_tension": 1}]}],
        "boundaries": [{"box": {"min": [-3, 0], "max": [7, 4]}, "open": ["-x", "+x", "+y"], "layers": 3}]})",
                             "test", scenes());
    scene.bodies[0].track[0].set(fluid::adhesion, Real(adhesion));
    const scene::BoxCorners rectangle{{}, {Real(width), Real(area / width), 0}};
    scene.bodies[0].source = scene::Shape{scene::BoxShape{rectangle}};
    const auto world = world_of(scene);
    while (world->time() < 8) world->step(8);
    double top = 0;
    for (const Vec3& x : world->particles()[fields::position]) top = std::max(top, double(x.y));
    return angle_of_cap(top + spacing / 2, area);
}

// Young and Dupré: cos(angle) = 2 adhesion / sigma - 1, which is 180, 120, 90 and 0 degrees. We get 180, 129, 106 and
// 85: with strong adhesion drops stick where they are (spread out as a film first, 96 degrees instead of 106). The test
// is about the order.
TEST(Adhesion, makes_drops_spread) {
    double last = 181;
    for (const double adhesion : {0., 0.25, 0.5, 1.}) {
        const double angle = angle_with(adhesion, 1.6);
        EXPECT_LT(angle, last) << adhesion;
        last = angle - 5;  // degrees; a row of particles is 10
    }
    EXPECT_GT(angle_with(0, 1.6), 170);
}

}  // namespace
}  // namespace panta::test
