// Conjugate gradients on small dense systems whose solutions are known.
#include "methods/conjugate_gradient.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace panta {
namespace {

using Vector = std::vector<double>;

double product(const Vector& a, const Vector& b) {
    double sum = 0;
    for (size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
}

/// A matrix in full, with its diagonal as preconditioner, or none.
struct Dense {
    std::vector<Vector> A;
    bool preconditioned = true;
    Vector x, r, p, q;
    double small = 1e-12;

    Residual start(const Vector& b) {
        x.assign(b.size(), 0), q = x;
        r = b;
        p = z();
        return residual();
    }
    double apply() {
        for (size_t k = 0; k < A.size(); ++k) q[k] = product(A[k], p);
        return product(p, q);
    }
    Residual advance(double alpha) {
        for (size_t k = 0; k < A.size(); ++k) x[k] += alpha * p[k], r[k] -= alpha * q[k];
        return residual();
    }
    void turn(double beta) {
        const Vector next = z();
        for (size_t k = 0; k < A.size(); ++k) p[k] = next[k] + beta * p[k];
    }

private:
    Vector z() const {
        Vector scaled = r;
        for (size_t k = 0; k < A.size() && preconditioned; ++k) scaled[k] /= A[k][k];
        return scaled;
    }
    Residual residual() const { return {product(r, z()), std::sqrt(product(r, r)) < small}; }
};

/// The second difference on a row of points between two that are held at zero.
Dense row_of_springs(size_t size) {
    Dense system;
    system.A.assign(size, Vector(size, 0));
    for (size_t k = 0; k < size; ++k) {
        system.A[k][k] = 2;
        if (k > 0) system.A[k][k - 1] = system.A[k - 1][k] = -1;
    }
    return system;
}

TEST(ConjugateGradient, finds_the_parabola_that_a_loaded_row_of_springs_takes) {
    Dense system = row_of_springs(20);
    const auto report = conjugate_gradient(system, system.start(Vector(20, 1)), 100);
    EXPECT_TRUE(report.converged);
    // The load is symmetric, so that only ten of the twenty eigenvectors take part: no more than ten iterations.
    EXPECT_LE(report.iterations, 10);
    for (size_t k = 0; k < 20; ++k) EXPECT_NEAR(system.x[k], double(k + 1) * double(20 - k) / 2, 1e-10);
}

TEST(ConjugateGradient, needs_one_iteration_if_the_preconditioner_is_the_inverse) {
    Dense system;
    system.A = {{1e6, 0, 0}, {0, 1, 0}, {0, 0, 1e-6}};
    const Residual first = system.start({3e6, 5, 7e-6});
    const auto report = conjugate_gradient(system, first, 10);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_NEAR(system.x[2], 7, 1e-9);
    // Without, as many as there are different eigenvalues, at the least.
    system.preconditioned = false;
    EXPECT_GE(conjugate_gradient(system, system.start({3e6, 5, 7e-6}), 10).iterations, 3);
}

TEST(ConjugateGradient, says_when_it_did_not_get_there) {
    Dense system = row_of_springs(50);
    const auto report = conjugate_gradient(system, system.start(Vector(50, 1)), 5);
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.iterations, 5);
    // A matrix that is not positive definite has no smallest value to go to.
    system.A[0][0] = -1e6;
    EXPECT_FALSE(conjugate_gradient(system, system.start(Vector(50, 1)), 1000).converged);
}

TEST(ConjugateGradient, does_nothing_where_nothing_is_left_to_do) {
    Dense system = row_of_springs(4);
    const auto report = conjugate_gradient(system, system.start(Vector(4, 0)), 5);
    EXPECT_TRUE(report.converged);
    EXPECT_EQ(report.iterations, 0);
}

}  // namespace
}  // namespace panta
