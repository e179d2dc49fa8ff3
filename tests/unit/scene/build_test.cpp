// Worlds from scenes: how many particles, where, of what mass; what is carved away; what emitters emit.
#include "scene/build.h"

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "scene/layout.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

scene::BuiltWorld built_from(const std::string& text) {
    return scene::build(parse_scene(text, "test", scenes()), Threads(1));
}

/// A block of 2 m of stuff of 500 kg/m^3 with further keys of the scene.
std::string block_with(const std::string& more, const std::string& body = "") {
    return R"({"format": 1, "spacing": 0.1, "gravity": [0, 0, 0], "bodies": [{"name": "block",
        "shape": {"box": {"min": [0, 0, 0], "max": [2, 2, 2]}}, "track": [{"behaviour": "fluid", "density": 500}])" +
           body + "}]" + more + "}";
}

double mass_of(const Particles& particles, uint32_t body) {
    double mass = 0;
    for (size_t i = 0; i < particles.size(); ++i)
        if (particles[fields::body][i] == body) mass += particles[fields::mass][i];
    return mass;
}

TEST(Build, fills_a_box_of_n_cells_with_n_cubed_particles) {
    for (const int n : {1, 2, 7, 10}) {
        const std::string side = std::to_string(0.1 * n);
        const auto built = built_from(R"({"format": 1, "spacing": 0.1, "bodies": [{"preset": "water",
            "shape": {"box": {"size": [)" +
                                      side + ", " + side + ", " + side + "]}}}]}");
        EXPECT_EQ(built.world->particles().size(), size_t(n * n * n));
        EXPECT_EQ(built.bodies[0].particles, size_t(n * n * n));
        EXPECT_EQ(built.bodies[0].carved, 0u);
    }
}

TEST(Build, ends_periods_where_the_scene_does_whatever_rounding_says) {
    // The numbers of these intervals are no sums of their length and their lower end.
    for (const auto& [lower, upper] : {std::pair(-5.f, 0.01f), {-3.3f, 0.4f}, {-0.3f, 0.3f}}) {
        Scene scene;
        scene.periodic.emplace();
        scene.periodic->x = scene::Interval{lower, upper};
        const Periodicity periodicity = scene::periodicity_of(scene);
        EXPECT_LE(lower + periodicity.period.x, upper);
        EXPECT_NEAR(periodicity.period.x, upper - lower, 1e-6);
        EXPECT_LT(periodicity.wrapped({std::nextafter(upper, Real(9)), 0, 0}).x, upper);
        EXPECT_EQ(periodicity.period.y, 0);
    }
}

TEST(Build, gives_particles_the_mass_of_their_volume) {
    const auto built = built_from(block_with(""));
    EXPECT_NEAR(mass_of(built.world->particles(), 0), 500 * 8, 500 * 8 * 1e-6);
    const auto flat = built_from(R"({"format": 1, "dimension": 2, "spacing": 0.1, "bodies":
        [{"shape": {"box": {"min": [0, 0], "max": [2, 1]}}, "track": [{"behaviour": "fluid", "density": 500}]}]})");
    EXPECT_EQ(flat.world->particles().size(), 200u);
    EXPECT_NEAR(mass_of(flat.world->particles(), 0), 500 * 2, 500 * 2 * 1e-6);
}

/// Lattice points of the block for which `is_free` holds.
template <class Predicate>
size_t points_of_block(const Predicate& is_free) {
    size_t count = 0;
    for (int i = 0; i < 20; ++i)
        for (int j = 0; j < 20; ++j)
            for (int k = 0; k < 20; ++k) count += is_free(0.05 + 0.1 * i, 0.05 + 0.1 * j, 0.05 + 0.1 * k);
    return count;
}

TEST(Build, carves_away_what_is_in_a_solid_or_nearer_than_a_tenth_of_a_spacing) {
    const auto built =
        built_from(block_with(R"(, "boundaries": [{"name": "ball", "sphere": {"radius": 0.62}, "at": [1, 1, 1]}])"));
    const size_t expected =
        points_of_block([](double x, double y, double z) { return std::hypot(x - 1, y - 1, z - 1) > 0.62 + 0.01; });
    EXPECT_EQ(built.world->particles().size(), expected);
    EXPECT_EQ(built.bodies[0].particles, expected);
    EXPECT_EQ(built.bodies[0].carved, 8000 - expected);
    EXPECT_EQ(built.world->count_escaped(), 0u);
}

TEST(Build, carves_away_what_is_outside_a_container) {
    const auto built = built_from(block_with(R"(, "boundaries": [{"box": {"min": [0.5, -1, -1], "max": [3, 3, 3]}}])"));
    EXPECT_EQ(built.world->particles().size(), 15u * 20 * 20);
    for (const Vec3& x : built.world->particles()[fields::position]) EXPECT_GT(x.x, 0.549f);
}

TEST(Build, carves_away_what_belongs_to_an_earlier_body) {
    const auto built = built_from(R"({"format": 1, "spacing": 0.1, "bodies": [
        {"name": "drop", "shape": {"sphere": {"radius": 0.5}}, "at": [1, 1, 1], "preset": "olive_oil"},
        {"name": "pool", "shape": {"box": {"min": [0, 0, 0], "max": [2, 2, 2]}},
         "track": [{"behaviour": "fluid", "density": 500}]}]})");
    const size_t expected =
        points_of_block([](double x, double y, double z) { return std::hypot(x - 1, y - 1, z - 1) > 0.5; });
    EXPECT_EQ(built.bodies[1].particles, expected);
    EXPECT_EQ(built.bodies[1].carved, 8000 - expected);
    EXPECT_EQ(built.bodies[0].carved, 0u);
    // Together they fill the block: what the pool lost the drop has, but for the lattice error of its surface.
    EXPECT_NEAR(double(built.world->particles().size()), 8000, 40);
    EXPECT_NEAR(mass_of(built.world->particles(), 1), 500 * (8 - 4 * std::numbers::pi / 3 * 0.125), 500 * 3.1 * 0.01);
}

