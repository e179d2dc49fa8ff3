// The sums of pressure/operators.h against their formulas, written down once more in double precision: fluids of
// different volumes and of masses up to a thousand times different, and walls that move.
#include "pressure/operators.h"

#include <algorithm>

#include "boundaries/wall_volumes.h"
#include "scenes/pair_sums.h"

namespace panta::test {
namespace {

constexpr double rounding = 0x1p-24;  // of a float, relative
constexpr double kept = 0x1p-11;      // of a gradient that is kept in half precision (neighbours/pair_gradients.h)
constexpr double tiniest = 0x1p-25;   // of one below the smallest normal half, in the unit of kept gradients
constexpr double sum_at_rest = 0.97;

class PressureOperators : public PairSums {
protected:
    void SetUp() override {
        PairSums::SetUp();
        attach_pressure_operators(particles);
        set_matter();
        for (size_t i = 0; i < particles.size(); ++i) {
            Vec3 v = random.in_cube(i, 60);
            if (GetParam().smoothing.dimension == 2) v.z = 0;
            particles.edit(fields::predicted_velocity)[i] = v;
            particles.edit(fields::velocity)[i] = {v.y, -2 * v.x, v.z};
            particles.edit(pressure::kept_term)[i] = random.uniform(i, 62);
        }
        // At rest five times that of the middle one, so that many particles are softer than allowed and many are not.
        measure_start(now());
        std::vector<double> slopes;
        for (size_t i = 0; i < particles.size(); ++i)
            slopes.push_back(particles[pressure::response][i] * sum_at_rest / volume(i) * mass(i));
        std::ranges::nth_element(slopes, slopes.begin() + std::ptrdiff_t(slopes.size() / 2));
        slopes_at_rest = Real(5 * slopes[slopes.size() / 2]);
        measure_start(now());
        for (size_t i = 0; i < particles.size(); ++i)
            particles.edit(pressure::load)[i] = random.uniform(i, 61) - Real(0.2);
    }
    virtual void set_matter() {
        for (size_t i = 0; i < particles.size(); i += 3) particles.edit(fields::mass)[i] *= 1000;
    }
    Step now() {
        Step now = step();
        now.kick = Real(0.013);
        now.at_rest = Real(sum_at_rest);
        now.slopes_at_rest = slopes_at_rest;
        return now;
    }
    /// Calls sum(j, gradient of W, its length times the rounding that it suffers) for all of a set that i sees.
    template <class Sum>
    void for_each_gradient(size_t i, const Particles& others, const Sum& sum) const {
        const double reach = &others == &walls ? solver_reach : 1, h = reach * particles[fields::support][i];
        for_each_near(i, others, [&](size_t j, const Vec3d& d, double r) {
            const double other = reach * others[fields::support][j], slope = kernel.dW(r, h, other);
            sum(j, d * (slope / r), 12 * rounding * std::abs(slope) * delicacy(r, h, other));
        });
    }
    /// The error of a gradient that was kept.
    double kept_error(const Vec3d& gradient, double rounded) {
        return rounded + kept * norm(gradient) + 2 * tiniest * neighbours->gradients().unit();
    }
    void expect_start();
    double volume(size_t j) const { return particles[fields::volume][j]; }
    double mass(size_t j) const { return particles[fields::mass][j]; }
    double wall_volume(size_t j) const { return walls[wall::solver_volume][j]; }

