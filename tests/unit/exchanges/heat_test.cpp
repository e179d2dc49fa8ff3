// What heat promises: none is made or lost, the same for any number of threads, and after a resume.
#include "exchanges/heat/heat.h"

#include <cstring>

#include "base/random.h"
#include "strips.h"

namespace panta::test {
namespace {

constexpr HeatParams wax{.temperature = 320,
                         .conductivity = 0.5f,
                         .capacity = 2,
                         .latent_heat = 100,
                         .melting_point = 325,
                         .melting_range = 4};

/// Random temperatures from 300 K to 360 K.
void stir(World& world, const HeatParams& p) {
    const Random random{3};
    const heat::Material material{p.capacity, p.latent_heat, p.melting_point, p.melting_range};
    for (size_t i = 0; i < world.particles().size(); ++i)
        set_temperature(world.particles(), i, material, 300 + 60 * random.uniform(world.particles()[fields::id][i], 7));
}

/// Two materials of different heat, one of which melts, between walls of which one is warm.
std::unique_ptr<World> two_materials(int threads) {
    HeatParams metal{.temperature = 310, .conductivity = 20, .capacity = 0.5f};
    auto world = Strip{.lengths = {0.5f, 0.5f}, .jitter = 0.1f}.world({wax, metal}, threads);
    heat_wall(*world, true, 350);
    return world;
}

// Enthalpy is kept to more than single precision; sums over pairs round each flow once more, about 1e-7 of what flows.
TEST(Heat, is_neither_made_nor_lost_in_a_closed_box) {
    const auto world = Strip{.jitter = 0.1f}.world({wax});
    stir(*world, wax);
    const double before = heat_balance(world->particles(), world->threads()).enthalpy;
    take_steps(*world, 200);
    const HeatBalance after = heat_balance(world->particles(), world->threads());
    EXPECT_NEAR(after.enthalpy / before, 1, 1e-9);
    EXPECT_EQ(after.received, 0);
    const auto T = world->particles()[heat::temperature];
    EXPECT_LT(*std::ranges::max_element(T) - *std::ranges::min_element(T), 5);  // it did spread
}

// What is received is summed in single precision: a rounding per part of a step.
TEST(Heat, from_walls_is_accounted_for) {
    const auto world = two_materials(1);
    const double before = heat_balance(world->particles(), world->threads()).enthalpy;
    take_steps(*world, 100);
    const HeatBalance after = heat_balance(world->particles(), world->threads());
    EXPECT_GT(after.received, 0.01 * before);
    EXPECT_NEAR((after.enthalpy - before) / after.received, 1, 1e-5);
}

TEST(Heat, is_the_same_for_any_number_of_threads) {
    const auto alone = two_materials(1);
    take_steps(*alone, 50);
    for (const int threads : {2, 5}) {
        const auto world = two_materials(threads);
        take_steps(*world, 50);
        EXPECT_EQ(world->hash(), alone->hash()) << threads;
    }
}

/// Copies what a checkpoint would keep.
void copy_state(const World& from, World& to) {
    to.particles().restore_size(from.particles().size(), from.particles().next_id());
    for (const Column& column : from.particles().columns()) {
        if (column.lifetime == Lifetime::scratch) continue;
        const auto bytes = to.particles().find(column.name)->edit_bytes();
        std::memcpy(bytes.data(), column.bytes().data(), bytes.size());
    }
    const std::vector<InflowState> inflows(from.inflows().begin(), from.inflows().end());
    const auto modules = from.saved_modules();
    to.resume(from.state(), inflows, ByteReader("modules", modules));
}

TEST(Heat, goes_on_after_a_resume_as_if_nothing_had_happened) {
    const auto whole = two_materials(1), resumed = two_materials(1);
    take_steps(*whole, 20);
    copy_state(*whole, *resumed);
    EXPECT_EQ(resumed->hash(), whole->hash());
    take_steps(*whole, 20);
    take_steps(*resumed, 20);
    EXPECT_EQ(resumed->hash(), whole->hash());
}

// They meet the wax on one side and have a free surface on the other.
TEST(Heat, of_bodies_without_conductivity_stays) {
    const HeatParams dead{.temperature = 400, .conductivity = 0, .cooling = 100};
    const std::string body = R"(, "track": [{"behaviour": "fluid", "density": 1000}]})";
    const auto world = warm_world(R"({"format": 1, "dimension": 2, "gravity": [0, 0], "spacing": 0.05, "bodies": [
        {"shape": {"box": {"min": [0, 0], "max": [0.5, 0.5]}})" +
                                      body + R"(,
        {"shape": {"box": {"min": [0.5, 0], "max": [1, 0.5]}})" +
                                      body + "]}",
                                  {wax, dead});
    take_steps(*world, 20);
    for (size_t i = 0; i < world->particles().size(); ++i) {
        const bool is_wax = world->particles()[fields::body][i] == 0;
        EXPECT_EQ(world->particles()[heat::temperature][i], is_wax ? 320.f : 400.f);
    }
}

// Parts of a step are as good as steps: a long step and two hundred short ones differ by the error of explicit steps.
TEST(Heat, takes_parts_of_steps_that_are_too_long_for_it) {
    const auto run = [](Real fixed) {
        const Strip strip;
        Scene scene = parse_scene(strip.scene(), "test", scenes());
        scene.step.fixed = fixed;
        auto world = warm_world(scene, {{.temperature = 0, .conductivity = 1, .capacity = 1}});
        heat_wall(*world, true, 1);
        run_until(*world, 0.02);
        return world;
    };
    const auto coarse = run(0.02f), fine = run(1e-4f);
    EXPECT_EQ(coarse->state().steps, 1u);
    const auto in_coarse = coarse->particles().by_id(), in_fine = fine->particles().by_id();
    for (size_t k = 0; k < in_coarse.size(); ++k)
        EXPECT_NEAR(coarse->particles()[heat::temperature][in_coarse[k]],
                    fine->particles()[heat::temperature][in_fine[k]], 0.002);
}

TEST(Heat, limits_steps_that_it_would_have_to_cut_too_often) {
    const auto world = Strip{}.world({{.conductivity = 1000, .capacity = 1}});
    world->step(1);
    const StepReport report = world->step(1);
    EXPECT_EQ(report.limit, "heat");
    EXPECT_LT(report.dt, 50 * 0.04f * 0.0625f * 0.0625f / 1000 * 1.001f);
}

// A stove that is pushed under the pot after a tenth of a second: before, not a bit of heat has come.
TEST(Heat, passes_walls_as_the_keys_of_their_contact_say) {
    const auto world = world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, 0], "bodies": [
        {"shape": {"box": {"min": [0, 0], "max": [0.5, 0.3]}}, "preset": "water",
         "track": [{"behaviour": "heat", "temperature": 300, "conductivity": 1000}]}],
        "boundaries": [{"plane": {}, "temperature": 400, "heat_contact": {"keys": [[0.1, 0], [0.2, 1]]}}]})");
    const auto received_until = [&](double time) {
        while (world->time() < time) world->step(time);
        return heat_balance(world->particles(), world->threads()).received;
    };
    EXPECT_EQ(received_until(0.1), 0);
    EXPECT_GT(received_until(0.4), 1e3);
}

TEST(Heat, of_what_is_emitted_is_that_of_its_body) {
    const std::string tap = R"({"format": 1, "dimension": 2, "spacing": 0.02, "gravity": [0, 0], "bodies": [
        {"emitter": {"disc": {"radius": 0.1}, "direction": [1, 0], "speed": 1}, "preset": "water"}]})";
    const auto world = warm_world(tap, {wax}), resumed = warm_world(tap, {wax});
    run_until(*world, 0.2);
    EXPECT_GT(world->particles().size(), 50u);
    for (const Real T : world->particles()[heat::temperature]) EXPECT_EQ(T, 320);
    for (const Real h : world->particles()[heat::enthalpy]) EXPECT_EQ(h, 640);

    // Those that are there keep what they have, also after a resume.
    set_temperature(world->particles(), 0, {2, 100, 325, 4}, 350);
    copy_state(*world, *resumed);
    run_until(*world, 0.3);
    run_until(*resumed, 0.3);
    EXPECT_GT(*std::ranges::max_element(world->particles()[heat::temperature]), 321);
    EXPECT_EQ(resumed->hash(), world->hash());
}

}  // namespace
}  // namespace panta::test
