// Lists of neighbours for solvers that visit them at predicted positions.
#include <gtest/gtest.h>

#include "step/world.h"

namespace panta {
namespace {

constexpr Real h = 0.25f;
constexpr Real stride = 0.1f * h;  // of each particle in a step

/// Looks in every step whether two particles are listed as neighbours, and where they will be at its end.
class Watcher final : public PressureSolver {
public:
    struct Seen {
        Real distance_ahead = 0;
        bool listed = false;
    };
    explicit Watcher(std::vector<Seen>& seen) : seen_(seen) {}

    void attach(Particles&, Pipeline&) override {}
    void measure(const Step&) override {}
    PressureReport solve(const Step& step) override {
        const auto x = step.particles[fields::position], v = step.particles[fields::predicted_velocity];
        seen_.push_back(
            {norm(x[1] + step.dt * v[1] - x[0] - step.dt * v[0]), !step.neighbours.list().particles_near(0).empty()});
        return {};
    }
    bool looks_ahead() const override { return true; }

private:
    std::vector<Seen>& seen_;
};

TEST(LookAhead, finds_particles_that_meet_within_the_step) {
    WorldSettings settings;
    settings.gravity = {};
    settings.spacing = h / 2;
    settings.step.fixed = 0.001f;
    World world(settings, Threads(1));
    Particles& particles = world.particles();
    particles.append(2);
    for (int i = 0; i < 2; ++i) {
        // Head on, from so far that they pass the support radius in the middle of a step.
        const Real side = i == 0 ? -1 : 1;
        particles.edit(fields::position)[size_t(i)] = {side * 0.775f * h, 0, 0};
        particles.edit(fields::velocity)[size_t(i)] = {-side * stride / settings.step.fixed, 0, 0};
        particles.edit(fields::support)[size_t(i)] = h;
    }
    std::vector<Watcher::Seen> seen;
    world.set_pressure(std::make_unique<Watcher>(seen));
    world.start();
    for (int step = 0; step < 4; ++step) world.step(1);
    ASSERT_EQ(seen.size(), 4u);
    EXPECT_FALSE(seen[0].listed) << "far from each other";
    int met = 0;
    for (const Watcher::Seen& at : seen) {
        EXPECT_TRUE(at.listed || at.distance_ahead >= h) << at.distance_ahead / h;
        met += at.distance_ahead < h;
    }
    EXPECT_GE(met, 2);
}

}  // namespace
}  // namespace panta
