#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/frame.h"
#include "panta/panta.h"
#include "unit/io/test_folder.h"

namespace panta {
namespace {

constexpr double frame = 0.01;  // s, of the scene below

/// A block of 4 x 4 x 4 particles that falls freely for three frames.
const char* falling = R"({"format": 1, "spacing": 0.1, "duration": 0.03, "frame_rate": 100,
    "bodies": [{"name": "block", "shape": {"box": {"min": [0, 0, 0], "max": [0.4, 0.4, 0.4]}}, "preset": "water"}]})";

double mean_height(const Simulation& simulation) {
    const auto x = simulation.reals("position");
    double sum = 0;
    for (size_t i = 0; i < simulation.particle_count(); ++i) sum += x[3 * i + 1];
    return sum / double(simulation.particle_count());
}

TEST(Simulation, lets_a_block_fall_as_galileo_says) {
    Simulation simulation = Simulation::from_text(falling, ".", 1);
    const double start = mean_height(simulation);
    while (!simulation.finished()) simulation.advance_frame();

    // Pressure acts between particles and moves no mean. Symplectic Euler of steps dt falls g t dt / 2 too far.
    const double t = 3 * frame, exact = 9.81 * t * t / 2;
    EXPECT_DOUBLE_EQ(simulation.time(), t);
    EXPECT_NEAR(start - mean_height(simulation), exact, 9.81 * t * frame / 2 + 1e-6);
    EXPECT_GE(start - mean_height(simulation), exact - 1e-6);
}

TEST(Simulation, counts_the_frames_and_steps_it_took) {
    Simulation simulation = Simulation::from_text(falling, ".", 1);
    EXPECT_EQ(simulation.frame_count(), 3u);
    uint64_t steps = 0;
    while (simulation.frame() < 1) {
        EXPECT_GT(simulation.step().dt, 0);
        ++steps;
    }
    EXPECT_DOUBLE_EQ(simulation.time(), frame);
    EXPECT_EQ(simulation.figures().steps, steps);
    EXPECT_EQ(simulation.figures().frames, 1u);
    EXPECT_FALSE(simulation.finished());
}

TEST(Simulation, shows_fields_by_name_with_unit_and_size) {
    const Simulation simulation = Simulation::from_text(falling, ".", 1);
    ASSERT_EQ(simulation.particle_count(), 64u);
    const auto& fields = simulation.fields();
    const auto velocity = std::ranges::find(fields, "velocity", &FieldInfo::name);
    ASSERT_NE(velocity, fields.end());
    EXPECT_EQ(velocity->unit, "m/s");
    EXPECT_EQ(velocity->components, 3);
    for (const FieldInfo& field : fields) {
        const size_t values = field.values == Values::reals   ? simulation.reals(field.name).size()
                              : field.values == Values::words ? simulation.words(field.name).size()
                                                              : simulation.long_words(field.name).size();
        EXPECT_EQ(values, 64u * size_t(field.components)) << field.name;
    }
    // A water particle of 0.1 m weighs 0.99821 kg.
    for (const float mass : simulation.reals("mass")) EXPECT_NEAR(mass, 0.99821, 1e-5);
}

TEST(Simulation, gives_every_particle_an_id_of_its_own) {
    Simulation simulation = Simulation::from_text(falling, ".", 1);
    simulation.advance_frame();
    std::vector<uint64_t> ids(simulation.ids().begin(), simulation.ids().end());
    std::ranges::sort(ids);
    for (size_t k = 0; k < ids.size(); ++k) EXPECT_EQ(ids[k], k);
    EXPECT_EQ(simulation.bodies(), std::vector<std::string>{"block"});
}

TEST(Simulation, refuses_fields_that_are_not_there_or_hold_other_values) {
    const Simulation simulation = Simulation::from_text(falling, ".", 1);
    EXPECT_THROW(simulation.reals("temperature"), BadInput);
    EXPECT_THROW(simulation.reals("id"), BadInput);
    EXPECT_THROW(simulation.words("velocity"), BadInput);
    EXPECT_THROW(simulation.write_frame("frame.obj"), BadInput);
}

TEST(Simulation, writes_positions_between_the_ends_of_periodic_axes) {
    Simulation simulation = Simulation::from_text(R"({"format": 1, "dimension": 2, "spacing": 0.1, "gravity": [0, 0],
        "periodic": {"x": [0, 1]}, "bodies": [{"shape": {"box": {"min": [0, 0], "max": [1, 0.3]}},
        "velocity": [1, 0], "preset": "water"}]})",
                                                  ".", 1);
    const TestFolder folder;
    while (simulation.time() < 0.2) {
        simulation.step();
        simulation.write_frame(folder / "frame.ply");
        const ParticleFrame written = read_frame(folder / "frame.ply");
        for (const Vec3& x : written.particles[fields::position]) {
            EXPECT_GE(x.x, 0);
            EXPECT_LT(x.x, 1);
        }
    }
}

TEST(Simulation, tells_what_is_wrong_with_a_scene) {
    try {
        Simulation::from_text(R"({"format": 1, "spacing": 0.1, "bodys": []})");
        FAIL() << "an unknown key was accepted";
    } catch (const BadInput& error) {
        EXPECT_NE(std::string(error.what()).find("bodies"), std::string::npos) << error.what();
    }
    EXPECT_THROW(Simulation::from_file("no such scene.json"), BadInput);
}

TEST(Simulation, arrives_at_the_same_state_twice_in_one_process) {
    Simulation one = Simulation::from_text(falling, ".", 1), two = Simulation::from_text(falling, ".", 2);
    one.advance_frame();
    two.advance_frame();
    EXPECT_EQ(one.figures().state_hash, two.figures().state_hash);
    two.advance_frame();
    EXPECT_NE(one.figures().state_hash, two.figures().state_hash);
}

}  // namespace
}  // namespace panta
