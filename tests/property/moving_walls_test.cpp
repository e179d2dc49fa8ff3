// Torture of walls: thin ones, narrow ones, and ones that move, with a weakly compressible and an incompressible
// solver. What passes an open wall is judged in its frame by plain geometry, since only closed walls count escapes.
#include <cmath>
#include <numbers>

#include "scenes/worlds.h"

namespace panta::test {
namespace {

class TortureOfWalls : public testing::TestWithParam<const char*> {
protected:
    /// The world of a scene without its opening brace, solved by the method under test.
    std::unique_ptr<World> solved(const std::string& rest) {
        return world_of(R"({"format": 1, "pressure": {"method": ")" + std::string(GetParam()) + "\"}, " + rest);
    }

    /// Steps to the end; `inspect` sees where each particle was and is, with the times.
    template <class Inspect>
    void run(World& world, double end, const Inspect& inspect) {
        std::vector<Vec3> before;
        while (world.time() < end) {
            const Particles& particles = world.particles();
            const double time = world.time();
            before.assign(particles.next_id(), Vec3{NAN, NAN, NAN});
            for (size_t i = 0; i < particles.size(); ++i)
                before[particles[fields::id][i]] = particles[fields::position][i];
            world.step(end);
            for (size_t i = 0; i < particles.size(); ++i)
                if (const uint64_t id = particles[fields::id][i]; id < before.size() && !std::isnan(before[id].x))
                    inspect(before[id], time, particles[fields::position][i], world.time());
            ASSERT_FALSE(HasFailure()) << "at " << world.time() << " s";
            ASSERT_EQ(world.count_escaped(), 0u) << "at " << world.time() << " s";
        }
        // Sums of floats over the particles of these scenes.
        EXPECT_LT(std::abs(world.balance().mass_drift), 1e-9);
        EXPECT_LT(world.balance().momentum_drift, 1e-4);
    }
    void run(World& world, double end) {
        run(world, end, [](const Vec3&, double, const Vec3&, double) {});
    }
    /// Pressure alone did not hold everyone: colliders had to.
    static void expect_collisions(const World& world) { EXPECT_GT(world.state().totals.collisions, 0u); }
    /// A jet along x has met something.
    static void expect_hit(const World& world) {
        const Momentum momentum = momentum_of(world.particles());
        EXPECT_LT(momentum.total.x, 0.95 * momentum.parts);
    }
};

INSTANTIATE_TEST_SUITE_P(Solvers, TortureOfWalls, testing::Values("wcsph", "dfsph"),
                         [](const auto& solver) { return std::string(solver.param); });

TEST_P(TortureOfWalls, a_fast_jet_does_not_pass_a_wall_one_spacing_thick) {
    const auto world = solved(R"("spacing": 0.025, "duration": 0.02, "gravity": [0, 0, 0],
        "bodies": [{"emitter": {"rectangle": {"size": [0.1, 0.1]}, "direction": [1, 0, 0], "speed": 40}, "preset": "water"}],
        "domain": {"min": [-1, -1, -1], "max": [1, 1, 1]},
        "boundaries": [{"box": {"size": [0.025, 0.6, 0.6]}, "solid": true, "at": [0.3, 0, 0]}]})");
    run(*world, 0.02, [](const Vec3& from, double, const Vec3& to, double) {
        EXPECT_FALSE(from.x < 0.3f && to.x > 0.3f && std::abs(to.y) < 0.3f && std::abs(to.z) < 0.3f);
    });
    expect_hit(*world);
}

// A mesh without a lid is a sheet: no inside, no thickness. Water in it rests as in a box, a little less evenly, since
// its particles are strewn and not in the lattice: some hundredths of compression where it gives way, a hundredth of
// the level.
TEST_P(TortureOfWalls, an_open_mesh_holds_water_at_rest) {
    const auto world = solved(R"("spacing": 0.1, "duration": 1,
        "bodies": [{"shape": {"box": {"min": [0, 0, 0], "max": [1, 0.6, 1]}}, "preset": "water"}],
        "boundaries": [{"mesh": "cup.obj"}]})");
    const auto level = [&] {
        double sum = 0;
        for (const Vec3& x : world->particles()[fields::position]) sum += x.y;
        return 2 * sum / double(world->particles().size());
    };
    const double at_start = level();
    Real worst = 0;
    while (world->time() < 1) worst = std::max(worst, world->step(1).worst_compression);
    EXPECT_LT(worst, 0.2);
    EXPECT_NEAR(level() / at_start, 1, 0.02);
    EXPECT_LT(world->energy().kinetic, 0.003 * world->state().totals.mass * 9.81 * 0.6);
    for (const Vec3& x : world->particles()[fields::position])
        EXPECT_TRUE(x.x > 0 && x.x < 1 && x.y > 0 && x.z > 0 && x.z < 1) << x.x << " " << x.y << " " << x.z;
}