/// Bodies and boundaries with a turned prism of 9/32 m^3 and 3 m^2 from a mesh, in a pool of 2 m x 1.5 m x 1.5 m.
scene::BuiltWorld with_prism(const std::string& bodies, const std::string& boundaries) {
    return built_from(R"({"format": 1, "spacing": 0.05, "bodies": [)" + bodies + R"({"name": "pool",
        "shape": {"box": {"min": [-1, -0.75, -0.75], "max": [1, 0.75, 0.75]}},
        "track": [{"behaviour": "fluid", "density": 500}]}], "boundaries": [)" +
                      boundaries + "]}");
}
const std::string prism = R"("at": [-0.31, -0.42, -0.18], "rotate": [10, 25, 15])";
constexpr double prism_volume = 9. / 32, pool_volume = 4.5, cell = 0.05 * 0.05 * 0.05;

// A surface of A m^2 cuts A / d^2 cells, each of which a lattice without relation to it counts as whole or not: an
// error of 0.3 cells each, which add up like a random walk. Five such deviations of 3 m^2: 52 cells, 2 % of the prism.
const double cut_cells = 5 * 0.3 * std::sqrt(3. / 0.0025);

TEST(Build, carves_away_a_mesh_that_stands_before_in_the_scene) {
    const auto built = with_prism(
        R"({"name": "prism", "shape": {"mesh": "wedge.obj", "scale": 5}, "preset": "water", )" + prism + "},", "");
    EXPECT_NEAR(double(built.bodies[0].particles), prism_volume / cell, cut_cells);
    EXPECT_NEAR(double(built.bodies[1].carved), prism_volume / cell, cut_cells);
    EXPECT_NEAR(mass_of(built.world->particles(), 0), 998.21 * prism_volume, 998.21 * cell * cut_cells);
    EXPECT_NEAR(mass_of(built.world->particles(), 1), 500 * (pool_volume - prism_volume), 500 * cell * cut_cells);
}

