// Friction of walls against closed forms: flow between plates at y = 0 and y = 1 m, periodic along x, of kinematic
// viscosity 1 m^2/s. The upper plate is a boundary of its own that moves along itself.
#include <cmath>
#include <numbers>

#include "scenes/worlds.h"

namespace panta::test {
namespace {

constexpr double spacing = 0.05, plate_speed = 0.1;

std::unique_ptr<World> plates(const std::string& friction, const std::string& fluid_speed, const std::string& method,
                              const std::string& artificial = "0") {
    return world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "support": 2.5, "gravity": [0, 0], "periodic":
        {"x": [0, 1]}, "pressure": {"method": "wcsph", "expected_speed": 1}, "viscosity": {"method": ")" +
                    method + R"("}, "duration": 0.5, "step": {"longest": 0.002},
        "bodies": [{"shape": {"box": {"min": [0, 0], "max": [1, 1]}}, "velocity": [)" +
                    fluid_speed + R"(, 0], "track": [{"behaviour": "fluid", "viscosity": 1000,
            "artificial_viscosity": )" +
                    artificial + R"(}]}],
        "boundaries": [
            {"box": {"min": [0, -0.15], "max": [1, 0]}, "solid": true, "open": ["-x", "+x", "-y"], "layers": 3,
             "friction": )" +
                    friction + R"(},
            {"box": {"min": [0, 1], "max": [1, 1.15]}, "solid": true, "open": ["-x", "+x", "+y"], "layers": 3,
             "friction": )" +
                    friction + R"(, "motion": {"keys": [{"time": 0}, {"time": 10, "translate": [1, 0]}]}}]})");
}

void run(World& world, double until) {
    while (world.time() < until) world.step(until);
}

/// The largest difference of a particle's speed along x from what it should be at its height.
template <class Exact>
double largest_error(const World& world, const Exact& exact) {
    double largest = 0;
    for (size_t i = 0; i < world.particles().size(); ++i) {
        const double y = world.particles()[fields::position][i].y;
        largest = std::max(largest, std::abs(world.particles()[fields::velocity][i].x - exact(y)));
    }
    return largest;
}

TEST(WallFriction, of_one_takes_the_fluid_along_as_couette_says) {
    using std::numbers::pi;
    for (const char* method : {"explicit", "implicit"}) {
        const auto world = plates("1", "0", method);
        run(*world, 0.1);
        const auto exact = [](double y) {
            double u = plate_speed * y;
            for (int n = 1; n < 50; ++n)
                u += 2 * plate_speed / (n * pi) * (n % 2 == 0 ? 1 : -1) * std::sin(n * pi * y) *
                     std::exp(-n * n * pi * pi * 0.1);
            return u;
        };
        // Twenty particles across: the validation case couette has 0.5 % in the mean and a few times that at worst.
        EXPECT_LT(largest_error(*world, exact), 0.03 * plate_speed) << method;
    }
}

TEST(WallFriction, of_zero_leaves_a_plug_of_fluid_undisturbed) {
    for (const char* method : {"explicit", "implicit"}) {
        // With artificial viscosity, which must not drag either.
        const auto world = plates("0", "0.3", method, "0.1");
        run(*world, 0.1);
        // A wall of particles is not quite smooth to the pressure of fluid that slides past it.
        EXPECT_LT(largest_error(*world, [](double) { return 0.3; }), 1e-3 * 0.3) << method;
    }
}

TEST(WallFriction, in_between_is_a_slip_of_half_a_spacing_over_the_share) {
    // The first particles are half a spacing before the wall. With the share f of the drag that would hold the fluid
    // at the wall, the profile reaches the speed of the wall at the depth b = d/2 (1 - f) / f behind it.
    const auto world = plates("0.5", "0", "explicit");
    run(*world, 0.5);
    const double depth = spacing / 2;
    const auto exact = [&](double y) { return plate_speed * (y + depth) / (1 + 2 * depth); };
    // The kernel smears the drag over two layers, for which the depth is not the same.
    EXPECT_LT(largest_error(*world, exact), 0.02 * plate_speed);
    EXPECT_GT(largest_error(*world, [](double y) { return plate_speed * y; }), 0.02 * plate_speed);
}

}  // namespace
}  // namespace panta::test
