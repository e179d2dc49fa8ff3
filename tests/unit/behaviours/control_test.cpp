// Control: its forces against their formula, and what they are for: bodies that follow guides and keep their detail.
#include "behaviours/control/control.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "run/checkpoints.h"
#include "scene/guides.h"
#include "scenes/worlds.h"
#include "unit/io/test_folder.h"

namespace panta::test {
namespace {

/// A flat scene without gravity, of ideal fluid with a control behaviour that has these keys.
std::string flat(const std::string& shape, const std::string& control, const std::string& more) {
    return R"({"format": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, 0], "bodies": [{"shape": {)" + shape +
           R"(}, "jitter": 0.1, "velocity": [0.2, 0.1], "track": [
            {"behaviour": "fluid", "viscosity": 0, "artificial_viscosity": 0},
            {"behaviour": "control")" +
           control + "}]}], " + more + "}";
}

Sum3 mean_velocity(const Particles& particles) {
    Sum3 sum;
    for (const Vec3& v : particles[fields::velocity]) sum += scaled(v, 1. / double(particles.size()));
    return sum;
}

// Two guides go through both bodies, one up and one to the side. Who followed both would get to half of either speed.
TEST(Control, a_guide_leads_its_followers_alone) {
    const auto guide = [](const std::string& name, const std::string& to) {
        return R"({"box": {"min": [0, 0], "max": [2.4, 0.4]}, "followers": [")" + name +
               R"("], "motion": {"translate": {"keys": [[0, [0, 0]], [1, )" + to + "]]}}}";
    };
    const auto world = world_of(
        R"({"format": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, 0], "step": {"fixed": 0.01}, "bodies": [
            {"name": "a", "shape": {"box": {"min": [0, 0], "max": [0.4, 0.4]}}, "preset": "water",
             "track": [{"behaviour": "control", "attraction": 0}]},
            {"name": "b", "shape": {"box": {"min": [2, 0], "max": [2.4, 0.4]}}, "preset": "water",
             "track": [{"behaviour": "control", "attraction": 0}]}], "guides": [)" +
        guide("a", "[0, 1]") + ", " + guide("b", "[1, 0]") + "]}");
    take_steps(*world, 20);
    Sum3 mean[2];
    for (size_t i = 0; i < world->particles().size(); ++i)
        mean[world->particles()[fields::body][i]] += scaled(world->particles()[fields::velocity][i], 1. / 64);
    // 1 - e^(-5 0.2) = 0.63 of the speed where a guide is felt fully, less at its rim.
    EXPECT_GT(mean[0].y, 0.4);
    EXPECT_LT(std::abs(mean[0].x), 0.02);
    EXPECT_GT(mean[1].x, 0.4);
    EXPECT_LT(std::abs(mean[1].y), 0.02);
}

