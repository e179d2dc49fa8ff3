#include "kernels/lattice_table.h"

#include <gtest/gtest.h>

#include "kernels/lattice_sum.h"

namespace panta {
namespace {

TEST(LatticeTable, is_one_unless_told) { EXPECT_EQ(LatticeTable()(3), 1); }

// Straight lines between entries a twentieth of the volume apart. The sum over a lattice has a second derivative of a
// few per cell volume squared at most: lines are off by that times 0.05^2 / 8.
TEST(LatticeTable, follows_the_sum_over_all_volumes_that_a_scene_may_ask_for) {
    const Smoothing smoothing{KernelShape::cubic_spline, 3};
    const auto sum = [&](double s) { return lattice_sum(smoothing, 2, Real(s)); };
    const LatticeTable table(1, 3, sum);
    EXPECT_NEAR(table(1), sum(1), 1e-6);
    for (double volume = 0.11; volume < 8; volume += 0.03)
        EXPECT_NEAR(table(Real(volume)), sum(std::cbrt(volume)), 2e-3) << "volume " << volume;
    EXPECT_NEAR(table(100), sum(2), 1e-3);  // beyond the end, the value there
}

}  // namespace
}  // namespace panta