TEST(Build, carves_away_a_wall_from_a_mesh_and_a_tenth_of_a_spacing_around_it) {
    const auto built = with_prism("", R"({"name": "ramp", "mesh": "wedge.obj", "scale": 5, )" + prism + "}");
    // Steiner's formula for a convex body grown by r: V + A r + M r^2 + 4 pi r^3 / 3. M, half of the sum of edge
    // lengths times outer angles, is 7.07 m: edges of 0.75 m with angles of pi/2, pi - 0.6435 and pi/2 + 0.6435; six of
    // 1, 0.75 and 1.25 m with pi/2.
    const double r = 0.005, pi = std::numbers::pi;
    const double edges = (0.75 * 2 * pi + 2 * (1 + 0.75 + 1.25) * pi / 2) / 2;
    const double grown = prism_volume + 3 * r + edges * r * r + 4 * pi / 3 * r * r * r;
    EXPECT_NEAR(double(built.bodies[0].carved), grown / cell, cut_cells);
    EXPECT_NEAR(mass_of(built.world->particles(), 0), 500 * (pool_volume - prism_volume), 500 * cell * cut_cells);
    EXPECT_EQ(built.world->count_escaped(), 0u);
}

TEST(Build, bodies_that_overlap_fill_their_union_once) {
    // Two balls of radius 0.5 m whose centres are 0.5 m apart, both partly in the pool's corner; the union by its lens.
    const auto built = with_prism(R"(
        {"name": "one", "shape": {"sphere": {"radius": 0.5}}, "at": [0.013, 0.008, 0.021], "preset": "water"},
        {"name": "two", "shape": {"sphere": {"radius": 0.5}}, "at": [0.513, 0.008, 0.021], "preset": "water"},)",
                                  "");
    const double pi = std::numbers::pi, R = 0.5, d = 0.5;
    const double ball = 4 * pi / 3 * R * R * R, lens = pi * (4 * R + d) * (2 * R - d) * (2 * R - d) / 12;
    // Balls of pi m^2 are cut by three lattices.
    EXPECT_NEAR(double(built.bodies[0].particles), ball / cell, cut_cells);
    EXPECT_NEAR(double(built.bodies[1].carved), lens / cell, cut_cells);
    EXPECT_NEAR(double(built.bodies[2].carved), (2 * ball - lens) / cell, 2 * cut_cells);
    EXPECT_NEAR(double(built.world->particles().size()), pool_volume / cell, 3 * cut_cells);
}

struct MisfitCase {
    const char* name;
    std::string scene;
    double volume;  // m^3 of what remains
};

class Misfit : public testing::TestWithParam<MisfitCase> {};

// Room is measured in parts of a quarter of a spacing. Planes along the lattice that cut it between two parts are off
// by an eighth of a spacing at most: 1.5 % of these bodies for each of two walls. Curved ones average out.
TEST_P(Misfit, the_mass_of_what_remains_is_right) {
    const auto built = built_from(GetParam().scene);
    double mass = 0;
    for (uint32_t k = 0; k < built.bodies.size(); ++k) mass += mass_of(built.world->particles(), k);
    EXPECT_NEAR(mass / 500, GetParam().volume, 0.03 * GetParam().volume);
}

// Nothing is pressed together, so nothing flies apart. Unspread, the ball in a ball reaches 0.45 m/s.
TEST_P(Misfit, what_remains_is_nearly_at_rest) {
    const auto built = built_from(GetParam().scene);
    World& world = *built.world;
    while (world.time() < 0.5) world.step(0.5);
    double fastest = 0;
    for (const Vec3& v : world.particles()[fields::velocity]) fastest = std::max(fastest, double(norm(v)));
    EXPECT_LT(fastest, 0.2);
    EXPECT_EQ(world.count_escaped(), 0u);
}

// What is too close to a wall is spread before the beginning, whether that wall will move or not: with places ahead of
// walls that nobody had predicted, water was compressed by 51 % in the first step.
TEST(Build, a_wall_that_will_move_is_where_it_is_at_the_start) {
    const auto worst = [](const std::string& motion) {
        const auto built = built_from(R"({"format": 1, "spacing": 0.012, "bodies": [{"preset": "water",
            "shape": {"box": {"min": [0, 0, 0], "max": [0.2, 0.06, 0.1]}}}], "boundaries": [{
            "box": {"min": [0, 0, 0], "max": [0.2, 0.1, 0.1]}, "open": ["+y"])" +
                                      motion + "}]}");
        return built.world->step(1e9).worst_compression;
    };
    EXPECT_EQ(worst(R"(, "motion": {"translate": {"keys": [[5, [0, 0, 0]], [6, [0.1, 0, 0]]]}})"), worst(""));
}

