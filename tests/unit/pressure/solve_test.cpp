// One solve for pressure, seen from outside: a disordered block in which neighbours move against each other gets
// pressures that only push, undo what is asked, and hold back nothing that would move apart anyway.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "boundaries/wall_fields.h"
#include "kernels/lattice_sum.h"
#include "pressure/implicit_pressure.h"
#include "pressure/operators.h"
#include "pressure/tolerance.h"
#include "step/compression.h"

namespace panta::test {
namespace {

constexpr Real spacing = Real(0.1), dt = Real(0.01);

struct Block {
    std::string name;
    int dimension, count;  // along each edge
    Real heavier;          // of every second layer
};

/// Looks ahead once, and follows the tangent from there.
class Tangent final : public ImplicitPressure {
public:
    using ImplicitPressure::ImplicitPressure;
    void attach(Particles& particles, Pipeline& pipeline) override {
        ImplicitPressure::attach(particles, pipeline);
        particles.declare(fields::predicted_compression);
    }

private:
    std::span<const Real> compression_ahead(const Step& step) const override {
        predict_compression(step);
        return step.particles[fields::predicted_compression];
    }
    bool looks_again(const Step&) const override { return false; }
};

class PressureSolve : public testing::TestWithParam<Block> {
protected:
    void SetUp() override {
        const Block& given = GetParam();
        neighbours.attach(particles);
        walls.declare(wall::solver_volume);
        for (const auto* field : {&fields::acceleration, &fields::predicted_velocity, &fields::wall_force})
            particles.declare(*field);
        for (const auto* field : {&fields::compression, &fields::pressure}) particles.declare(*field);
        particles.append(size_t(std::pow(given.count, given.dimension)));
        const Real volume = given.dimension == 3 ? spacing * spacing * spacing : spacing * spacing;
        for (size_t i = 0; i < particles.size(); ++i) {
            const size_t n = size_t(given.count), layer = i / n % n;
            Vec3 x{Real(i % n), Real(layer), Real(i / n / n)}, v = random.in_cube(i, 1);
            x = spacing * (x + Real(0.2) * random.in_cube(i, 0));
            if (given.dimension == 2) x.z = v.z = 0;
            // The lower half moves up and the upper half down.
            v.y += 2 * layer < n ? Real(0.5) : Real(-0.5);
            particles.edit(fields::position)[i] = x;
            particles.edit(fields::velocity)[i] = v;
            particles.edit(fields::volume)[i] = volume * (1 + Real(0.2) * random.uniform(i, 2));
            particles.edit(fields::mass)[i] = 1000 * volume * (layer % 2 == 0 ? 1 : given.heavier);
            particles.edit(fields::support)[i] = 2 * spacing;
        }
        neighbours.update(particles, walls, 0, threads);
    }
    Step step() {
        Step step{particles, walls, neighbours, threads, tracks, 0, dt, dt};
        step.gravity = {0, Real(-9.81), 0};
        step.pace = measure_pace(particles, threads);
        step.matter = look_at_matter(particles, threads);
        step.at_rest = Real(lattice_sum(neighbours.smoothing(), 2 * spacing, spacing));
        return step;
    }
    PressureReport solve(const PressureParams& params, Real expected_speed = 0) {
        Tangent solver(params, expected_speed);
        Pipeline pipeline;
        solver.attach(particles, pipeline);
        for (size_t i = 0; i < particles.size(); ++i) {
            particles.edit(fields::predicted_velocity)[i] = particles[fields::velocity][i];
            particles.edit(fields::pressure)[i] = 0;
        }
        solver.measure(step());
        correction = double(largest_correction(step()));
        may_grow = double(params.tolerance.constant);
        look_ahead(step());
        predict_compression(step());
        const auto c = particles[fields::predicted_compression];
        ahead.assign(c.begin(), c.end());
        return solver.solve(step());
    }
    /// Compression that may stay where pressure would leave `yield`: what is not to be undone in this step, and at most
    /// a tolerance more than there is: short steps must not yield more than they undo.
    double left_to(size_t i, double yield) const {
        const double over = std::max(0., double(particles[fields::compression][i]) - 1);
        return std::clamp(yield, std::max(0., over - correction), over + may_grow);
    }
    /// What is left of compression, by the tangent where the velocities without pressure would lead, beyond what
    /// pressure leaves to a fluid of the given compressibility.
    Leftover left(size_t& unheld, double compressibility = 0) {
        for (size_t i = 0; i < particles.size(); ++i)
            particles.edit(pressure::push)[i] =
                particles[fields::predicted_velocity][i] - particles[fields::velocity][i];
        measure_rate(step());
        const auto c = particles[fields::compression], p = particles[fields::pressure];
        Leftover left;
        for (size_t i = 0; i < particles.size(); ++i) {
            const double term = p[i] / (c[i] * c[i]);
            const double yield = compressibility * term, may_stay = left_to(i, yield);
            const double excess = ahead[i] - 1. + double(dt) * particles[pressure::rate][i] - may_stay;
            const double give = may_stay == yield ? compressibility : 0;
            left += Leftover::of(excess, term * (double(dt) * dt * particles[pressure::response][i] + give));
            unheld += p[i] == 0;
        }
        return left;
    }

