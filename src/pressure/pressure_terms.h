// The iteration of implicit solvers: conjugate gradients on pressures that only push.
//
// Every particle has an excess e_i, the compression above one (or its growth) that the predicted velocities lead to.
// Pressure terms P change it linearly (operators.h): e = e(0) - A P. Wanted are P >= 0 with e = 0 where P > 0 and
// e <= 0 where P = 0, the minimum of a quadratic energy under that bound. With the diagonal D of A, a step is
//
//     z_i = max(e_i / D_i, -P_i)                           how far each would go on its own
//     d <- z + beta d,  d_i >= -P_i / reach                Polak and Ribiere 1969; kept off the bound
//     P <- P + alpha d,  e <- e - alpha A d                alpha: the minimum along d, at most `reach`
//
// so P never gets negative, and A is applied once per iteration. A is that of (1) and (2) in operators.h, whose
// diagonal is dt kick R. What P may leave is no excess: it grows with P by the compressibility, between two bounds of
// each particle, so the energy is quadratic but for bends. D takes all particles for compressible, or those before a
// bend would go too far beyond it, and alpha is shortened while the energy rises steeply where it leads.
//
// The excess follows the tangent. When it seems small enough it is looked at again where the velocities lead now; if
// there is twice as much as at the best look so far, the way back is halved until there is not. What is left when
// velocities are predicted is smooth, an error of whole regions: conjugate directions need about half the iterations of
// projected gradients with momentum, a fifth of those of relaxed Jacobi.
#pragma once

#include <functional>

#include "neighbours/particle_loop.h"
#include "pressure/operators.h"
#include "pressure/params.h"
#include "step/pipeline.h"

namespace panta {

/// Declares the fields of the iteration.
void attach_pressure_terms(Particles& particles);

/// How particles under pressure oscillate.
///
/// Pressure is implicit, but the directions in which it pushes are those at the start of the step. Particles under
/// pressure move about their places like a lattice of springs, with squared frequencies of up to about p / (rho dx^2),
/// in ways that compress nothing and that no solve sees. Steps must resolve that: dt <= C / rate with some C
/// (calming.h); p / rho of fluid at rest is about the depth times gravity.
struct Oscillation {
    Real rate = 0;   // sqrt(p / rho) / dx, 1/s
    Real speed = 0;  // sqrt(p / rho), m/s
};
/// The fastest, by the pressure of the last step.
Oscillation oscillation_under_pressure(const Step& step);

/// What a solver asks for.
struct PressureSystem {
    /// P: those that the predicted velocities have felt already; then those that were found, and felt.
    std::span<Real> terms;
    /// Writes pressure::excess, as the predicted velocities are, before anything is left.
    std::function<void()> measure_excess;
    /// The excess is followed along (1) until it seems small enough. Is it to be measured again then?
    std::function<bool()> look_again;
    /// Compression that a term leaves, 1/Pa, but of each particle at least and at most so much. None: nothing is left.
    Real compressibility = 0;
    std::span<const Real> least_left = {}, most_left = {};
};
PressureReport find_pressure_terms(const Step& step, const PressureParams& params, const PressureSystem& system);

}  // namespace panta
