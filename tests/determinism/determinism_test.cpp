// The same scene gives the same bytes, whatever the number of threads and whatever else the process does; other vector
// instructions give the same but for rounding.
#include <cmath>

#include "base/lanes_target.h"
#include "behaviours/elastic/fields.h"
#include "run/checkpoints.h"
#include "scenes/worlds.h"
#include "unit/io/test_folder.h"

namespace panta::test {
namespace {

/// Hashes on the way, so that a failure tells where it began.
std::vector<uint64_t> hashes(World& world, int steps) {
    std::vector<uint64_t> all;
    for (int k = 0; k < steps; ++k) {
        world.step(0.01 * std::floor(world.time() / 0.01 + 1 + 1e-6));
        if (k % 20 == 19) all.push_back(world.hash());
    }
    return all;
}

class DeterminismOf : public testing::TestWithParam<PressureMethod> {};

TEST_P(DeterminismOf, any_number_of_threads_gives_the_same_bytes) {
    const int steps = GetParam() == PressureMethod::wcsph ? 300 : 60;  // to about the same moment
    const auto alone = everything(1, GetParam());
    const std::vector<uint64_t> reference = hashes(*alone, steps);
    EXPECT_GT(alone->particles().size(), 3000u);
    EXPECT_GT(alone->inflows()[0].layers, 1u);
    for (const int threads : {2, 3, 8}) {
        const auto world = everything(threads, GetParam());
        EXPECT_EQ(hashes(*world, steps), reference) << threads << " threads";
        EXPECT_EQ(world->state().totals.momentum.x, alone->state().totals.momentum.x) << threads << " threads";
        EXPECT_EQ(world->balance().momentum_drift, alone->balance().momentum_drift) << threads << " threads";
    }
}
INSTANTIATE_TEST_SUITE_P(ByPressure, DeterminismOf,
                         testing::Values(PressureMethod::dfsph, PressureMethod::iisph, PressureMethod::pcisph,
                                         PressureMethod::pbf, PressureMethod::wcsph));

TEST(Determinism, implicit_viscosity_is_the_same_for_any_number_of_threads) {
    const Scene honey = parse_scene(R"({"format": 1, "spacing": 0.02, "pressure": {"method": "dfsph"},
        "viscosity": {"method": "implicit"}, "bodies": [{"shape": {"box": {"min": [0, 0, 0], "max": [0.3, 0.5, 0.4]}},
            "track": [{"behaviour": "fluid", "density": 1400, "viscosity": 10}]}], "boundaries": [{"plane": {}}]})",
                                    "test", scenes());
    const auto alone = world_of(honey, 1);
    const std::vector<uint64_t> reference = hashes(*alone, 40);
    for (const int threads : {2, 8}) EXPECT_EQ(hashes(*world_of(honey, threads), 40), reference) << threads;
}

TEST(Determinism, volumes_that_change_are_the_same_for_any_number_of_threads) {
    const Scene scene = parse_scene(R"({"format": 1, "spacing": 0.02, "bodies": [
        {"shape": {"box": {"min": [0, 0, 0], "max": [0.3, 0.2, 0.3]}}, "track": [{"behaviour": "fluid",
            "volume": {"keys": [[0, 1], [0.3, 1.4]]}}]},
        {"shape": {"box": {"min": [0, 0.2, 0], "max": [0.3, 0.4, 0.3]}}, "track": [{"behaviour": "fluid",
            "volume": {"keys": [[0, 1], [0.3, 0.7]]}}]}],
        "boundaries": [{"box": {"min": [0, 0, 0], "max": [0.3, 1, 0.3]}, "open": ["+y"]}]})",
                                    "test", scenes());
    const auto alone = world_of(scene, 1);
    const std::vector<uint64_t> reference = hashes(*alone, 40);
    for (const int threads : {2, 8}) {
        const auto world = world_of(scene, threads);
        EXPECT_EQ(hashes(*world, 40), reference) << threads;
        EXPECT_EQ(world->state().totals.volume, alone->state().totals.volume) << threads;
    }
}

/// A block of wax on a hot plate: particles melt, leave the solid, flow, and cool.
Scene melting_wax() {
    return parse_scene(R"({"format": 1, "spacing": 0.02, "bodies": [
        {"shape": {"box": {"min": [0, 0, 0], "max": [0.2, 0.2, 0.2]}}, "velocity": [0.5, 0, 0], "track": [
            {"behaviour": "elastic", "youngs_modulus": 1e4, "density": 900,
             "weight": {"over": "temperature", "keys": [[310, 1], [330, 0]]}},
            {"behaviour": "fluid", "density": 1000, "viscosity": {"over": "temperature", "keys": [[310, 5], [340, 0.1]]},
             "weight": {"over": "temperature", "keys": [[305, 0], [320, 1]], "ease": "smooth"}},
            {"behaviour": "heat", "temperature": 300, "conductivity": 400, "capacity": 1000, "cooling": 100}]}],
        "boundaries": [{"plane": {}, "temperature": {"keys": [[0, 400], [0.1, 500]]}}]})",
                       "test", scenes());
}