const std::string of_500 = R"("track": [{"behaviour": "fluid", "density": 500}])";
const std::string weightless = R"({"format": 1, "spacing": 0.1, "gravity": [0, 0, 0], "bodies": [)";
INSTANTIATE_TEST_SUITE_P(
    Build, Misfit,
    testing::Values(
        MisfitCase{"box_beyond_its_tank", block_with(R"(, "boundaries": [{"box": {"min": [0.56, -1, -1],
            "max": [1.63, 3, 3]}}])"),
                   1.07 * 4},
        MisfitCase{"box_beyond_a_corner", block_with(R"(, "boundaries": [{"box": {"min": [0.56, 0.34, 0.21],
            "max": [3, 3, 3]}}])"),
                   1.44 * 1.66 * 1.79},
        MisfitCase{"box_a_little_beyond_its_tank", block_with(R"(, "boundaries": [{"box": {"min": [0.03, -1, -1],
            "max": [1.97, 3, 3]}}])"),
                   1.94 * 4},
        MisfitCase{"ball_in_a_ball",
                   weightless + R"({"shape": {"sphere": {"radius": 1}}, )" + of_500 +
                       R"(}], "boundaries": [{"sphere": {"radius": 1}, "solid": false}]})",
                   4 * std::numbers::pi / 3},
        MisfitCase{"block_around_a_ball", block_with(R"(, "boundaries": [{"sphere": {"radius": 0.62},
            "at": [1, 1, 1]}])"),
                   8 - 4 * std::numbers::pi / 3 * 0.62 * 0.62 * 0.62},
        MisfitCase{"block_beside_an_oblique_plane", block_with(R"(, "boundaries": [{"plane": {"normal": [1, 2, 0]},
            "at": [1, 1, 1]}])"),
                   4},
        MisfitCase{"box_over_box",
                   weightless + R"({"shape": {"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}, )" + of_500 +
                       R"(}, {"shape": {"box": {"min": [0.53, 0, 0], "max": [1.73, 1, 1]}}, )" + of_500 + "}]}",
                   1.73}),
    [](const auto& of) { return of.param.name; });

TEST(Build, a_body_of_which_only_a_crack_is_left_is_refused) {
    EXPECT_THROW(
        built_from(block_with(R"(, "boundaries": [{"box": {"min": [0, 0, 0], "max": [2, 0.039, 2]}, "solid": true},
        {"box": {"min": [0, 0.061, 0], "max": [2, 2, 2]}, "solid": true}])")),
        InputError);
}

TEST(Build, a_cut_body_moves_nothing_that_is_far_away) {
    const auto positions = [](const std::string& floor) {
        const auto built = built_from(R"({"format": 1, "dimension": 2, "spacing": 0.1, "bodies": [
            {"shape": {"box": {"min": [0, 5], "max": [1, 6]}}, "preset": "water", "jitter": 0.2},
            {"shape": {"box": {"min": [0, 0], "max": [1, 1]}}, "preset": "water"}],
            "boundaries": [{"plane": {}, "at": [0, )" +
                                      floor + "]}]}");
        const auto x = built.world->particles()[fields::position];
        return std::vector<Vec3>(x.begin(), x.end());
    };
    const auto whole = positions("0"), cut = positions("0.03");
    EXPECT_TRUE(std::equal(whole.begin(), whole.begin() + 100, cut.begin()));
    EXPECT_NE(whole, cut);
}

TEST(Build, jitters_by_the_seed_alone_and_never_into_a_wall) {
    const auto positions = [](const std::string& more, const std::string& body) {
        const auto built = built_from(block_with(more, body));
        const auto x = built.world->particles()[fields::position];
        EXPECT_EQ(built.world->count_escaped(), 0u);
        return std::vector<Vec3>(x.begin(), x.end());
    };
    const std::string tank = R"(, "boundaries": [{"box": {"min": [0, 0, 0], "max": [2, 2, 2]}}])";
    const std::string jitter = R"(, "jitter": 0.5)";
    positions(R"(, "boundaries": [{"sphere": {"radius": 0.6}, "at": [1, 1, 1]}])", jitter);
    const auto lattice = positions(tank, ""), one = positions(tank, jitter), again = positions(tank, jitter),
               other = positions(tank + R"(, "seed": 5)", jitter);
    EXPECT_EQ(one, again);
    EXPECT_NE(one, other);
    ASSERT_EQ(one.size(), lattice.size());
    double mean = 0, farthest = 0;
    size_t moved = 0;
    for (size_t k = 0; k < one.size(); ++k) {
        const Vec3 by = one[k] - lattice[k];
        moved += by != Vec3{};
        mean += by.x / double(one.size());
        for (int axis = 0; axis < 3; ++axis) farthest = std::max(farthest, double(std::abs(by[axis])));
    }
    EXPECT_GT(moved, one.size() * 3 / 4);
    EXPECT_LE(farthest, 0.05 + 1e-6);
    EXPECT_GT(farthest, 0.045);
    EXPECT_NEAR(mean, 0, 0.002);
}

/// Mass emitted in two seconds with steps of at most `longest`.
double emitted_mass(double longest, uint64_t& layers) {
    const auto built = built_from(R"({"format": 1, "spacing": 0.1, "gravity": [0, 0, 0], "duration": 5,
        "step": {"longest": )" + std::to_string(longest) +
                                  R"(}, "pressure": {"expected_speed": 0.01}, "bodies":
        [{"emitter": {"rectangle": {"size": [0.4, 0.3]}, "direction": [1, 2, 0], "speed": 1.7, "start": 0.33},
          "track": [{"behaviour": "fluid", "density": 800, "viscosity": 0, "artificial_viscosity": 0}]}]})");
    World& world = *built.world;
    while (world.time() < 2) world.step(2);
    layers = world.inflows()[0].layers;
    return mass_of(world.particles(), 0);
}

