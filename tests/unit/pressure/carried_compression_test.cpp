// Compression that is carried along: one to begin with, changed by motion and by smoothing alone.
#include "pressure/carried_compression.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "kernels/kernel.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

Scene block(bool carry, const std::string& top) {
    Scene scene = parse_scene(R"({"format": 1, "dimension": 2, "spacing": 0.05, "support": 2.5,
        "pressure": {"method": "wcsph", "expected_speed": 3}, "bodies": [{"name": "water", "shape":
            {"box": {"min": [0, 0], "max": [0.5, 0.5]}}, "track": [{"behaviour": "fluid", "viscosity": 0,
            "artificial_viscosity": 0.1}]}], )" +
                                  top + "}",
                              "test", scenes());
    scene.pressure.carry = carry;
    return scene;
}
const std::string in_a_tank =
    R"("boundaries": [{"box": {"min": [0, 0], "max": [0.5, 1]}, "open": ["+y"], "layers": 3}])";

double highest(const World& world) {
    double most = 0;
    for (const Vec3& x : world.particles()[fields::position]) most = std::max(most, double(x.y));
    return most;
}

// A block in free fall has nothing to carry: not even the smoothing, which knows of gravity, makes pressure.
TEST(CarriedCompression, stays_one_in_free_fall) {
    const auto world = world_of(block(true, R"("gravity": [0, -10])"));
    take_steps(*world, 100);
    for (const Real c : world->particles()[fields::compression]) EXPECT_NEAR(c, 1, 1e-4);  // rounding; 5e-3 at rest
}

// The formula, summed pair by pair in double precision; and since volumes are alike, what one particle gains by
// smoothing another loses.
TEST(CarriedCompression, is_smoothed_and_its_sum_conserved) {
    const auto world = world_of(block(true, R"("gravity": [0, 0])"));
    take_steps(*world, 1);
    const Particles& particles = world->particles();
    const auto surplus = world->particles().edit(pressure::surplus);
    for (size_t i = 0; i < surplus.size(); ++i) surplus[i] += Real(0.01) * Random(1).uniform(i, 0);
    const std::vector<Real> before(surplus.begin(), surplus.end());
    const auto at = particles[fields::position];
    const std::vector<Vec3> x(at.begin(), at.end());
    const auto ids = particles[fields::id];
    const std::vector<uint64_t> order(ids.begin(), ids.end());
    const double dt = world->step(1e9).dt, h = 0.125, cs = 30;
    ASSERT_TRUE(std::ranges::equal(order, particles[fields::id])) << "sorted anew: compare by ids";

    const Kernel<CubicSpline> W(Real(h), 2);
    const auto c = particles[fields::compression], V = particles[fields::volume];
    double sum = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        double expected = 0;
        for (size_t j = 0; j < x.size(); ++j)
            if (j != i) expected -= 0.1 * h * cs * dt * V[j] * (c[j] - c[i]) * W.slope_over_r(norm(x[i] - x[j]));
        EXPECT_NEAR(surplus[i] - before[i], expected, 1e-7);  // of about 1e-3
        sum += surplus[i] - before[i];
    }
    EXPECT_NEAR(sum, 0, 1e-7 * double(x.size()));
}

// The topmost row carries its weight without crowding into the one below, and pressure is that of the water above. The
// sum of volumes needs it to crowd: there the level falls by half a spacing and pressures scatter by 4 % (measured).
TEST(CarriedCompression, water_at_rest_has_the_pressure_of_its_depth) {
    const auto world = world_of(block(true, in_a_tank)), summed = world_of(block(false, in_a_tank));
    const auto error = [](World& of) {
        const double at_start = highest(of), depth = 0.5, scale = 1000 * 9.81 * depth;
        while (of.time() < 4) of.step(4);
        const auto x = of.particles()[fields::position];
        const auto p = of.particles()[fields::pressure];
        double squares = 0;
        for (size_t i = 0; i < x.size(); ++i) squares += std::pow(p[i] / scale - (depth - double(x[i].y)) / depth, 2);
        return std::pair(std::sqrt(squares / double(x.size())), (at_start - highest(of)) / 0.05);
    };
    const auto carried = error(*world), plain = error(*summed);
    EXPECT_LT(carried.first, 0.01);
    EXPECT_LT(std::abs(carried.second), 0.2);
    EXPECT_LT(carried.first, plain.first / 2);
    EXPECT_LT(std::abs(carried.second), plain.second / 2);
}

}  // namespace
}  // namespace panta::test
