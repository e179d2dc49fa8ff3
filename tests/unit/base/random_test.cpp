#include "base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace panta {
namespace {

constexpr int samples = 40000;

TEST(Random, numbers_do_not_depend_on_the_order_in_which_they_are_asked) {
    const Random random(7);
    std::vector<Real> forwards, backwards;
    for (uint64_t id = 0; id < 100; ++id) forwards.push_back(random.uniform(id, 3));
    for (uint64_t id = 100; id-- > 0;) backwards.insert(backwards.begin(), Random(7).uniform(id, 3));
    EXPECT_EQ(forwards, backwards);
}

/// Chi squared of `samples` numbers in 64 bins; its mean is 63 and its standard deviation sqrt(126) = 11.2.
template <class Sample>
double chi_squared(const Sample& sample) {
    std::array<int, 64> bins{};
    for (int k = 0; k < samples; ++k) ++bins[size_t(sample(k) * 64)];
    double sum = 0;
    for (const int count : bins) sum += std::pow(count - samples / 64.0, 2) / (samples / 64.0);
    return sum;
}

TEST(Random, is_uniform_over_ids_over_counters_and_over_seeds) {
    const Random random(1);
    const double limit = 63 + 4 * 11.2;
    EXPECT_LT(chi_squared([&](int k) { return random.uniform(uint64_t(k), 0); }), limit);
    EXPECT_LT(chi_squared([&](int k) { return random.uniform(5, uint64_t(k)); }), limit);
    EXPECT_LT(chi_squared([&](int k) { return Random(uint64_t(k)).uniform(0, 0); }), limit);
}

/// Correlation of two streams; of independent ones it has the standard deviation 1 / sqrt(samples) = 0.005.
template <class First, class Second>
double correlation(const First& first, const Second& second) {
    double sum = 0;
    for (int k = 0; k < samples; ++k) sum += (first(k) - 0.5) * (second(k) - 0.5);
    return 12 * sum / samples;
}

TEST(Random, neighbouring_ids_counters_and_seeds_are_independent) {
    const Random random(1), next(2);
    const auto stream = [&](int k) { return random.uniform(uint64_t(k), 0); };
    EXPECT_NEAR(correlation(stream, [&](int k) { return random.uniform(uint64_t(k) + 1, 0); }), 0, 0.02);
    EXPECT_NEAR(correlation(stream, [&](int k) { return random.uniform(uint64_t(k), 1); }), 0, 0.02);
    EXPECT_NEAR(correlation(stream, [&](int k) { return next.uniform(uint64_t(k), 0); }), 0, 0.02);
    EXPECT_NEAR(correlation(stream, stream), 1, 0.02);  // the measure itself sees dependence
}

TEST(Random, stays_below_one_and_fills_the_cube) {
    const Random random(3);
    Box reached;
    for (uint64_t id = 0; id < samples; ++id) {
        const Real u = random.uniform(id, 9);
        ASSERT_GE(u, 0);
        ASSERT_LT(u, 1);
        reached.extend(random.in_cube(id, 9));
    }
    EXPECT_TRUE((Box{{-1, -1, -1}, {1, 1, 1}}.contains(reached.lower)));
    EXPECT_LT(reached.upper.x, 1);
    EXPECT_NEAR(reached.size().x, 2, 0.01);
    EXPECT_NEAR(reached.size().y, 2, 0.01);
    EXPECT_NEAR(reached.size().z, 2, 0.01);
}

}  // namespace
}  // namespace panta
