// Behaviours of one's own through the public face, against motions that are known.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "panta/panta.h"

namespace panta {
namespace {

/// Pushes with a property, pulls neighbours together, or gives whole bodies a common acceleration.
class Probe final : public Behaviour {
public:
    enum class Kind { push, pull, move };
    explicit Probe(Kind kind) : kind_(kind) {}

    std::string name() const override { return "test"; }
    std::string doc() const override { return "For tests"; }
    std::vector<OwnProperty> properties() const override { return {{"strength", "1", 2, 0, 100, "How strong"}}; }
    std::vector<OwnVectorProperty> vector_properties() const override {
        return {{"wind", "m/s^2", {0, 0, 0}, "Another push"}};
    }
    std::vector<OwnField> fields() const override { return {{"test.clock", "s", 5}}; }
    bool pushes_particles() const override { return kind_ == Kind::push; }
    bool pulls_neighbours() const override { return kind_ == Kind::pull; }
    bool moves_bodies() const override { return kind_ == Kind::move; }
    Vector push(const Moment&, const Seen& particle) const override {
        return Vector{particle.property(0), 0, 7} + particle.vector_property(0);
    }
    Vector pull(const Moment&, const Seen& one, const Seen& other, const Between& between) const override {
        for (float known = farthest; between.r > known && !farthest.compare_exchange_weak(known, between.r);) continue;
        return -one.property(0) * one.mass() * other.mass() * between.W * between.d;
    }
    void move(const Moment&, std::span<const Seen> members, std::span<Vector> accelerations) const override {
        for (std::size_t k = 0; k < members.size(); ++k)
            accelerations[k] = {0, float(members.size()) * members[k].property(0), 0};
    }
    float advance(const Moment& now, const Seen& particle, std::size_t k) const override {
        return particle.field(k) + now.dt;
    }

    mutable std::atomic<float> farthest = 0;  // that it was asked to pull over, m

private:
    Kind kind_;
};

std::string scene(const std::string& entry) {
    return R"({"format": 1, "dimension": 2, "spacing": 0.1, "gravity": [0, 0], "duration": 0.4, "frame_rate": 10,
        "bodies": [{"shape": {"box": {"min": [0, 0], "max": [0.6, 0.5]}}, "track": [
            {"behaviour": "fluid", "viscosity": 0, "artificial_viscosity": 0}, {"behaviour": "test")" +
           entry + "}]}]}";
}

Simulation run(Probe::Kind kind, const std::string& entry) {
    auto simulation = Simulation::from_text(scene(entry), ".", 2, {std::make_shared<Probe>(kind)});
    while (!simulation.finished()) simulation.advance_frame();
    return simulation;
}

// a t, to the rounding of some hundred steps.
TEST(OwnBehaviour, pushes_particles_by_its_property) {
    const Simulation simulation = run(Probe::Kind::push, R"(, "strength": 3)");
    const auto v = simulation.reals("velocity");
    for (std::size_t i = 0; i < v.size(); i += 3) EXPECT_NEAR(v[i], 3 * 0.4, 1e-4);
    for (std::size_t i = 2; i < v.size(); i += 3) EXPECT_EQ(v[i], 0);  // the scene is flat
}

// A weight that falls from one to zero within 0.4 s gives half of the push; steps see it at their start: to a step.
TEST(OwnBehaviour, has_a_weight_with_keys) {
    const Simulation simulation = run(Probe::Kind::push, R"(, "weight": {"keys": [[0, 1], [0.4, 0]]})");
    const auto v = simulation.reals("velocity");
    for (std::size_t i = 0; i < v.size(); i += 3) EXPECT_NEAR(v[i], 2 * 0.4 / 2, 2 * 0.02);
}

TEST(OwnBehaviour, has_fields_that_keys_may_be_over) {
    // The field counts seconds from 5 on: the integral of 1 + t over 0.4 s. Steps see it at their start: to a step.
    const Simulation simulation =
        run(Probe::Kind::push, R"(, "strength": {"over": "test.clock", "keys": [[4, 0], [6, 2]]})");
    const auto v = simulation.reals("velocity");
    for (std::size_t i = 0; i < v.size(); i += 3) EXPECT_NEAR(v[i], 0.4 + 0.4 * 0.4 / 2, 0.4 * 0.02);
}

TEST(OwnBehaviour, is_named_to_whom_keys_a_body_without_it_over_its_field) {
    try {
        Simulation::from_text(
            R"({"format": 1, "spacing": 0.1, "bodies": [{"shape": {"sphere": {"radius": 0.2}}, "track": [
            {"behaviour": "fluid", "viscosity": {"over": "test.clock", "keys": [[0, 1]]}}]}]})",
            ".", 1, {std::make_shared<Probe>(Probe::Kind::push)});
        FAIL() << "the body has no such field";
    } catch (const BadInput& error) {
        EXPECT_NE(std::string(error.what()).find(R"(add {"behaviour": "test"})"), std::string::npos) << error.what();
    }
}

// The mean of the wind that rises from nothing to (2, 4) is half of it; steps see it at their start: to a step.
TEST(OwnBehaviour, has_properties_that_are_vectors_with_keys) {
    const Simulation simulation =
        run(Probe::Kind::push, R"(, "strength": 0, "wind": {"keys": [[0, [0, 0]], [0.4, [2, 4]]]})");
    const auto v = simulation.reals("velocity");
    for (std::size_t i = 0; i < v.size(); i += 3) {
        EXPECT_NEAR(v[i], 2 * 0.4 / 2, 2 * 0.02);
        EXPECT_NEAR(v[i + 1], 4 * 0.4 / 2, 4 * 0.02);
    }
}

