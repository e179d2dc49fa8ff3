// How much the sum of volumes changes while a lattice is sheared, which leaves its volume as it is: pressure works
// against that change, so fluid under pressure resists shear as far as there is one (compression-and-pressure.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/kernel.h"

namespace panta {
namespace {

/// Largest less smallest sum of V W while rows of the densest lattice, hexagonal in the plane and face-centred cubic in
/// space, slide over each other until it is one again. Spacings are those of a square or cubic lattice as dense.
double change_by_shear(double support, int dimension) {
    const Kernel<CubicSpline> W(Real(support), dimension);
    const double root3 = std::sqrt(3.), cell = dimension == 3 ? std::cbrt(4.) / 2 : std::sqrt(2 / root3);
    constexpr int reach = 6, samples = 20;
    const int reach_z = dimension == 3 ? reach : 0;
    double least = 2, most = 0;
    for (int k = 0; k <= samples; ++k) {
        const double shear = (dimension == 3 ? 1 : 1 / root3) * k / samples;
        double sum = 0;
        for (int a = -reach; a <= reach; ++a)
            for (int b = -reach; b <= reach; ++b)
                for (int c = -reach_z; c <= reach_z; ++c) {
                    const double x = dimension == 3 ? b + c : a + b / 2., y = dimension == 3 ? a + c : b * root3 / 2,
                                 z = dimension == 3 ? a + b : 0, slid = dimension == 3 ? z : y;
                    sum += W.value(Real(cell * std::hypot(x + shear * slid, y, z)));
                }
        least = std::min(least, sum);
        most = std::max(most, sum);
    }
    return most - least;
}

// Figures of the table in compression-and-pressure.md, to half a unit of their last digit: a hundredth of a percent.
TEST(CubicSpline, feels_shear_of_a_lattice_as_the_documentation_says) {
    const struct {
        double support, in_the_plane, in_space;
    } table[] = {{2, 0.0042, 0.0078}, {2.15, 0.0061, 0.0074}, {2.4, 0.0014, 0.0048}, {2.5, 0.0015, 0.0015}};
    for (const auto& row : table) {
        EXPECT_NEAR(change_by_shear(row.support, 2), row.in_the_plane, 5e-5) << row.support;
        EXPECT_NEAR(change_by_shear(row.support, 3), row.in_space, 5e-5) << row.support;
    }
}

}  // namespace
}  // namespace panta
