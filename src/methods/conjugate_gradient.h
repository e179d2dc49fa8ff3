// Conjugate gradients with a preconditioner (Hestenes and Stiefel 1952), for A x = b with A symmetric and positive
// definite.
//
// The system is given by what it does: it keeps its own vectors, in whatever form, and has the functions
//
//     double apply()                  q = A p;                                  returns p . q
//     Residual advance(double alpha)  x += alpha p, r -= alpha q, z = M^-1 r;   returns r . z
//     void turn(double beta)          p = z + beta p
//
// x solution, r = b - A x residual, M preconditioner, p direction of the search.
#pragma once

namespace panta {

/// What a system says of what is left to do.
struct Residual {
    double measure = 0;     // r . z
    bool is_small = false;  // small enough: the solve ends
};

struct ConjugateGradientReport {
    int iterations = 0;
    bool converged = true;
};

/// Iterates a system that has been started: r and z belong to x, and p = z.
template <class System>
ConjugateGradientReport conjugate_gradient(System& system, Residual residual, int most_iterations) {
    for (int iterations = 0;; ++iterations) {
        if (residual.is_small) return {iterations, true};
        const double curvature = iterations < most_iterations ? system.apply() : 0;
        // Out of iterations; or of digits, for A is positive definite.
        if (!(curvature > 0)) return {iterations, false};
        const Residual next = system.advance(residual.measure / curvature);
        system.turn(next.measure / residual.measure);
        residual = next;
    }
}

}  // namespace panta
