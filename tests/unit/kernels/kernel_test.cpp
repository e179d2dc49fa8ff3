// Every kernel against its defining properties: it integrates to one, its derivatives are those of its values, it ends
// at its support. Derivatives and integrals are taken numerically in double.
#include "kernels/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "kernels/weights.h"

namespace panta {
namespace {

using Normalised = testing::Types<Poly6, Spiky, Viscosity, Broad, CubicSpline, WendlandC2>;
using All = testing::Types<Poly6, Spiky, Viscosity, Broad, CubicSpline, WendlandC2, DoubleDensity, DoubleDensityNear,
                           BoundaryGamma>;

struct ShapeName {
    template <class Shape>
    static std::string GetName(int) {
        return std::string(Shape::name);
    }
};

template <class Shape>
class NormalisedKernel : public testing::Test {};
TYPED_TEST_SUITE(NormalisedKernel, Normalised, ShapeName);

template <class Shape>
class EveryKernel : public testing::Test {};
TYPED_TEST_SUITE(EveryKernel, All, ShapeName);

constexpr double pi = std::numbers::pi;

/// Ratios inside the support that keep a difference of 1e-4 away from the joints 1/3, 1/2 and 1 and from the centre.
std::vector<double> inner_ratios() {
    std::vector<double> ratios;
    for (double q = 0.0503; q < 0.999; q += 0.0311) ratios.push_back(q);
    return ratios;
}

/// The integral of `kernel` over a disc or ball, by the midpoint rule on shells.
template <class Shape>
double integral(const Kernel<Shape>& kernel) {
    const int shells = 20000;
    const double h = kernel.h(), dr = h / shells;
    double sum = 0;
    for (int k = 0; k < shells; ++k) {
        const double r = (k + 0.5) * dr;
        sum += kernel.value(r) * (kernel.dimension() == 2 ? 2 * pi * r : 4 * pi * r * r) * dr;
    }
    return sum;
}

TYPED_TEST(NormalisedKernel, integrates_to_one_in_2d_and_3d) {
    for (const Real h : {Real(0.02), Real(1), Real(3.5)})
        for (const int dimension : {2, 3}) {
            const Kernel<TypeParam> kernel(h, dimension);
            EXPECT_NEAR(integral(kernel), 1, 1e-5) << "h " << h << ", dimension " << dimension;
        }
}

TYPED_TEST(NormalisedKernel, is_never_negative_and_never_rises) {
    for (Real q = Real(0.001); q < 1; q += Real(0.001)) {
        EXPECT_GE(TypeParam::value(q), 0) << q;
        EXPECT_LE(TypeParam::slope(q), 0) << q;
    }
}

TYPED_TEST(EveryKernel, slope_and_curvature_are_derivatives_of_the_value) {
    // Central differences of step e err by e^2/6 times the third derivative, relative to which 1e-4 is generous.
    const double e = 1e-5;
    for (const double q : inner_ratios()) {
        const double slope = (TypeParam::value(q + e) - TypeParam::value(q - e)) / (2 * e);
        const double curvature = (TypeParam::slope(q + e) - TypeParam::slope(q - e)) / (2 * e);
        EXPECT_NEAR(TypeParam::slope(q), slope, 1e-6 * (1 + std::abs(slope))) << q;
        EXPECT_NEAR(TypeParam::curvature(q), curvature, 1e-5 * (1 + std::abs(curvature))) << q;
    }
}

TYPED_TEST(EveryKernel, gradient_and_laplacian_agree_with_differences_in_space) {
    const Real h = Real(0.8);
    const double e = 1e-4;
    for (const int dimension : {2, 3}) {
        const Kernel<TypeParam> kernel(h, dimension);
        const auto at = [&](double x, double y, double z) { return kernel.value(std::sqrt(x * x + y * y + z * z)); };
        for (const double q : inner_ratios()) {
            // a point at the distance q h in a direction without symmetry
            const double r = q * h, z = dimension == 3 ? 0.48 * r : 0, x = 0.6 * std::sqrt(r * r - z * z);
            const double y = std::sqrt(r * r - z * z - x * x);
            const double gradient_x = (at(x + e, y, z) - at(x - e, y, z)) / (2 * e);
            const double gradient_y = (at(x, y + e, z) - at(x, y - e, z)) / (2 * e);
            double laplacian = at(x + e, y, z) + at(x - e, y, z) + at(x, y + e, z) + at(x, y - e, z) - 4 * at(x, y, z);
            if (dimension == 3) laplacian += at(x, y, z + e) + at(x, y, z - e) - 2 * at(x, y, z);
            laplacian /= e * e;

            // the second difference spans 2e, over which the curvature of a joint may change by its third derivative
            const double scale = std::abs(kernel.slope_over_r(r));
            EXPECT_NEAR(kernel.slope_over_r(r) * x, gradient_x, 1e-4 * (scale * r + 1)) << q;
            EXPECT_NEAR(kernel.slope_over_r(r) * y, gradient_y, 1e-4 * (scale * r + 1)) << q;
            EXPECT_NEAR(kernel.laplacian(Real(r)), laplacian, 2e-3 * (scale + 1)) << q << " in " << dimension << "D";
        }
    }
}

TYPED_TEST(EveryKernel, is_exactly_zero_at_its_support_and_beyond) {
    for (const float q : {1.0f, 1.0000001f, 1.5f, 100.0f, 1e10f, 3e38f}) {
        EXPECT_EQ(TypeParam::value(q), 0) << q;
        EXPECT_EQ(TypeParam::slope(q), 0) << q;
        EXPECT_EQ(TypeParam::curvature(q), 0) << q;
        EXPECT_EQ(TypeParam::value(double(q)), 0) << q;
        EXPECT_EQ(TypeParam::slope(double(q)), 0) << q;
        EXPECT_EQ(TypeParam::curvature(double(q)), 0) << q;
    }
    const Kernel<TypeParam> kernel(Real(0.25), 3);
    EXPECT_EQ(kernel.value(Real(0.25)), 0);
    EXPECT_EQ(kernel.slope_over_r(Real(1e10)), 0);
    EXPECT_EQ(kernel.laplacian(Real(0.3)), 0);
}

TYPED_TEST(EveryKernel, coincident_particles_get_a_finite_gradient) {
    for (const Real h : {Real(0.001), Real(10)}) {
        const Kernel<TypeParam> kernel(h, 3);
        EXPECT_TRUE(std::isfinite(kernel.value(Real(0))));
        EXPECT_TRUE(std::isfinite(kernel.slope_over_r(Real(0))));
        EXPECT_EQ(Real(0) * kernel.slope_over_r(Real(0)), 0);
    }
}

TYPED_TEST(EveryKernel, floats_and_doubles_agree) {
    for (const double q : inner_ratios()) {
        const float f = float(q);
        const double tolerance = 1e-5;  // a few roundings of float in terms that are at most a hundred times the result
        EXPECT_NEAR(TypeParam::value(f), TypeParam::value(double(f)), tolerance * (1 + TypeParam::value(q))) << q;
        EXPECT_NEAR(TypeParam::slope(f), TypeParam::slope(double(f)), tolerance * (1 + std::abs(TypeParam::slope(q))));
    }
}

/// The least a register class must offer: two lanes, no comparison, no conversion back to bool.
struct TwoLanes {
    Real a, b;
    TwoLanes(Real first, Real second) : a(first), b(second) {}
    explicit TwoLanes(Real both) : a(both), b(both) {}
    friend TwoLanes operator+(TwoLanes x, TwoLanes y) { return {x.a + y.a, x.b + y.b}; }
    friend TwoLanes operator-(TwoLanes x, TwoLanes y) { return {x.a - y.a, x.b - y.b}; }
    friend TwoLanes operator*(TwoLanes x, TwoLanes y) { return {x.a * y.a, x.b * y.b}; }
    friend TwoLanes operator/(TwoLanes x, TwoLanes y) { return {x.a / y.a, x.b / y.b}; }
    friend TwoLanes min(TwoLanes x, TwoLanes y) { return {std::min(x.a, y.a), std::min(x.b, y.b)}; }
    friend TwoLanes max(TwoLanes x, TwoLanes y) { return {std::max(x.a, y.a), std::max(x.b, y.b)}; }
};

TYPED_TEST(EveryKernel, lanes_of_a_register_equal_scalars) {
    const Kernel<TypeParam> kernel(Real(0.7), 3);
    for (Real r = Real(0.01); r < Real(0.4); r += Real(0.03)) {
        const TwoLanes both(r, 2 * r);
        EXPECT_EQ(kernel.value(both).a, kernel.value(r));
        EXPECT_EQ(kernel.value(both).b, kernel.value(2 * r));
        EXPECT_EQ(kernel.slope_over_r(both).a, kernel.slope_over_r(r));
        EXPECT_EQ(TypeParam::curvature(both).b, TypeParam::curvature(2 * r));
    }
}

TEST(Viscosity, laplacian_in_3d_is_linear_in_the_distance) {
    const Real h = Real(0.4);
    const Kernel<Viscosity> kernel(h, 3);
    for (Real r = Real(0.01); r < h; r += Real(0.013)) {
        const double expected = 45 / (pi * std::pow(double(h), 6)) * (double(h) - r);
        EXPECT_NEAR(kernel.laplacian(r), expected, 1e-5 * expected);
    }
}

TEST(Viscosity, laplacian_is_positive_in_2d) {
    const Kernel<Viscosity> kernel(1, 2);
    for (Real r = Real(0.01); r < Real(0.999); r += Real(0.01)) EXPECT_GT(kernel.laplacian(r), 0) << r;
}

TEST(CubicSpline, equals_its_two_pieces) {
    for (double q = 0; q < 1; q += 0.01) {
        const double t = 1 - q;
        EXPECT_NEAR(CubicSpline::value(q), q < 0.5 ? 1 - 6 * q * q + 6 * q * q * q : 2 * t * t * t, 1e-14) << q;
    }
}

TEST(CubicSpline, has_the_published_height_at_the_centre) {
    EXPECT_NEAR(Kernel<CubicSpline>(2, 3).at_zero(), 1 / pi, 1e-6);         // 1 / (pi s^3) with s = h/2 = 1
    EXPECT_NEAR(Kernel<CubicSpline>(2, 2).at_zero(), 10 / (7 * pi), 1e-6);  // 10 / (7 pi s^2)
}

TEST(BoundaryGamma, equals_the_three_pieces_of_lenaerts) {
    const double radius = 0.3;
    const Kernel<BoundaryGamma> kernel(Real(2 * radius), 3);
    for (double r = 0.005; r < 0.7; r += 0.007) {
        const double q = r / radius;
        const double g = q < 2. / 3 ? 2. / 3 : q < 1 ? 2 * q - 1.5 * q * q : q < 2 ? 0.5 * (2 - q) * (2 - q) : 0;
        EXPECT_NEAR(kernel.value(r), g / r, 1e-5 * (1 + g / r)) << r;
    }
}

TEST(DoubleDensity, weights_are_powers_without_a_constant) {
    const Kernel<DoubleDensity> density(Real(0.5), 3);
    const Kernel<DoubleDensityNear> near(Real(0.5), 2);
    EXPECT_EQ(density.value(Real(0.125)), Real(0.5625));
    EXPECT_EQ(near.value(Real(0.125)), Real(0.421875));
    EXPECT_EQ(density.at_zero(), 1);
    EXPECT_EQ(near.at_zero(), 1);
}

TEST(SmoothKernels, laplacian_at_the_centre_is_the_dimension_times_the_curvature) {
    EXPECT_NEAR(Kernel<CubicSpline>(1, 3).laplacian(0), 3 * -12 * 8 / pi, 1e-3);
    EXPECT_NEAR(Kernel<Poly6>(1, 2).laplacian(0), 2 * -6 * 4 / pi, 1e-3);
    EXPECT_NEAR(Kernel<WendlandC2>(1, 3).laplacian(0), 3 * -20 * 10.5 / pi, 2e-3);
}

}  // namespace
}  // namespace panta