    double correction = 0, may_grow = 0;  // compression that is undone, or comes up, in a step
    std::vector<Real> ahead;              // compression where the velocities without pressure lead
    const Random random{5};
    const Threads threads{2};
    const Tracks tracks;
    Particles particles, walls;
    Neighbours neighbours{{KernelShape::cubic_spline, GetParam().dimension}, {}};
};

TEST_P(PressureSolve, reaches_its_tolerance_with_pressures_that_only_push) {
    for (const Real tolerance : {Real(1e-3), Real(1e-5)}) {
        PressureParams params;
        params.tolerance = tolerance;
        params.worst_tolerance = 10 * tolerance;
        params.most_iterations = 1000;
        const PressureReport report = solve(params);
        EXPECT_TRUE(report.converged);
        EXPECT_GT(report.iterations, 2);
        for (const Real p : particles[fields::pressure]) EXPECT_GE(p, 0);
        size_t unheld = 0;
        const Leftover rest = left(unheld);
        // The excess was followed along the iteration, not measured again: a few roundings of numbers of about 0.1.
        constexpr double slack = 1e-6;
        EXPECT_LE(rest.sum / double(particles.size()), tolerance + slack);
        EXPECT_LE(rest.worst, 10 * tolerance + 10 * slack);
        EXPECT_NEAR(report.error, rest.sum / double(particles.size()), slack);
        // Some move apart by themselves, some are held.
        EXPECT_GT(unheld, particles.size() / 100);
        EXPECT_LT(unheld, particles.size() / 2);
    }
}

TEST_P(PressureSolve, leaves_the_compression_that_pressure_may_leave) {
    PressureParams params;
    params.tolerance = Real(1e-3);
    params.most_iterations = 1000;
    constexpr double speed = 0.1;  // so low that it shows
    EXPECT_TRUE(solve(params, Real(speed)).converged);
    double heaviest = 0, yielded = 0, bounded = 0;
    for (size_t i = 0; i < particles.size(); ++i)
        heaviest = std::max(heaviest, double(particles[fields::mass][i] / particles[fields::volume][i]));
    const double kappa = 1e-3 / (heaviest * speed * speed);
    size_t unheld = 0;
    EXPECT_LE(left(unheld, kappa).sum / double(particles.size()), 1e-3 + 1e-6);
    for (size_t i = 0; i < particles.size(); ++i) {
        const double c = particles[fields::compression][i], term = particles[fields::pressure][i] / (c * c);
        const double stays = left_to(i, kappa * term);
        yielded += stays - left_to(i, 0);
        bounded += std::max(0., kappa * term - stays);
    }
    EXPECT_GT(bounded / double(particles.size()), 1e-3) << "the test must see who would yield too much";
    EXPECT_GT(yielded / double(particles.size()), 5e-4) << "the test must see compressibility";
}

TEST_P(PressureSolve, tells_when_it_was_given_too_few_iterations) {
    PressureParams params;
    params.most_iterations = 2;
    const PressureReport report = solve(params);
    EXPECT_EQ(report.iterations, 2);
    EXPECT_FALSE(report.converged);
    EXPECT_GT(report.error, params.tolerance.constant);
}

INSTANTIATE_TEST_SUITE_P(Blocks, PressureSolve,
                         testing::Values(Block{"2d", 2, 20, 1}, Block{"3d", 3, 9, 1},
                                         Block{"2d_ratio_1000", 2, 20, 1000}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace panta::test