TEST(Build, makes_emitters_that_emit_the_same_mass_for_any_step) {
    // density * area * speed * time, to one layer.
    const double expected = 800 * 0.4 * 0.3 * 1.7 * (2 - 0.33), layer = 800 * 0.4 * 0.3 * 0.1;
    for (const double longest : {0.003, 0.0071, 0.02}) {
        uint64_t layers = 0;
        EXPECT_NEAR(emitted_mass(longest, layers), expected, layer) << longest;
        // The last step begins up to one step before the end; layers leave every 59 ms.
        EXPECT_NEAR(double(layers), 29, 1) << longest;
    }
}

TEST(Build, spaces_emitted_layers_by_a_spacing_whatever_the_step) {
    for (const double fixed : {0.01, 0.013}) {
        const auto built = built_from(R"({"format": 1, "spacing": 0.1, "gravity": [0, 0, 0], "duration": 5,
            "step": {"fixed": )" + std::to_string(fixed) +
                                      R"(}, "pressure": {"expected_speed": 1e-4}, "bodies":
            [{"emitter": {"disc": {"radius": 0.05}, "direction": [1, 0, 0], "speed": 2}, "track":
              [{"behaviour": "fluid", "viscosity": 0, "artificial_viscosity": 0}]}]})");
        World& world = *built.world;
        for (int k = 0; k < 100; ++k) world.step(1e9);
        std::vector<Real> x;
        for (const uint32_t i : world.particles().by_id()) x.push_back(world.particles()[fields::position][i].x);
        ASSERT_GT(x.size(), 10u);
        for (size_t k = 1; k < x.size(); ++k) EXPECT_NEAR(x[k - 1] - x[k], 0.1, 1e-4) << fixed;
    }
}

TEST(Build, a_stopped_emitter_emits_no_more) {
    const auto built = built_from(R"({"format": 1, "spacing": 0.1, "duration": 5, "bodies": [{"preset": "water",
        "emitter": {"rectangle": {"size": [0.2, 0.2]}, "speed": 1, "start": 0.1, "stop": 0.45}}]})");
    World& world = *built.world;
    while (world.time() < 1) world.step(1);
    // Layers leave at 0.1, 0.2, 0.3 and 0.4 s.
    EXPECT_EQ(world.particles().size(), 4u * 4);
}

