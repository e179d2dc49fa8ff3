// Values that follow keys, and the mean of several behaviours by weight, against values worked out by hand.
#include "tracks/keyed.h"

#include <gtest/gtest.h>

namespace panta::test {
namespace {

Keyed<Real> keyed(std::vector<Key<Real>> keys, Ease ease = Ease::linear) {
    Keyed<Real> value;
    value.keys = std::move(keys);
    value.ease = ease;
    return value;
}

TEST(Keyed, is_linear_in_between_and_constant_beyond) {
    const Keyed<Real> value = keyed({{1, 1}, {3, 2}, {4, Real(0.5)}});
    EXPECT_EQ(value.at(0), 1);
    EXPECT_EQ(value.at(2), Real(1.5));
    EXPECT_EQ(value.at(3), 2);
    EXPECT_EQ(value.at(3.5), Real(1.25));
    EXPECT_EQ(value.at(9), Real(0.5));
    EXPECT_EQ(Keyed<Real>(7).at(3), 7);
}

TEST(Keyed, holds_the_last_key_when_it_steps) {
    const Keyed<Real> value = keyed({{1, 1}, {3, 2}}, Ease::step);
    EXPECT_EQ(value.at(2.999), 1);
    EXPECT_EQ(value.at(3), 2);
}

TEST(Keyed, starts_and_stops_gently_when_it_is_smooth) {
    const Keyed<Real> value = keyed({{0, 0}, {1, 1}}, Ease::smooth);
    EXPECT_FLOAT_EQ(value.at(0.5), Real(0.5));
    EXPECT_FLOAT_EQ(value.at(0.25), Real(0.15625));  // s^2 (3 - 2 s)
    // The slope at the ends is zero: a hundredth of the way is 3e-4 of the value.
    EXPECT_NEAR(value.at(0.01), 2.98e-4, 1e-7);
    EXPECT_NEAR(1 - value.at(0.99), 2.98e-4, 1e-6);  // rounded at one
}

TEST(Keyed, works_for_vectors) {
    Keyed<Vec3> value;
    value.keys = {{0, {0, 0, 0}}, {2, {2, -4, 6}}};
    EXPECT_EQ(value.at(1), (Vec3{1, -2, 3}));
}

TEST(Keyed, rounds_whole_numbers) {
    Keyed<int> value = 7;
    EXPECT_EQ(value.at(3), 7);
    value.keys = {{0, 10}, {1, 13}, {2, -1}};
    EXPECT_EQ(value.at(0), 10);
    EXPECT_EQ(value.at(0.5), 12);  // 11.5
    EXPECT_EQ(value.at(0.6), 12);  // 11.8
    EXPECT_EQ(value.at(1.95), 0);  // -0.3
    EXPECT_EQ(value.at(9), -1);
}

TEST(Keyed, knows_how_fast_it_changes_and_how_large_it_gets) {
    const auto way = [](Real a, Real b) { return std::abs(b - a); };
    const auto size = [](Real a) { return std::abs(a); };
    const Keyed<Real> value = keyed({{1, 1}, {3, 2}, {4, Real(-0.5)}});
    EXPECT_EQ(value.between(2).rate, 0.5);
    EXPECT_EQ(value.between(4).rate, 0);
    EXPECT_EQ(value.steepest(0, 3, way), 0.5);
    EXPECT_EQ(value.steepest(0, 3.1, way), 2.5);
    EXPECT_EQ(value.steepest(4, 9, way), 0);
    EXPECT_EQ(value.largest(size, 0, 2), Real(1.5));
    EXPECT_EQ(value.largest(size, 2, 9), 2);
    EXPECT_EQ(value.largest(size, 5, 9), Real(0.5));

    const Keyed<Real> smooth = keyed({{0, 0}, {2, 1}}, Ease::smooth);
    const double h = 1e-3;
    for (const double x : {0.2, 1., 1.7})
        EXPECT_NEAR(smooth.between(x).rate, (smooth.between(x + h).fraction - smooth.between(x - h).fraction) / (2 * h),
                    1e-6);
    EXPECT_EQ(smooth.steepest(0, 2, way), smooth.between(1).rate);
}

// Sums over a hundred thousand pieces are good to their square; keys are round numbers.
TEST(Keyed, has_the_integral_of_its_values) {
    for (const Ease ease : {Ease::linear, Ease::step, Ease::smooth}) {
        const Keyed<Real> value = keyed({{1, 1}, {3, 2}, {4, Real(0.5)}}, ease);
        const double begin = 0.25, end = 4.75;
        constexpr int pieces = 100'000;
        double sum = 0;
        for (int k = 0; k < pieces; ++k) sum += value.at(begin + (k + 0.5) / pieces * (end - begin));
        EXPECT_NEAR(value.integral(begin, end), sum / pieces * (end - begin), 1e-4);
    }
    EXPECT_EQ(Keyed<Real>(2).integral(1, 4), 6);
}

}  // namespace
}  // namespace panta::test