TEST(Determinism, tracks_over_temperature_are_the_same_for_any_number_of_threads) {
    const auto alone = world_of(melting_wax(), 1);
    const std::vector<uint64_t> reference = hashes(*alone, 60);
    const auto joined = alone->particles()[elastic::joined];
    const auto solid = std::ranges::count(joined, 1u);
    EXPECT_GT(solid, 100);
    EXPECT_LT(solid, std::ptrdiff_t(joined.size()) - 50);  // in the middle of the transition
    for (const int threads : {2, 3, 8}) EXPECT_EQ(hashes(*world_of(melting_wax(), threads), 60), reference) << threads;
}

/// A block of jelly that swells: its bonds stay, their volumes do not.
Scene swelling_jelly() {
    return parse_scene(R"({"format": 1, "spacing": 0.02, "gravity": [0, 0, 0], "step": {"fixed": 0.001}, "bodies": [
        {"shape": {"box": {"min": [0, 0, 0], "max": [0.2, 0.2, 0.2]}}, "track": [
            {"behaviour": "elastic", "youngs_modulus": 1e4, "volume": {"keys": [[0, 1], [0.5, 1.2]]}}]}]})",
                       "test", scenes());
}

/// Water from a tap, whose compression is carried along.
Scene carried_water() {
    return parse_scene(R"({"format": 1, "spacing": 0.02, "pressure": {"method": "wcsph", "carry": true}, "bodies": [
        {"emitter": {"disc": {"radius": 0.04}, "direction": [0, -1, 0], "speed": 2}, "at": [0.1, 0.3, 0.1],
         "preset": "water"},
        {"shape": {"box": {"min": [0, 0, 0], "max": [0.2, 0.1, 0.2]}}, "preset": "water"}],
        "boundaries": [{"plane": {}}]})",
                       "test", scenes());
}

/// Water around a mesh that breathes.
Scene breathed_water() {
    return parse_scene(R"({"format": 1, "spacing": 0.04, "bodies": [
        {"shape": {"box": {"min": [0, 0, 0], "max": [0.8, 0.5, 0.8]}}, "preset": "water"}],
        "boundaries": [{"box": {"min": [0, 0, 0], "max": [0.8, 1.6, 0.8]}, "open": ["+y"]},
            {"frames": ["breathed_out.obj", "breathed_in.obj"], "frame_rate": 10, "repeat": true,
             "at": [0.4, 0.25, 0.4]}]})",
                       "test", scenes());
}

TEST(Determinism, carried_compression_is_the_same_for_any_number_of_threads) {
    const std::vector<uint64_t> reference = hashes(*world_of(carried_water(), 1), 60);
    for (const int threads : {2, 3, 8})
        EXPECT_EQ(hashes(*world_of(carried_water(), threads), 60), reference) << threads;
}

/// A column of water that runs away over a plane, which grows with it; with or without a wall that moves.
Scene spreading_water(bool with_paddle) {
    const std::string paddle = R"(, {"box": {"size": [0.1, 0.1, 0.02]}, "solid": true, "at": [0.25, 0.08, 0.05],
        "motion": {"spin": [0, 3, 0]}})";
    return parse_scene(R"({"format": 1, "spacing": 0.02, "bodies": [
        {"shape": {"box": {"min": [0, 0, 0], "max": [0.1, 0.2, 0.1]}}, "velocity": [1, 0, 0], "preset": "water"}],
        "boundaries": [{"plane": {}})" +
                           (with_paddle ? paddle : "") + "]}",
                       "test", scenes());
}

TEST(Determinism, planes_grow_the_same_way_for_any_number_of_threads) {
    for (const bool with_paddle : {false, true}) {
        const auto alone = world_of(spreading_water(with_paddle), 1);
        const size_t before = alone->walls().size();
        const std::vector<uint64_t> reference = hashes(*alone, 60);
        EXPECT_GT(alone->walls().size(), 2 * before);
        for (const int threads : {2, 8}) {
            const auto world = world_of(spreading_water(with_paddle), threads);
            EXPECT_EQ(hashes(*world, 60), reference) << threads;
            EXPECT_EQ(world->walls().hash(), alone->walls().hash()) << threads;
        }
    }
}