TEST(Build, the_shortest_periodic_axis_that_a_scene_may_have_works) {
    const auto of_length = [](const std::string& length) {
        return built_from(R"({"format": 1, "dimension": 2, "spacing": 0.1, "gravity": [0, 0], "bodies": [
            {"preset": "water", "shape": {"box": {"min": [0, 0], "max": [)" +
                          length + R"(, 2]}}}], "periodic": {"x": [0, )" + length + "]}}");
    };
    // Three support radii are not enough for three cells, which are a little wider.
    EXPECT_THROW(of_length("0.6"), InputError);
    EXPECT_THROW(of_length("0.66"), InputError);
    const auto shortest = of_length("0.6607");
    shortest.world->step(1e-6);
    const auto built = of_length("0.7");
    built.world->step(1e-6);
    for (size_t i = 0; i < built.world->particles().size(); ++i) {
        const Real y = built.world->particles()[fields::position][i].y;
        if (y < 0.2f || y > 1.8f) continue;
        EXPECT_NEAR(built.world->particles()[fields::compression][i], 1, 0.005);
    }
}

TEST(Build, what_reaches_beyond_the_end_of_a_periodic_axis_is_refused) {
    const auto with = [](const std::string& x, const std::string& boundary) {
        return built_from(R"({"format": 1, "dimension": 2, "spacing": 0.1, "periodic": {"x": [0, 1]}, "bodies": [
            {"preset": "water", "shape": {"box": {"min": [0, 0], "max": [)" +
                          x + R"(, 1]}}}], "boundaries": [)" + boundary + "]}");
    };
    EXPECT_NO_THROW(with("1", R"({"sphere": {"radius": 0.2}, "at": [0.5, 0.5]})"));
    EXPECT_THROW(with("1.2", ""), InputError);
    EXPECT_THROW(with("1", R"({"sphere": {"radius": 0.2}, "at": [0, 0.5]})"), InputError);
}

TEST(Build, a_body_outside_of_the_domain_is_refused) {
    const auto with_domain = [](const std::string& min) {
        return built_from(block_with(R"(, "domain": {"min": [)" + min + R"(], "max": [4, 4, 4]})"));
    };
    EXPECT_EQ(with_domain("1, 1, 1").world->particles().size(), 8000u);
    EXPECT_THROW(with_domain("2.1, 0, 0"), InputError);
}

TEST(Build, an_emitter_that_opens_beyond_a_wall_is_refused) {
    const auto at = [](const std::string& x) {
        return built_from(R"({"format": 1, "spacing": 0.1, "bodies": [{"preset": "water", "at": )" + x +
                          R"(, "emitter": {"disc": {"radius": 0.2}, "speed": 1}}],
            "boundaries": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}]})");
    };
    EXPECT_NO_THROW(at("[0.5, 0.5, 0.5]"));
    EXPECT_THROW(at("[0.5, 1.5, 0.5]"), InputError);
}

TEST(Build, an_emitter_that_turns_beyond_a_wall_is_refused) {
    const auto turning = [](const std::string& stop) {
        return built_from(R"({"format": 1, "spacing": 0.1, "bodies": [{"preset": "water", "at": [0.2, 0.5, 0.5],
            "emitter": {"disc": {"radius": 0.3}, "speed": 1, "stop": )" +
                          stop + R"(, "direction": {"keys": [[0, [1, 0, 0]], [0.5, [0, 1, 0]]]}}}],
            "boundaries": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}]})");
    };
    EXPECT_NO_THROW(turning("0.1"));
    EXPECT_THROW(turning("1"), InputError);
}

TEST(Build, a_plane_goes_on_evenly_through_the_ends_of_a_periodic_axis) {
    // The body covers a part of the axis; the floor covers all of it, once.
    const auto built = built_from(R"({"format": 1, "dimension": 2, "spacing": 0.1, "bodies": [
        {"preset": "water", "shape": {"box": {"min": [0.2, 0], "max": [0.7, 1]}}}], "periodic": {"x": [-0.5, 1.5]},
        "boundaries": [{"plane": {"normal": [0, 1]}, "layers": 2}]})");
    const Particles& walls = built.world->walls();
    ASSERT_EQ(walls.size(), 2u * 20);
    Real volumes[2] = {0, 0};  // by layer
    for (size_t b = 0; b < walls.size(); ++b) {
        Real& expected = volumes[walls[fields::position][b].y < -0.1f];
        if (expected == 0) expected = walls[fields::volume][b];
        EXPECT_NEAR(walls[fields::volume][b], expected, 1e-5f * expected) << "roundings of a sum of a dozen terms";
    }
}

}  // namespace
}  // namespace panta::test
