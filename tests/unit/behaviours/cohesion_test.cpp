// Cohesion by a jump of pressure: what it does to one fluid, and to two.
#include "behaviours/fluid/cohesion.h"

#include <cmath>

#include "base/random.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

// In a disc without gravity, pressure balances cohesion where P = k: everywhere inside. 3 %: p = P c^2 with c within
// 0.1 %, and the disc still breathes a little after a second.
TEST(Cohesion, raises_the_pressure_inside_by_as_much) {
    constexpr double k = 500;
    const auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, 0],
        "bodies": [{"shape": {"sphere": {"radius": 0.5}},
                    "track": [{"behaviour": "fluid", "viscosity": 50, "cohesion": 500}]}]})");
    while (world->time() < 1) world->step(1);
    double sum = 0, count = 0;
    const auto x = world->particles()[fields::position];
    for (size_t i = 0; i < x.size(); ++i)
        if (norm(x[i]) < 0.3) sum += world->particles()[fields::pressure][i], ++count;
    ASSERT_GT(count, 50);
    EXPECT_NEAR(sum / count, k, 0.03 * k);
}

/// The part of neighbours of the other kind, after four seconds of two fluids that were mixed particle by particle.
double strangers(double cohesion, uint64_t seed) {
    const std::string fluid =
        R"("track": [{"behaviour": "fluid", "viscosity": 0.1, "cohesion": )" + std::to_string(cohesion) + "}]}";
    auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, 0],
        "periodic": {"x": [0, 1], "y": [0, 1]}, "bodies": [
            {"shape": {"box": {"min": [0, 0], "max": [1, 0.5]}}, )" +
                          fluid + R"(, {"shape": {"box": {"min": [0, 0.5], "max": [1, 1]}}, )" + fluid + "]}");
    const auto body = world->particles().edit(fields::body);
    const Random random(seed);
    for (size_t i = 0; i < body.size(); ++i) body[i] = random.uniform(i, 0) < Real(0.5);
    while (world->time() < 4) world->step(4);

    const auto x = world->particles()[fields::position];
    const auto kind = world->particles()[fields::body];
    double pairs = 0, mixed = 0;
    for (size_t i = 0; i < x.size(); ++i)
        for (size_t j = 0; j < i; ++j) {
            const double dx = std::remainder(x[i].x - x[j].x, 1), dy = std::remainder(x[i].y - x[j].y, 1);
            if (std::hypot(dx, dy) < 0.08) ++pairs, mixed += kind[i] != kind[j];
        }
    return mixed / pairs;
}

// Mixed at random, half of the neighbours are strangers; blobs of five spacings have about a fifth. Where blobs meet is
// chance, by which single mixtures differ by some hundredths.
TEST(Cohesion, parts_fluids_that_were_mixed) {
    EXPECT_NEAR(strangers(0, 4), 0.5, 0.05);
    constexpr int mixtures = 4;
    double sum = 0;
    for (uint64_t seed = 0; seed < mixtures; ++seed) sum += strangers(2000, seed);
    EXPECT_LT(sum / mixtures, 0.3);
}

TEST(Cohesion, keeps_momentum) {
    const auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, 0], "bodies": [
        {"shape": {"box": {"min": [0, 0], "max": [0.5, 0.5]}}, "track": [{"behaviour": "fluid", "cohesion": 500}]},
        {"shape": {"box": {"min": [0.5, 0], "max": [1, 0.3]}},
         "track": [{"behaviour": "fluid", "density": 100, "cohesion": 900}]}]})");
    while (world->time() < 0.2) world->step(0.2);
    double moving = 0;
    for (size_t i = 0; i < world->particles().size(); ++i)
        moving += world->particles()[fields::mass][i] * norm(world->particles()[fields::velocity][i]);
    EXPECT_GT(moving, 1);
    EXPECT_LT(std::abs(world->balance().momentum_drift), 1e-5);  // rounding of some thousand forces and a hundred steps
}

/// The longest of the steps that cohesion limits; zero if it limits none. Fluid without a surface, where all its forces
/// cancel: nothing else limits them.
double longest_step(double cohesion, double weight) {
    const auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, 0],
        "periodic": {"x": [0, 1], "y": [0, 1]}, "bodies": [{"shape": {"box": {"min": [0, 0], "max": [1, 1]}},
        "track": [{"behaviour": "fluid", "density": 800, "viscosity": 1, "cohesion": )" +
                                std::to_string(cohesion) + R"(, "weight": )" + std::to_string(weight) + "}]}]}");
    double longest = 0;
    while (world->time() < 0.1) {
        const StepReport report = world->step(1e3);
        if (report.limit == "cohesion") longest = std::max(longest, double(report.dt));
    }
    return longest;
}

// As springs of the frequency sqrt(k / (rho dx^2)), of which a step is 0.45 of the inverse, to rounding.
TEST(Cohesion, limits_steps_as_its_springs_do) {
    const auto exact = [](double k) { return 0.45 * 0.05 / std::sqrt(k / 800); };
    EXPECT_NEAR(longest_step(2e4, 1), exact(2e4), 1e-4 * exact(2e4));
    EXPECT_NEAR(longest_step(8e4, 1), exact(8e4), 1e-4 * exact(8e4));
    EXPECT_NEAR(longest_step(8e4, 0.25), exact(2e4), 1e-4 * exact(2e4)) << "a quarter of it pulls";
}

}  // namespace
}  // namespace panta::test