// Every point and particle is tried, in double precision. A scene with two guides of different radii, one of which
// moves.
TEST(Control, pushes_as_its_formula_says) {
    const Scene scene = parse_scene(
        flat(R"("box": {"min": [0, 0], "max": [0.6, 0.4]})",
             R"(, "weight": 0.5, "attraction": 7, "drag": 4, "detail": 0.3)",
             R"("step": {"fixed": 0.001}, "guides": [{"sphere": {"radius": 0.2}, "at": [0.7, 0.2], "radius": 0.25},
                {"box": {"min": [-0.1, 0.1], "max": [0.2, 0.6]}, "sampling": 3, "radius": 0.15,
                 "motion": {"translate": {"keys": [[0, [0, 0]], [1, [0.5, -2]]]}}}])"),
        "test", scenes());
    const auto world = world_of(scene);
    const std::vector<Vec3> x(world->particles()[fields::position].begin(), world->particles()[fields::position].end());
    const Vec3d v{0.2, 0.1, 0};
    const double volume = 0.05 * 0.05;
    world->step(1e9);

    // How guides are filled has its own tests; here the points are what the module was given.
    struct Point {
        Vec3d at, velocity;
        double h, cover = 0;
    };
    std::vector<Point> points;
    const std::vector<Vec3d> velocities{{0, 0, 0}, {0.5, -2, 0}};
    const std::vector<double> radii{0.25, 0.15};
    const std::vector<Guide> guides = scene::guides_of(scene);
    for (size_t g = 0; g < 2; ++g)
        for (const Vec3& p : guides[g].poses[0]) points.push_back({p, velocities[g], radii[g]});
    ASSERT_GT(points.size(), 10u);
    // The cubic spline with support h.
    const auto shape = [](double q) {
        return q >= 1 ? 0. : q < 0.5 ? 1 - 6 * q * q + 6 * q * q * q : 2 * std::pow(1 - q, 3);
    };
    for (Point& p : points)
        for (const Vec3& e : x)
            p.cover += volume * 40 / (7 * std::numbers::pi * p.h * p.h) * shape(norm(Vec3d(e) - p.at) / p.h);

    const auto ids = world->particles()[fields::id];
    const auto a = world->particles()[fields::acceleration];
    double strongest = 0;
    for (size_t k = 0; k < ids.size(); ++k) {
        const Vec3d e = x[ids[k]];
        Vec3d pull{}, wanted{};
        double sum = 0;
        for (const Point& p : points) {
            const double share = shape(norm(p.at - e) / p.h);
            pull += std::max(0., 1 - p.cover) * share / std::max(norm(p.at - e), p.h / 2) * (p.at - e);
            // All particles have the same velocity, so the coarse one is the same.
            wanted += share * (p.velocity - v);
            sum += share;
        }
        const Vec3d expected = 0.5 * (7 * pull + 4 / std::max(1., sum) * wanted);
        // Sums of up to a hundred terms of which none exceeds 10 m/s^2.
        EXPECT_LT(norm(Vec3d(a[k]) - expected), 1e-4);
        strongest = std::max(strongest, norm(expected));
    }
    EXPECT_GT(strongest, 1);
}

// Inside a guide that is sampled densely the weights are one in sum, so that the difference of velocities decays by
// (1 - drag dt) in every step whatever the sampling is.
TEST(Control, drags_a_blob_to_the_speed_of_its_guide) {
    const auto world = world_of(flat(R"("sphere": {"radius": 0.4})", R"(, "attraction": 0, "drag": 5)",
                                     R"("step": {"fixed": 0.005}, "guides": [{"sphere": {"radius": 0.45},
        "sampling": 1.5, "motion": {"translate": {"keys": [[0, [0, 0]], [10, [10, 0]]]}}}])"));
    take_steps(*world, 20);
    const double left = std::pow(1 - 5 * 0.005, 20);
    // The pressure of the jittered start moves particles by less than a spacing; no momentum comes of it.
    EXPECT_NEAR(mean_velocity(world->particles()).x, 1 - 0.8 * left, 1e-3);
    EXPECT_NEAR(mean_velocity(world->particles()).y, 0.1 * left, 1e-3);
}

// The guide gets ahead by 1 m/s / drag, half its radius, before the blob is as fast; attraction then brings it back.
TEST(Control, makes_a_blob_follow_a_guide) {
    const auto world = world_of(flat(R"("sphere": {"radius": 0.4})", "",
                                     R"("guides": [{"sphere": {"radius": 0.4},
        "motion": {"translate": {"keys": [[0, [0, 0]], [10, [10, 0]]]}}}])"));
    while (world->time() < 2) world->step(2);
    // Some parts of the blob swing around the guide, with a tenth of its speed.
    EXPECT_NEAR(mean_velocity(world->particles()).x, 1, 0.1);
    Sum3 centre;
    for (const Vec3& x : world->particles()[fields::position])
        centre += scaled(x, 1. / double(world->particles().size()));
    EXPECT_NEAR(centre.x, 2, 0.2);  // within half the radius
    EXPECT_NEAR(centre.y, 0, 0.1);
}