// An animated mesh under water, which swells to three and a half times its volume and back in a tenth of a second.
TEST_P(TortureOfWalls, a_mesh_that_breathes_under_water_is_not_entered) {
    const auto world = solved(R"("spacing": 0.04, "duration": 0.3,
        "bodies": [{"shape": {"box": {"min": [0, 0, 0], "max": [0.8, 0.6, 0.8]}}, "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0, 0], "max": [0.8, 1.6, 0.8]}, "open": ["+y"]},
            {"frames": ["breathed_out.obj", "breathed_in.obj"], "frame_rate": 20, "repeat": true, "at": [0.4, 0.3, 0.4]}]})");
    run(*world, 0.3);
    expect_collisions(*world);
}

TEST_P(TortureOfWalls, a_thin_wall_that_flies_into_a_jet_is_not_passed) {
    const auto world = solved(R"("spacing": 0.025, "duration": 0.02, "gravity": [0, 0, 0],
        "bodies": [{"emitter": {"rectangle": {"size": [0.1, 0.1]}, "direction": [1, 0, 0], "speed": 40}, "preset": "water"}],
        "domain": {"min": [-1, -1, -1], "max": [2, 1, 1]},
        "boundaries": [{"box": {"size": [0.025, 0.6, 0.6]}, "solid": true, "at": [0.6, 0, 0], "motion":
            {"translate": {"keys": [[0, [0, 0, 0]], [1, [-25, 0, 0]]]}}}]})");
    run(*world, 0.02);
    expect_hit(*world);
}

TEST_P(TortureOfWalls, a_funnel_with_a_gap_of_one_spacing_lets_only_the_gap_through) {
    // Two slabs, 0.04 thick, whose lower ends are one spacing apart; water is thrown onto them.
    const auto world = solved(R"("dimension": 2, "spacing": 0.02, "duration": 0.3,
        "bodies": [{"shape": {"box": {"min": [-0.3, 0.36], "max": [0.3, 0.76]}}, "velocity": [0, -8], "preset": "water"}],
        "domain": {"min": [-1, -1], "max": [1, 2]},
        "boundaries": [
            {"box": {"min": [0, -0.04], "max": [0.6, 0]}, "solid": true, "rotate": [0, 0, 45], "at": [0.01, 0]},
            {"box": {"min": [-0.6, -0.04], "max": [0, 0]}, "solid": true, "rotate": [0, 0, -45], "at": [-0.01, 0]}]})");
    run(*world, 0.3, [](const Vec3& from, double, const Vec3& to, double) {
        if (from.y < 0 || to.y >= 0 || std::abs(from.x) > 0.4f) return;
        const double t = from.y / (double(from.y) - to.y);
        EXPECT_LE(std::abs(from.x + t * (double(to.x) - from.x)), 0.01) << "not through the gap";
    });
    expect_collisions(*world);
}

/// Whether the way from a to b, in the frame of a box of the given half size that is open at +y, passes one of its
/// sides.
bool passes_side(const Vec3d& a, const Vec3d& b, const Vec3d& half) {
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-half[axis], half[axis]}) {
            if ((axis == 1 && side > 0) || (a[axis] < side) == (b[axis] < side)) continue;
            const Vec3d at = a + (b - a) * ((side - a[axis]) / (b[axis] - a[axis]));
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            if (std::abs(at[u]) < half[u] - 1e-5 && std::abs(at[v]) < half[v] - 1e-5) return true;
        }
    return false;
}

TEST_P(TortureOfWalls, a_cup_that_is_swung_through_the_air_holds_its_water) {
    const auto world = solved(R"("spacing": 0.05, "duration": 0.4,
        "bodies": [{"shape": {"box": {"min": [-0.15, -0.2, -0.15], "max": [0.15, 0.05, 0.15]}}, "preset": "water"}],
        "boundaries": [{"box": {"size": [0.3, 0.4, 0.3]}, "open": ["+y"], "motion": {"pivot": [0, 1, 0],
            "translate": {"ease": "smooth", "keys": [[0.2, [0, 0, 0]], [0.3, [1, 0, 0.5]], [0.4, [-1, 1, 0]]]},
            "rotate": {"ease": "smooth", "keys":
                [[0, [0, 0, 0]], [0.2, [0, 0, 120]], [0.3, [0, 0, 60]], [0.4, [90, 0, -60]]]}}}]})");
    MotionParams params;
    params.pivot = {0, 1, 0};
    params.translation.keys = {{0.2, {}}, {0.3, {1, 0, 0.5f}}, {0.4, {-1, 1, 0}}};
    params.rotation.keys = {{0, {}}, {0.2, {0, 0, 120}}, {0.3, {0, 0, 60}}, {0.4, {90, 0, -60}}};
    params.translation.ease = params.rotation.ease = Ease::smooth;
    const WallMotion cup(params);
    const Vec3d half{0.15, 0.2, 0.15};
    run(*world, 0.4, [&](const Vec3& from, double before, const Vec3& to, double now) {
        EXPECT_FALSE(passes_side(cup.pose(before).to_local(from), cup.pose(now).to_local(to), half));
    });
    expect_collisions(*world);
}