    Real slopes_at_rest = 0;
};

/// The same for a fluid whose particles are alike, which has a sweep of its own.
class LikeParticles : public PressureOperators {
protected:
    void set_matter() override {
        std::ranges::fill(particles.edit(fields::volume), particles[fields::volume][0]);
        std::ranges::fill(particles.edit(fields::mass), particles[fields::mass][0]);
    }
};

void PressureOperators::expect_start() {
    size_t soft = 0;
    for (size_t i = 0; i < particles.size(); ++i) {
        const double h = particles[fields::support][i];
        Vec3d g, wall_g;
        double c = volume(i) * kernel.value(0, h), theirs = 0, wall_rate = 0;
        double g_error = 0, wall_g_error = 0, theirs_error = 0, wall_rate_error = 0, squares = 0;
        for_each_near(i, particles, [&](size_t j, const Vec3d&, double r) {
            c += volume(j) * kernel.W(r, h, particles[fields::support][j]);
        });
        for_each_near(i, walls, [&](size_t j, const Vec3d&, double r) {
            c += wall_volume(j) * kernel.W(r, solver_reach * h, solver_reach * walls[fields::support][j]);
        });
        for_each_gradient(i, particles, [&](size_t j, const Vec3d& gradient, double error) {
            g = g + gradient * volume(j);
            g_error += volume(j) * error;
            const double factor = volume(j) * volume(j) / mass(j);
            theirs += factor * dot(gradient, gradient);
            squares += volume(j) * volume(j) * dot(gradient, gradient);
            theirs_error += 2 * factor * norm(gradient) * error;
        });
        for_each_gradient(i, walls, [&](size_t j, const Vec3d& gradient, double error) {
            const double V = wall_volume(j);
            const Vec3d v = walls[fields::velocity][j];
            wall_g = wall_g + gradient * V;
            wall_g_error += V * error;
            wall_rate -= V * dot(gradient, v) / sum_at_rest;
            wall_rate_error += V * norm(v) * error / sum_at_rest;
        });
        // All terms of c are positive: its rounding is a few units of each kernel and of each addition.
        EXPECT_NEAR(particles[fields::compression][i], c / sum_at_rest, 30 * rounding * c);
        EXPECT_LE(norm(Vec3d(particles[pressure::wall_gradient][i]) - wall_g), wall_g_error);
        EXPECT_NEAR(particles[pressure::wall_rate][i], wall_rate, wall_rate_error);

        // What velocities at the start do to c, and what the terms of the last step do to velocities.
        const Vec3d v = particles[fields::velocity][i];
        const double term = particles[pressure::kept_term][i];
        double rate = dot(v, wall_g), rate_error = norm(v) * wall_g_error;
        Vec3d pushed = wall_g * (volume(i) * term);
        double push_error = volume(i) * term * wall_g_error;
        for_each_gradient(i, particles, [&](size_t j, const Vec3d& gradient, double error) {
            const Vec3d apart = v - Vec3d(particles[fields::velocity][j]);
            rate += volume(j) * dot(apart, gradient);
            rate_error += volume(j) * norm(apart) * error;
            const double both = volume(i) * volume(j) * (term + particles[pressure::kept_term][j]);
            pushed = pushed + gradient * both;
            push_error += both * error;
        });
        EXPECT_NEAR(particles[pressure::starting_rate][i], rate / sum_at_rest, rate_error / sum_at_rest);
        EXPECT_LE(norm(Vec3d(particles[pressure::last_acceleration][i]) + pushed * (1 / mass(i))),
                  push_error / mass(i));

        const double all = norm(g + wall_g), own = all * all / mass(i) + theirs;
        const double own_error = 2 * all * (g_error + wall_g_error) / mass(i) + theirs_error;
        // The two sums of `least` are off by the errors of gradients, and each rounds forty times.
        const double relative = theirs > 0 ? 2 * theirs_error / theirs : 0;
        const double lightness = squares > 0 ? theirs / squares : 1 / mass(i);
        const double least = double(slopes_at_rest) / 5 * lightness, scale = volume(i) / sum_at_rest;
        soft += own < least;
        EXPECT_NEAR(particles[pressure::response][i], scale * std::max(own, least),
                    scale * (own_error + relative * least + 40 * rounding * std::max(own, least)));
    }
    EXPECT_GT(soft, particles.size() / 8);
    EXPECT_LT(soft, particles.size() * 7 / 8);
}

TEST_P(PressureOperators, the_sums_at_the_start_are_their_formulas) { expect_start(); }
TEST_P(LikeParticles, the_sums_at_the_start_are_their_formulas) { expect_start(); }

TEST_P(PressureOperators, the_rate_is_the_divergence_of_the_push) {
    std::ranges::copy(particles[fields::predicted_velocity], particles.edit(pressure::push).begin());
    measure_rate(now());
    for (size_t i = 0; i < particles.size(); ++i) {
        const Vec3d own = particles[fields::predicted_velocity][i];
        double rate = 0, error = 0;
        for_each_gradient(i, particles, [&](size_t j, const Vec3d& gradient, double rounded) {
            const Vec3d apart = own - Vec3d(particles[fields::predicted_velocity][j]);
            rate += volume(j) * dot(apart, gradient);
            error += volume(j) * norm(apart) * kept_error(gradient, rounded);
        });
        for_each_gradient(i, walls, [&](size_t j, const Vec3d& gradient, double rounded) {
            rate += wall_volume(j) * dot(own, gradient);
            error += wall_volume(j) * norm(own) * rounded;
        });
        EXPECT_NEAR(particles[pressure::rate][i], rate / sum_at_rest, error / sum_at_rest) << "particle " << i;
    }
}

TEST_P(PressureOperators, a_load_pushes_pairs_apart_and_off_walls) {
    push_by_load(now());
    Vec3d total, from_walls;
    double all = 0;
    for (size_t i = 0; i < particles.size(); ++i) {
        const double load = particles[pressure::load][i];
        Vec3d force;
        double error = 0;
        for_each_gradient(i, particles, [&](size_t j, const Vec3d& gradient, double rounded) {
            const double theirs = particles[pressure::load][j];
            force = force - gradient * (load * volume(j) + theirs * volume(i));
            error += (std::abs(load) * volume(j) + std::abs(theirs) * volume(i)) * kept_error(gradient, rounded);
            all += (std::abs(load) * volume(j) + std::abs(theirs) * volume(i)) * norm(gradient);
        });
        for_each_gradient(i, walls, [&](size_t j, const Vec3d& gradient, double rounded) {
            const Vec3d push = gradient * (-load * wall_volume(j));
            force = force + push;
            from_walls = from_walls + push;
            error += std::abs(load) * wall_volume(j) * rounded;
        });
        const double scale = 0.013 / mass(i);
        EXPECT_LE(norm(Vec3d(particles[pressure::push][i]) - force * scale), scale * error) << "particle " << i;
        total = total + Vec3d(particles[pressure::push][i]) * (1 / scale);
    }
    // Rounded gradients are still antisymmetric: particles exchange momentum, only walls give some.
    EXPECT_LE(norm(total - from_walls), 12 * rounding * all);
}

// The work of a load on the compression that its push undoes is the energy of the push: with the load l_i = V_i P_i,
//     sum_i l_i rate(push)_i = - sum_i m_i |push_i|^2 / (S kick)
// Conjugate directions rest on that. It holds for rounded gradients too, so single precision is what is left.
TEST_P(PressureOperators, rate_and_push_are_adjoint) {
    push_by_load(now());
    measure_rate(now());
    double work = 0, energy = 0, magnitudes = 0;
    for (size_t i = 0; i < particles.size(); ++i) {
        const double load = particles[pressure::load][i];
        const Vec3d push = particles[pressure::push][i];
        work += load * particles[pressure::rate][i];
        energy += mass(i) * dot(push, push) / (sum_at_rest * 0.013);
        for_each_gradient(i, particles, [&](size_t j, const Vec3d& gradient, double) {
            magnitudes += std::abs(load) * volume(j) * norm(gradient) *
                          norm(push - Vec3d(particles[pressure::push][j])) / sum_at_rest;
        });
    }
    EXPECT_GT(energy, 0);
    EXPECT_NEAR(work, -energy, 12 * rounding * magnitudes);
}

TEST_P(PressureOperators, following_a_push_tells_walls_their_part) {
    push_by_load(now());
    const auto pushes = particles[pressure::push];
    const auto velocity = particles.edit(fields::predicted_velocity), force = particles.edit(fields::wall_force);
    const std::vector<Vec3> before(velocity.begin(), velocity.end());
    for (Vec3& f : force) f = {};
    follow_push(now(), Real(0.5));
    size_t at_walls = 0;
    for (size_t i = 0; i < particles.size(); ++i) {
        EXPECT_EQ(velocity[i], before[i] + Real(0.5) * pushes[i]);
        const Vec3 part = (Real(0.5) * particles[pressure::load][i]) * particles[pressure::wall_gradient][i];
        EXPECT_LE(norm(force[i] + part), 4 * rounding * norm(part));
        at_walls += norm(force[i]) > 0;
    }
    EXPECT_GT(at_walls, 0u);
}

INSTANTIATE_TEST_SUITE_P(All, PressureOperators, every_pair_case(), pair_case_name);
INSTANTIATE_TEST_SUITE_P(All, LikeParticles, every_pair_case(), pair_case_name);

}  // namespace
}  // namespace panta::test
