// Friction of walls against closed forms: flow between plates at y = 0 and y = 1 m, periodic along x, of kinematic
// viscosity 1 m^2/s. The upper plate is a boundary of its own that moves along itself.
#include <cmath>
#include <numbers>

#include "scenes/worlds.h"

namespace panta::test {
namespace {

constexpr double spacing = 0.05, plate_speed = 0.1;

/// `bodies`: what fills the gap.
std::unique_ptr<World> plates(const std::string& friction, const std::string& bodies, const std::string& method) {
    return world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "support": 2.5, "gravity": [0, 0], "periodic":
        {"x": [0, 1]}, "pressure": {"method": "wcsph", "expected_speed": 1}, "viscosity": {"method": ")" +
                    method + R"("}, "duration": 0.5, "step": {"longest": 0.002},
        "bodies": [)" +
                    bodies + R"(],
        "boundaries": [
            {"box": {"min": [0, -0.15], "max": [1, 0]}, "solid": true, "open": ["-x", "+x", "-y"], "layers": 3,
             "friction": )" +
                    friction + R"(},
            {"box": {"min": [0, 1], "max": [1, 1.15]}, "solid": true, "open": ["-x", "+x", "+y"], "layers": 3,
             "friction": )" +
                    friction + R"(, "motion": {"translate": {"keys": [[0, [0, 0]], [10, [1, 0]]]}}}]})");
}

/// Fluid between the heights `low` and `high`.
std::string layer(const std::string& low, const std::string& high, const std::string& viscosity,
                  const std::string& speed = "0", const std::string& artificial = "0") {
    return R"({"shape": {"box": {"min": [0, )" + low + R"(], "max": [1, )" + high + R"(]}}, "velocity": [)" + speed +
           R"(, 0], "track": [{"behaviour": "fluid", "viscosity": )" + viscosity + R"(, "artificial_viscosity": )" +
           artificial + "}]}";
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
        const auto world = plates("1", layer("0", "1", "1000"), method);
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
        const auto world = plates("0", layer("0", "1", "1000", "0.3", "0.1"), method);
        run(*world, 0.1);
        // A wall of particles is not quite smooth to the pressure of fluid that slides past it.
        EXPECT_LT(largest_error(*world, [](double) { return 0.3; }), 1e-3 * 0.3) << method;
    }
}

TEST(WallFriction, in_between_is_a_slip_of_half_a_spacing_over_the_share) {
    // The first particles are half a spacing before the wall. With the share f of the drag that would hold the fluid
    // at the wall, the profile reaches the speed of the wall at the depth b = d/2 (1 - f) / f behind it.
    const auto world = plates("0.5", layer("0", "1", "1000"), "explicit");
    run(*world, 0.5);
    const double depth = spacing / 2;
    const auto exact = [&](double y) { return plate_speed * (y + depth) / (1 + 2 * depth); };
    // The kernel smears the drag over two layers, for which the depth is not the same.
    EXPECT_LT(largest_error(*world, exact), 0.02 * plate_speed);
    EXPECT_GT(largest_error(*world, [](double y) { return plate_speed * y; }), 0.02 * plate_speed);
}

// Two layers, the upper one ten times as viscous: the stress is the same in both, so it moves almost as one piece with
// its plate, and nearly all of the shear is below. The error is 0.4 % of the speed of the plate, and would be 4 % with
// the arithmetic mean of both viscosities across the interface: the thin fluid would stick to the thick one.
TEST(WallFriction, of_layers_of_different_viscosity_is_the_same_stress_in_both) {
    for (const char* method : {"explicit", "implicit"}) {
        const auto world = plates("1", layer("0", "0.5", "1000") + ", " + layer("0.5", "1", "10000"), method);
        run(*world, 1);  // four times that of diffusion through the thin layer
        const double between = plate_speed * 10 / 11;
        const auto exact = [&](double y) {
            return y < 0.5 ? between * y / 0.5 : between + (plate_speed - between) * (y - 0.5) / 0.5;
        };
        EXPECT_LT(largest_error(*world, exact), 0.01 * plate_speed) << method;
    }
}

}  // namespace
}  // namespace panta::test