/// Whether a point is in an open cylinder about the y axis, which has 192 flat sides within its circle. Drops that run
/// down outside are between the two; a point on the glass, within rounding, is in.
bool is_in_glass(const Vec3d& p, double radius) {
    constexpr double side = 2 * std::numbers::pi / 192;
    const double turn = std::atan2(p.z, p.x) / side, from_middle = (turn - std::floor(turn) - 0.5) * side;
    return std::hypot(p.x, p.z) * std::cos(from_middle) < radius * std::cos(side / 2) + 1e-7;
}

TEST_P(TortureOfWalls, a_beaker_that_is_shaken_loses_nothing_through_its_side) {
    const auto world = solved(R"("spacing": 0.02, "duration": 0.3,
        "bodies": [{"shape": {"cylinder": {"radius": 0.09, "height": 0.12}}, "at": [0, -0.06, 0], "preset": "water"}],
        "boundaries": [{"cylinder": {"radius": 0.1, "height": 0.26}, "open": ["+y"], "solid": false, "motion":
            {"repeat": true, "translate": {"keys": [[0, [0, 0, 0]], [0.05, [0.1, 0, 0]], [0.1, [0, 0, 0]]]},
                "rotate": {"keys": [[0, [0, 0, 0]], [0.05, [0, 0, 30]], [0.1, [0, 0, 0]]]}}}]})");
    MotionParams params;
    params.translation.keys = {{0, {}}, {0.05, {0.1f, 0, 0}}, {0.1, {}}};
    params.rotation.keys = {{0, {}}, {0.05, {0, 0, 30}}, {0.1, {}}};
    params.repeat = true;
    const WallMotion beaker(params);
    run(*world, 0.3, [&](const Vec3& from, double before, const Vec3& to, double now) {
        const Vec3d a = beaker.pose(before).to_local(from), b = beaker.pose(now).to_local(to);
        const auto is_in = [](const Vec3d& p) { return is_in_glass(p, 0.1) && std::abs(p.y) < 0.13; };
        const auto is_above = [](const Vec3d& p) { return p.y >= 0.13; };
        EXPECT_FALSE(is_in(a) && !is_in(b) && !is_above(b)) << b.x << " " << b.y << " " << b.z;
    });
    expect_collisions(*world);
}

TEST_P(TortureOfWalls, a_thin_paddle_stirs_a_tank) {
    // A sheet of the size of the tank, less a spacing at both ends, at three turns a second.
    const auto world = solved(R"("spacing": 0.1, "duration": 0.5,
        "bodies": [{"shape": {"box": {"min": [0, 0, 0], "max": [1.2, 0.5, 0.7]}}, "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0, 0], "max": [1.2, 1.2, 0.7]}},
            {"mesh": "sheet.obj", "at": [0.1, 0.1, 0.1], "motion": {"pivot": [0.6, 0.6, 0], "spin": [0, 0, 1080]}}]})");
    MotionParams params;
    params.pivot = {0.6f, 0.6f, 0};
    params.spin = Vec3{0, 0, 1080};
    const WallMotion paddle(params);
    run(*world, 0.5, [&](const Vec3& from, double before, const Vec3& to, double now) {
        // At rest the sheet is the rectangle x = 0.6, 0.1 < y < 1.1, 0.1 < z < 0.6.
        const Vec3d a = paddle.pose(before).to_local(from), b = paddle.pose(now).to_local(to);
        if ((a.x < 0.6) == (b.x < 0.6)) return;
        const Vec3d at = a + (b - a) * ((0.6 - a.x) / (b.x - a.x));
        EXPECT_FALSE(at.y > 0.10001 && at.y < 1.09999 && at.z > 0.10001 && at.z < 0.59999) << at.y << " " << at.z;
    });
    expect_collisions(*world);
}

}  // namespace
}  // namespace panta::test
