// What bonds hold, pressure does not: solids are as compressible as their stiffness says, with every pressure method,
// and still press on all that they are not bonded to.
#include "behaviours/elastic/held_pairs.h"

#include <cmath>

#include "kernels/kernel.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

class HeldPairs : public testing::TestWithParam<PressureMethod> {
protected:
    /// A world of a scene that has this in it.
    static std::unique_ptr<World> world(const std::string& text, int dimension = 2) {
        const std::string head = R"({"format": 1, "dimension": )" + std::to_string(dimension) + ", ";
        Scene scene = parse_scene(head + text + "}", "test", scenes());
        scene.pressure.method = GetParam();
        return world_of(scene);
    }
    static void run_to(World& world, double end) {
        while (world.time() < end) world.step(end);
    }
    std::vector<Vec3> start;  // positions by id
};

INSTANTIATE_TEST_SUITE_P(All, HeldPairs,
                         testing::Values(PressureMethod::dfsph, PressureMethod::iisph, PressureMethod::pcisph,
                                         PressureMethod::pbf, PressureMethod::wcsph),
                         method_name);

constexpr double density = 1000, gravity = 9.81;  // of all solids below, and of the scenes
constexpr double spacing = 0.02, height = 0.5, stiffness = 2e4;

/// By how much the column at height y is lower than at its lowest row, which the floor carries where it lies, if each
/// strain is rho g (H - y) / M.
double sinking(double y, double modulus, double row = spacing) {
    const auto from_floor = [&](double at) { return density * gravity * (height * at - at * at / 2) / modulus; };
    return from_floor(y) - from_floor(row / 2);
}

/// A column that nothing can make wider comes to rest under its weight: the sinking of its
/// topmost row beyond that of its lowest one.
double sinking_of_column(World& column, double thickness = spacing) {
    const auto row = [&](Real y) {
        std::vector<uint32_t> found;
        const auto x = column.particles()[fields::position];
        for (const uint32_t i : column.particles().by_id())
            if (std::abs(x[i].y - y) < Real(0.1 * thickness))
                found.push_back(uint32_t(column.particles()[fields::id][i]));
        return found;
    };
    const auto lowest = row(Real(thickness / 2)), topmost = row(Real(height - thickness / 2));
    while (column.time() < 2) column.step(2);
    const auto by_id = column.particles().by_id();
    const auto mean = [&](const std::vector<uint32_t>& ids) {
        double sum = 0;
        for (const uint32_t id : ids) sum += column.particles()[fields::position][by_id[id]].y;
        return sum / double(ids.size());
    };
    return height - thickness - (mean(topmost) - mean(lowest));
}