// Four blocks around a disc, together a tenth larger than it. Viscous, since water still swings after three seconds.
TEST(Control, gathers_scattered_particles_in_a_guide) {
    std::string bodies;
    for (const char* at : {"[0.35, 0]", "[-0.35, 0]", "[0, 0.35]", "[0, -0.35]"})
        bodies += std::string(bodies.empty() ? "" : ", ") + R"({"shape": {"box": {"size": [0.28, 0.28]}}, "at": )" +
                  at + R"(, "track": [{"behaviour": "fluid", "viscosity": 20}, {"behaviour": "control"}]})";
    const auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.02, "gravity": [0, 0], "bodies": [)" +
                                bodies + R"(], "guides": [{"sphere": {"radius": 0.3}, "radius": 0.25}]})");
    while (world->time() < 3) world->step(3);
    const Kernel<CubicSpline> W(Real(0.1), 2);
    size_t inside = 0;
    Real cover[3] = {};
    const Vec3 probes[3] = {{}, {Real(0.15), 0, 0}, {0, Real(-0.15), 0}};
    const auto x = world->particles()[fields::position];
    for (const Vec3& p : x) {
        inside += norm(p) < Real(0.34);
        for (int k = 0; k < 3; ++k) cover[k] += Real(4e-4) * W.value(norm(p - probes[k]));
    }
    EXPECT_GT(double(inside), 0.97 * double(x.size()));  // the disc and two spacings around it
    // On the lattice it is 1; gathered particles are arranged otherwise, which makes it 0.96 where they do not
    // compress.
    for (const Real c : cover) EXPECT_NEAR(c, 1, 0.05);
}

/// A periodic square under a guide that moves at 1 m/s along y, with a shear wave of four spacings along x.
std::unique_ptr<World> sheared(double detail) {
    auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, 0], "step": {"fixed": 0.001},
        "periodic": {"x": [0, 2], "y": [0, 2]}, "bodies": [{"shape": {"box": {"min": [0, 0], "max": [2, 2]}},
        "track": [{"behaviour": "fluid", "viscosity": 0, "artificial_viscosity": 0},
                  {"behaviour": "control", "drag": 20, "detail": )" +
                          std::to_string(detail) + R"(}]}],
        "guides": [{"box": {"min": [0, 0], "max": [2, 2]}, "radius": 0.4,
                    "motion": {"translate": {"keys": [[0, [0, 0]], [10, [0, 10]]]}}}]})");
    const auto x = world->particles()[fields::position];
    const auto v = world->particles().edit(fields::velocity);
    for (size_t i = 0; i < x.size(); ++i) v[i].x = Real(0.1 * std::sin(2 * std::numbers::pi * x[i].y / 0.2));
    return world;
}
double shear(const World& world) {
    double sum = 0;
    for (const Vec3& v : world.particles()[fields::velocity]) sum += double(v.x) * v.x;
    return std::sqrt(2 * sum / double(world.particles().size()));
}

// In 50 steps of 1 ms a rate of 20/s leaves 0.98^50 = 0.364 of a difference.
TEST(Control, moves_the_mean_and_leaves_the_fine_motion_alone_if_detail_is_one) {
    const auto world = sheared(1);
    take_steps(*world, 50);
    const double left = std::pow(0.98, 50);
    EXPECT_NEAR(mean_velocity(world->particles()).y, 1 - left, 1e-3);
    // The mean over a kernel of twice the wavelength leaves less than 1 % of a wave; particles move 5 % of a spacing.
    EXPECT_NEAR(shear(*world), 0.1, 0.002);
}
TEST(Control, damps_the_fine_motion_by_what_detail_leaves) {
    for (const double detail : {0., 0.5}) {
        const auto world = sheared(detail);
        take_steps(*world, 50);
        EXPECT_NEAR(mean_velocity(world->particles()).y, 1 - std::pow(0.98, 50), 1e-3);
        EXPECT_NEAR(shear(*world), 0.1 * std::pow(1 - 0.02 * (1 - detail), 50), 0.002) << detail;
    }
}

TEST(Control, keeps_steps_short_enough_for_its_drag) {
    const auto world = world_of(flat(R"("sphere": {"radius": 0.4})", R"(, "drag": 1000, "weight": 0.5)",
                                     R"("guides": [{"sphere": {"radius": 0.4}}])"));
    const StepReport report = world->step(1e9);
    EXPECT_EQ(report.limit, "control");
    EXPECT_NEAR(report.dt, 0.001, 1e-9);  // 0.5 / (weight drag)
}