void expect_to_go_on_after_a_resume(const Scene& scene) {
    const auto world = world_of(scene, 1), resumed = world_of(scene, 2);
    hashes(*world, 50);
    const TestFolder folder;
    Checkpoints checkpoints(folder.path(), {.text = "wax", .files = {}});
    checkpoints.save(*world, {});
    RunTally tally;
    ASSERT_TRUE(checkpoints.restore(*resumed, tally, [](const std::string& note) { ADD_FAILURE() << note; }));
    EXPECT_EQ(resumed->hash(), world->hash());
    EXPECT_EQ(hashes(*resumed, 20), hashes(*world, 20));
    EXPECT_EQ(resumed->walls().hash(), world->walls().hash());
}

TEST(Determinism, a_run_that_is_resumed_while_it_changes_goes_on_as_if_nothing_had_happened) {
    expect_to_go_on_after_a_resume(melting_wax());
    expect_to_go_on_after_a_resume(swelling_jelly());
    expect_to_go_on_after_a_resume(carried_water());
    expect_to_go_on_after_a_resume(spreading_water(false));
    expect_to_go_on_after_a_resume(spreading_water(true));
    expect_to_go_on_after_a_resume(breathed_water());
}

TEST(Determinism, two_worlds_side_by_side_do_not_disturb_each_other) {
    const Scene other = parse_scene(R"({"format": 1, "dimension": 2, "spacing": 0.02, "kernel": "wendland_c2",
        "bodies": [{"shape": {"box": {"min": [0, 0], "max": [0.4, 0.4]}}, "preset": "glycerine"}],
        "boundaries": [{"plane": {}}], "step": {"integrator": "leapfrog"}})",
                                    "test", scenes());
    const auto first = everything(2), second = world_of(other, 2);
    const auto first_alone = hashes(*first, 60), second_alone = hashes(*second, 60);

    const auto one = everything(2), two = world_of(other, 2);
    std::vector<uint64_t> one_hashes, two_hashes;
    for (int k = 0; k < 3; ++k) {
        for (const uint64_t hash : hashes(*one, 20)) one_hashes.push_back(hash);
        for (const uint64_t hash : hashes(*two, 20)) two_hashes.push_back(hash);
    }
    EXPECT_EQ(one_hashes, first_alone);
    EXPECT_EQ(two_hashes, second_alone);
}

/// The world of everything after some steps on the best instructions and one step on `target`. By wcsph, which takes no
/// decisions: an iteration more or less is more than rounding.
std::unique_ptr<World> stepped_on(LaneTarget target) {
    choose_lanes(LaneTarget::best);
    auto world = everything(1, PressureMethod::wcsph);
    take_steps(*world, 40);
    if (!choose_lanes(target)) return nullptr;
    world->step(world->time() + 1e-4);
    choose_lanes(LaneTarget::best);
    return world;
}

TEST(Determinism, all_vector_instructions_agree_but_for_rounding) {
    const auto reference = stepped_on(LaneTarget::scalar);
    ASSERT_NE(reference, nullptr);
    const Particles& by_scalar = reference->particles();
    Real fastest_change = 0, largest_pressure = 0;
    for (size_t i = 0; i < by_scalar.size(); ++i) {
        fastest_change = std::max(fastest_change, norm(by_scalar[fields::acceleration][i]));
        largest_pressure = std::max(largest_pressure, by_scalar[fields::pressure][i]);
    }
    EXPECT_GT(largest_pressure, 100);
    int compared = 0;
    for (const LaneTarget target : {LaneTarget::sse4, LaneTarget::avx2}) {
        const auto world = stepped_on(target);
        if (!world) continue;  // an older CPU has no AVX2
        ++compared;
        const Particles& particles = world->particles();
        ASSERT_EQ(particles.size(), by_scalar.size());
        // Sums of some thirty terms of one sign are off by at most thirty roundings; a velocity by the change of it in
        // this step, kick * a, times the sum's error and the cancellation of its terms, which is below a hundred.
        const auto c = particles[fields::compression], c_scalar = by_scalar[fields::compression];
        for (size_t i = 0; i < c.size(); ++i) {
            ASSERT_EQ(particles[fields::id][i], by_scalar[fields::id][i]);
            ASSERT_NEAR(c[i], c_scalar[i], 32 * rounding * c_scalar[i]);
            ASSERT_LT(norm(particles[fields::acceleration][i] - by_scalar[fields::acceleration][i]),
                      100 * rounding * fastest_change);
            ASSERT_LT(norm(particles[fields::predicted_velocity][i] - by_scalar[fields::predicted_velocity][i]),
                      100 * rounding * 10);
        }
    }
    EXPECT_GT(compared, 0);
}

}  // namespace
}  // namespace panta::test