// Rows that go on for ever stay where they are along the axis, those in the middle and those at its ends; with
// distances that do not see across the ends they reach 0.9 m/s.
TEST(OwnBehaviour, pulls_across_the_ends_of_periodic_axes) {
    auto simulation = Simulation::from_text(
        R"({"format": 1, "dimension": 2, "spacing": 0.1, "gravity": [0, 0], "duration": 0.1, "frame_rate": 10,
        "periodic": {"x": [0, 1]}, "bodies": [{"shape": {"box": {"min": [0, 0], "max": [1, 0.3]}}, "track": [
            {"behaviour": "fluid", "viscosity": 0, "artificial_viscosity": 0}, {"behaviour": "test"}]}]})",
        ".", 2, {std::make_shared<Probe>(Probe::Kind::pull)});
    while (!simulation.finished()) simulation.advance_frame();
    const auto v = simulation.reals("velocity");
    for (std::size_t i = 0; i < v.size(); i += 3) EXPECT_NEAR(v[i], 0, 1e-3);
}

TEST(OwnBehaviour, pulls_neighbours_and_keeps_momentum) {
    const Simulation simulation = run(Probe::Kind::pull, "");
    const auto v = simulation.reals("velocity");
    double along = 0, fastest = 0;
    for (std::size_t i = 0; i < v.size(); i += 3)
        along += double(v[i]), fastest = std::max(fastest, std::abs(double(v[i])));
    EXPECT_GT(fastest, 1e-4);
    EXPECT_LT(std::abs(along), 1e-4 * fastest * double(v.size()));
}

// Lists of pbf reach further, since it looks at where particles will be.
TEST(OwnBehaviour, pulls_within_the_support_alone) {
    const auto probe = std::make_shared<Probe>(Probe::Kind::pull);
    std::string text = scene("");
    text.insert(1, R"("pressure": {"method": "pbf"}, )");
    auto simulation = Simulation::from_text(text, ".", 2, {probe});
    simulation.advance_frame();
    EXPECT_LT(probe->farthest, 0.2f);
    EXPECT_GT(probe->farthest, 0.14f);
}

TEST(OwnBehaviour, moves_bodies_as_a_whole) {
    const Simulation simulation = run(Probe::Kind::move, R"(, "strength": 0.1)");
    const auto v = simulation.reals("velocity");
    for (std::size_t i = 0; i < v.size(); i += 3) EXPECT_NEAR(v[i + 1], 30 * 0.1 * 0.4, 1e-4);  // thirty particles
}

TEST(OwnBehaviour, keeps_fields_of_its_own_that_keys_may_be_over) {
    const Simulation simulation =
        run(Probe::Kind::push, R"(, "weight": {"over": "test.clock", "keys": [[5, 1], [5.2, 1], [5.2001, 0]]})");
    for (const float clock : simulation.reals("test.clock")) EXPECT_NEAR(clock, 5.2, 0.03);  // then it has no weight
    const auto v = simulation.reals("velocity");
    for (std::size_t i = 0; i < v.size(); i += 3) EXPECT_NEAR(v[i], 2 * 0.2, 2 * 0.03);  // to a step
}

TEST(OwnBehaviour, refuses_what_it_does_not_know) {
    EXPECT_THROW(run(Probe::Kind::push, R"(, "strngth": 3)"), BadInput);
    EXPECT_THROW(run(Probe::Kind::push, R"(, "strength": 101)"), BadInput);
    EXPECT_THROW(Simulation::from_text(scene("")), BadInput);  // nobody brought it
    const auto twice = std::make_shared<Probe>(Probe::Kind::push);
    EXPECT_THROW(Simulation::from_text(scene(""), ".", 1, {twice, twice}), BadInput);
}

/// Declares what it is given.
class Named final : public Behaviour {
public:
    Named(std::string name, std::vector<OwnProperty> properties, std::vector<OwnField> fields)
        : name_(std::move(name)), properties_(std::move(properties)), fields_(std::move(fields)) {}
    std::string name() const override { return name_; }
    std::string doc() const override { return ""; }
    std::vector<OwnProperty> properties() const override { return properties_; }
    std::vector<OwnVectorProperty> vector_properties() const override { return {{"way", "m", {}, ""}}; }
    std::vector<OwnField> fields() const override { return fields_; }

private:
    std::string name_;
    std::vector<OwnProperty> properties_;
    std::vector<OwnField> fields_;
};

TEST(OwnBehaviour, refuses_names_that_scenes_would_confuse) {
    const auto take = [](const std::string& name, std::vector<OwnProperty> properties, std::vector<OwnField> fields) {
        Simulation::from_text(R"({"format": 1, "spacing": 0.1, "bodies": [
            {"shape": {"sphere": {"radius": 0.2}}, "preset": "water"}]})",
                              ".", 1, {std::make_shared<Named>(name, std::move(properties), std::move(fields))});
    };
    EXPECT_NO_THROW(take("own", {{"size", "m", 1}}, {{"own.size", "m", 0}}));
    EXPECT_THROW(take("", {}, {}), BadInput);
    EXPECT_THROW(take("fluid", {}, {}), BadInput);
    for (const char* name : {"", "weight", "behaviour", "way"})
        EXPECT_THROW(take("own", {{name, "m", 1}}, {}), BadInput);
    EXPECT_THROW(take("own", {{"size", "m", 1}, {"size", "m", 2}}, {}), BadInput);
    EXPECT_THROW(take("own", {{"size", "m", 5, 0, 2}}, {}), BadInput);  // not within its own range
    for (const char* name : {"", "velocity", "mass", "way"}) EXPECT_THROW(take("own", {}, {{name, "m", 0}}), BadInput);
    EXPECT_THROW(take("own", {}, {{"own.way", "m", 0}, {"own.way", "s", 0}}), BadInput);
}

}  // namespace
}  // namespace panta