std::string column(double poisson_ratio) {
    return R"("spacing": 0.02, "periodic": {"x": [0, 0.2]}, "boundaries": [{"plane": {}}],
        "bodies": [{"shape": {"box": {"min": [0, 0], "max": [0.2, 0.5]}}, "track": [{"behaviour": "elastic",
        "youngs_modulus": 2e4, "damping": 0.02, "poisson_ratio": )" +
           std::to_string(poisson_ratio) + "}]}]";
}

// rho g H^2 / (2 E) is 6 cm of a column of 50 cm. While bonded neighbours pressed on each other it was 0.2 mm. A
// quarter of the lowest row's height is gone, so particles that were out of each other's reach are in it. Found is
// 0.99: sums over few neighbours at both ends see strains that differ, by half a row of each.
TEST_P(HeldPairs, a_column_of_cork_sinks_under_its_weight) {
    const auto cork = world(column(0));
    const double exact = sinking(height - spacing / 2, stiffness);
    EXPECT_NEAR(sinking_of_column(*cork), exact, 0.03 * exact);
    EXPECT_EQ(cork->count_escaped(), 0u);
    // Held pairs count as they lay: away from the top nobody is compressed, but for a little where others come near.
    const auto x = cork->particles()[fields::position];
    const auto c = cork->particles()[fields::compression];
    double farthest = 0;  // from one
    for (size_t i = 0; i < x.size(); ++i)
        if (x[i].y < Real(0.3)) farthest = std::max(farthest, std::abs(c[i] - 1.));
    EXPECT_LT(farthest, 0.02);
}

// In space, with rows of a tenth of the height. Found is 0.942, as with as many rows in the plane; with 20 rows it is
// 0.981 in both. Among neighbours that pressed on each other it would be next to nothing.
TEST_P(HeldPairs, a_coarse_column_in_space_sinks_under_its_weight) {
    constexpr double row = 0.05;
    const auto cork = world(R"("spacing": 0.05, "periodic": {"x": [0, 0.35], "z": [0, 0.35]},
        "boundaries": [{"plane": {}}], "bodies": [{"shape": {"box": {"min": [0, 0, 0], "max": [0.35, 0.5, 0.35]}},
        "track": [{"behaviour": "elastic", "youngs_modulus": 2e4, "damping": 0.02, "poisson_ratio": 0}]}])",
                            3);
    const double exact = sinking(height - row / 2, stiffness, row);
    EXPECT_NEAR(sinking_of_column(*cork, row), exact, 0.07 * exact);
    EXPECT_EQ(cork->count_escaped(), 0u);
}

// Kept from getting wider, it is stiffer: M = E (1 - nu) / ((1 + nu) (1 - 2 nu)).
TEST_P(HeldPairs, a_column_that_cannot_get_wider_has_the_stiffness_of_its_poisson_ratio) {
    const double nu = 0.3, modulus = stiffness * (1 - nu) / ((1 + nu) * (1 - 2 * nu));
    const auto solid = world(column(nu));
    const double exact = sinking(height - spacing / 2, modulus);
    EXPECT_NEAR(sinking_of_column(*solid), exact, 0.03 * exact);
}

// Free to get wider on a floor without friction, in the plane by nu / (1 - nu) of what it gets lower, to 3 % as a bar
// that is pulled. Both strains are those of the upper half without its last rows, where they are of 3 %: near the floor
// particles of ten to the width feel its corners (with twenty, half as much).
TEST_P(HeldPairs, a_column_gets_wider_as_its_poisson_ratio_says) {
    const auto solid = world(R"("spacing": 0.02, "boundaries": [{"plane": {}}], "bodies": [{"shape": {"box":
        {"min": [-0.1, 0], "max": [0.1, 0.4]}}, "track": [{"behaviour": "elastic", "youngs_modulus": 4e4,
        "poisson_ratio": 0.3, "damping": 0.02}]}])");
    const auto size = [&] {
        struct Size {
            double width = 0, height = 0;
        } sum;
        // First moments of the particles that were there.
        static constexpr Real from = Real(0.2), to = Real(0.36);
        for (size_t i = 0; i < start.size(); ++i) {
            const Vec3 x = solid->particles()[fields::position][solid->particles().by_id()[i]];
            if (start[i].y < from || start[i].y > to) continue;
            sum.width += std::copysign(1., double(start[i].x)) * x.x;
            sum.height += std::copysign(1., double(start[i].y) - 0.28) * x.y;
        }
        return sum;
    };
    for (const uint32_t i : solid->particles().by_id()) start.push_back(solid->particles()[fields::position][i]);
    const auto before = size();
    run_to(*solid, 2);
    const auto after = size();
    const double axial = 1 - after.height / before.height, lateral = after.width / before.width - 1;
    EXPECT_NEAR(axial, density * gravity * 0.12 * (1 - 0.3 * 0.3) / 4e4, 0.03 * axial);
    EXPECT_NEAR(lateral / axial, 0.3 / 0.7, 0.03 * 0.3 / 0.7);
}

// Half as heavy as water, a block floats half under water: its middle at the level, here to half a spacing. Around
// water in front of a flat wall of solid, less than half of the sum of volumes is solid, and hardly more at a surface
// that is bent; between solid particles all of it would be.
TEST_P(HeldPairs, a_light_block_floats_and_no_water_enters_it) {
    const auto tank = world(R"("spacing": 0.025, "bodies": [
        {"shape": {"box": {"min": [0.35, 0.3], "max": [0.65, 0.45]}}, "track": [
            {"behaviour": "elastic", "density": 500, "youngs_modulus": 5e4, "poisson_ratio": 0.1, "damping": 0.005}]},
        {"shape": {"box": {"min": [0, 0], "max": [1, 0.3]}}, "track": [{"behaviour": "fluid", "viscosity": 0.5}]}],
        "boundaries": [{"box": {"min": [0, 0], "max": [1, 1]}, "open": ["+y"]}])");
    run_to(*tank, 3);
    const Particles& particles = tank->particles();
    const auto x = particles[fields::position];
    const auto body = particles[fields::body];
    double middle = 0, solid = 0, water = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        if (body[i] == 0) middle += x[i].y, ++solid;
        if (body[i] == 1) water += 1;
    }
    // Per metre of width, water and the half of the block that is under it fill the tank up to the level.
    const double cell = 0.025 * 0.025, level = (water + solid / 2) * cell;
    EXPECT_NEAR(middle / solid, level, 0.0125);

    const Kernel<CubicSpline> W(Real(0.05), 2);
    double most = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        double sum = 0;
        for (size_t j = 0; j < x.size() && body[i] == 1; ++j)
            if (body[j] == 0 && norm(x[i] - x[j]) < Real(0.05)) sum += cell * W.value(norm(x[i] - x[j]));
        most = std::max(most, sum);
    }
    EXPECT_LT(most, 0.6);
    EXPECT_GT(most, 0.1) << "water touches the block";
    EXPECT_EQ(tank->count_escaped(), 0u);
}

