// Settings of solvers follow keys: one iteration until 0.05 s, as many as needed from then on.
#include <algorithm>

#include "scenes/worlds.h"

namespace panta::test {
namespace {

struct Iterations {
    int before = 0, after = 0;  // the most of a step
};

template <class Count>
Iterations iterations_of(const std::string& settings, const std::string& track, const Count& count) {
    const auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "duration": 1, "boundaries":
        [{"box": {"min": [0, 0], "max": [1, 1]}}], "step": {"longest": 0.005},
        "bodies": [{"shape": {"box": {"min": [0, 0], "max": [0.5, 0.8]}}, "track": [)" +
                                track + "]}], " + settings + "}");
    Iterations most;
    while (world->time() < 0.1) {
        const bool is_early = world->time() < 0.0499;
        int& here = is_early ? most.before : most.after;
        here = std::max(here, int(count(world->step(world->time() < 0.0499 ? 0.05 : 0.1))));
    }
    return most;
}

const std::string few = R"({"most_iterations": {"keys": [[0, 1], [0.05, 200]], "ease": "step"}, "tolerance": 1e-5})";

TEST(KeyedSolvers, of_pressure_take_as_many_iterations_as_they_may) {
    const Iterations most = iterations_of(R"("pressure": )" + few, R"({"behaviour": "fluid"})",
                                          [](const StepReport& report) { return report.pressure.iterations; });
    EXPECT_LE(most.before, 2);  // of the two solves of dfsph one each
    EXPECT_GT(most.after, 2);
}

TEST(KeyedSolvers, of_viscosity_take_as_many_iterations_as_they_may) {
    const Iterations most = iterations_of(R"("viscosity": )" + few, R"({"behaviour": "fluid", "viscosity": 100})",
                                          [](const StepReport& report) { return report.implicit_forces.iterations; });
    EXPECT_EQ(most.before, 1);
    EXPECT_GT(most.after, 1);
}

TEST(KeyedSolvers, of_elasticity_take_as_many_iterations_as_they_may) {
    const Iterations most =
        iterations_of(R"("elasticity": )" + few, R"({"behaviour": "elastic", "youngs_modulus": 1e5})",
                      [](const StepReport& report) { return report.implicit_forces.iterations; });
    EXPECT_LE(most.before, 2);  // of damping and strain one each
    EXPECT_GT(most.after, 2);
}

}  // namespace
}  // namespace panta::test