/// A keyed guide, and a ball that leads as it falls.
std::unique_ptr<World> led_by_a_body(int threads) {
    return world_of(R"({"format": 1, "spacing": 0.05, "bodies": [
        {"name": "ball", "shape": {"sphere": {"radius": 0.2}}, "at": [0, 0.5, 0], "preset": "water"},
        {"shape": {"box": {"size": [0.7, 0.4, 0.7]}},
         "track": [{"behaviour": "fluid"}, {"behaviour": "control", "detail": 0.5}]}],
        "boundaries": [{"plane": {}, "at": [0, -0.2, 0]}],
        "guides": [{"body": "ball", "radius": 0.3}, {"cylinder": {"radius": 0.3, "height": 0.4}, "at": [0.3, 0.3, 0],
            "motion": {"spin": [0, 90, 0], "translate": {"keys": [[0, [0, 0, 0]], [1, [0, 1, 0]]]}}}]})",
                    threads);
}

TEST(Control, is_the_same_for_any_number_of_threads) {
    const auto one = led_by_a_body(1), many = led_by_a_body(3);
    take_steps(*one, 30);
    take_steps(*many, 30);
    EXPECT_EQ(one->hash(), many->hash());
}

TEST(Control, needs_no_state_to_go_on_after_a_resume) {
    const auto whole = led_by_a_body(1), resumed = led_by_a_body(1);
    take_steps(*whole, 15);
    const TestFolder folder;
    Checkpoints checkpoints(folder.path(), {.text = "led", .files = {}});
    checkpoints.save(*whole, {});
    RunTally tally;
    ASSERT_TRUE(checkpoints.restore(*resumed, tally, [](const std::string& note) { ADD_FAILURE() << note; }));
    take_steps(*whole, 15);
    take_steps(*resumed, 15);
    EXPECT_EQ(resumed->hash(), whole->hash());
}

// Two points that part, in three sets of ten per second, on top of a turn by 90 degrees per second about z.
TEST(Control, places_animated_points_between_their_frames_and_moves_them) {
    const auto world = led_by_a_body(1);
    Guide guide;
    guide.frame_rate = 10;
    guide.poses = {{{1, 0, 0}, {0, 0, 0}}, {{2, 0, 0}, {0, 0, 1}}, {{2, 0, 0}, {0, 0, 3}}};
    const auto at = [&](double time) {
        return place({guide}, Step{world->particles(), world->walls(), world->neighbours(), world->threads(),
                                   world->tracks(), time});
    };
    const auto expect = [](const Vec3& seen, const Vec3& expected) {
        EXPECT_LT(norm(seen - expected), 1e-5f) << seen.x << ' ' << seen.y << ' ' << seen.z;  // of numbers up to 20
    };
    expect(at(0.05).position[0], {1.5f, 0, 0});
    expect(at(0.05).velocity[0], {10, 0, 0});
    expect(at(0.15).position[1], {0, 0, 2});
    expect(at(0.15).velocity[1], {0, 0, 20});
    // After the last set they rest.
    expect(at(5).position[1], {0, 0, 3});
    expect(at(5).velocity[1], {});

    guide.frame_rate = 0.5;
    MotionParams turning;
    turning.spin = Vec3{0, 0, 90};
    guide.motion.emplace(turning);
    // After a second, half way from the first set to the second, x has become y.
    const Real turn = Real(std::numbers::pi / 2);
    expect(at(1).position[0], {0, 1.5f, 0});
    expect(at(1).velocity[0], {-1.5f * turn, 0.5f, 0});
}

// The water hangs in the air below a ball that floats: nothing but the ball can lift it.
TEST(Control, follows_another_body) {
    const auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, 0], "bodies": [
        {"name": "leader", "shape": {"sphere": {"radius": 0.3}}, "velocity": [0, 1], "preset": "water"},
        {"shape": {"box": {"min": [-0.3, -0.6], "max": [0.3, -0.35]}},
         "track": [{"behaviour": "fluid"}, {"behaviour": "control"}]}],
        "guides": [{"body": "leader", "radius": 0.3}]})");
    while (world->time() < 0.4) world->step(0.4);
    const auto v = world->particles()[fields::velocity];
    const auto body = world->particles()[fields::body];
    double sum = 0, count = 0;
    for (size_t i = 0; i < v.size(); ++i)
        if (body[i] == 1) sum += v[i].y, ++count;
    EXPECT_GT(sum / count, 0.1);  // it was 0, and no other force is there
}

}  // namespace
}  // namespace panta::test