// Two soft blocks, one molten at its lower end, meet at a speed that strains them by a fifth. Neither gets past the
// other, and forces in twos keep the momentum.
TEST_P(HeldPairs, blocks_that_meet_do_not_pass_and_keep_their_momentum) {
    const auto pair = world(R"("spacing": 0.02, "gravity": [0, 0], "bodies": [
        {"shape": {"box": {"min": [0, 0], "max": [0.2, 0.2]}}, "velocity": [1, 0], "track": [
            {"behaviour": "elastic", "youngs_modulus": 2e4, "poisson_ratio": 0}]},
        {"shape": {"box": {"min": [0.23, 0.05], "max": [0.43, 0.25]}}, "track": [
            {"behaviour": "elastic", "youngs_modulus": 2e4, "poisson_ratio": 0, "weight": {"over": "height", "keys": [[0.05, 0.1], [0.25, 1]]}},
            {"behaviour": "fluid", "viscosity": 1, "weight": 0.5}]}])");
    const auto middles = [&] {
        std::array<double, 2> sum{}, count{};
        for (size_t i = 0; i < pair->particles().size(); ++i) {
            const uint32_t body = pair->particles()[fields::body][i];
            sum[body] += pair->particles()[fields::position][i].x, count[body] += 1;
        }
        return std::array{sum[0] / count[0], sum[1] / count[1]};
    };
    const double before = middles()[1];
    double nearest = 1;
    while (pair->time() < 0.4) {
        pair->step(0.4);
        nearest = std::min(nearest, middles()[1] - middles()[0]);
    }
    EXPECT_GT(nearest, 0.1) << "half the distance at which they touch";
    EXPECT_GT(middles()[1], before + 0.05) << "they must have met";
    EXPECT_LT(pair->balance().momentum_drift, 1e-5);
}

// Two halves of one body that were apart when it was bonded are not of one neighbourhood: they press on each other.
TEST_P(HeldPairs, a_body_that_meets_itself_does_not_pass_through_itself) {
    const auto halves = world(R"("spacing": 0.02, "gravity": [0, 0], "bodies": [
        {"shape": {"box": {"min": [0, 0], "max": [0.36, 0.1]}}, "velocity": [0.5, 0], "track": [
            {"behaviour": "elastic", "youngs_modulus": 1e5}]}])");
    // Cut a gap of four spacings, and let the halves approach each other.
    Particles& particles = halves->particles();
    std::vector<uint32_t> gap;
    for (uint32_t i = 0; i < particles.size(); ++i) {
        const Vec3 x = particles[fields::position][i];
        if (std::abs(x.x - Real(0.18)) < Real(0.04)) gap.push_back(i);
        particles.edit(fields::velocity)[i] = {x.x < Real(0.18) ? Real(0.5) : Real(-0.5), 0, 0};
    }
    particles.remove(gap);
    const auto distance = [&] {
        double left = 0, right = 0;
        for (size_t i = 0; i < particles.size(); ++i) {
            const bool is_left = particles[fields::id][i] % 18 < 9;  // rows of 18 were sampled one after the other
            (is_left ? left : right) += particles[fields::position][i].x;
        }
        return (right - left) / (double(particles.size()) / 2);
    };
    ASSERT_NEAR(distance(), 0.22, 1e-4);
    double nearest = 1;
    while (halves->time() < 0.5) {
        halves->step(0.5);
        nearest = std::min(nearest, distance());
    }
    EXPECT_LT(nearest, 0.16) << "they met";
    EXPECT_GT(nearest, 0.1) << "at rest side by side they would be 0.14 apart";
    EXPECT_GT(distance(), 0.15) << "and parted";
}

}  // namespace
}  // namespace panta::test
