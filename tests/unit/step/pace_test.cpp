#include "step/pace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/threads.h"

namespace panta {
namespace {

// Speeds 0, 5, 10, ...: of n particles the mean is 5 (n - 1) / 2. More than one block of a loop, so that parts are
// joined.
TEST(Pace, is_the_largest_and_the_mean_of_all_speeds) {
    constexpr size_t count = 10001;
    Particles particles;
    particles.append(count);
    for (size_t i = 0; i < count; ++i)
        particles.edit(fields::velocity)[i] = {Real(3 * i), 0, Real(i % 2 == 0 ? 4. * double(i) : -4. * double(i))};
    const Pace pace = measure_pace(particles, Threads(2));
    EXPECT_FLOAT_EQ(pace.fastest, 5 * (count - 1));
    EXPECT_FLOAT_EQ(pace.mean, 5 * (count - 1) / 2);
}

TEST(Pace, does_not_overlook_what_is_no_number) {
    Particles particles;
    particles.append(3);
    particles.edit(fields::velocity)[1] = {std::numeric_limits<Real>::quiet_NaN(), 0, 0};
    particles.edit(fields::velocity)[2] = {1, 0, 0};
    EXPECT_TRUE(std::isnan(measure_pace(particles, Threads(1)).fastest));
}

TEST(Pace, of_nobody_is_zero) {
    const Pace pace = measure_pace(Particles(), Threads(1));
    EXPECT_EQ(pace.fastest, 0);
    EXPECT_EQ(pace.mean, 0);
}

}  // namespace
}  // namespace panta
