// Calming: what lets steps be longer than the lattice of particles under pressure would allow.
//
// Particles under pressure p hang together like a lattice of springs (pressure_terms.h). Steps that do not resolve its
// oscillations make them grow. They are uneven motions, in which neighbours move against each other: what is uneven
// about the velocities is taken away, the more the longer the step is, and three times, to get at longer waves too:
//
//     u = D v,   v <- v - D u                                                                                (1)
//     (D v)_i = sum_j s_i s_j V w_ij (v_i - v_j) + sum_b s_i^2 V_b w_ib n_b n_b . (v_i - v_b)                (2)
//
// over neighbours j of like volume and mass, and wall particles b with normals n_b; w is flat up to near its edge. D v
// is v less its mean around the particle: inside of a fluid of second order where v is smooth, so what is taken there
// is of fourth order, and of uniform motion nothing. Walls hold back motion towards and away from them, not along.
// Momentum is kept pair by pair (angular momentum is not), and since D is symmetric and its largest eigenvalue about
// one, energy falls. With
//
//     s_i^2 = sqrt(theta_i) / max(1, c_i),    theta_i = (2 r_i^2 - 2) / (2 r_i^2 - 1),
//     r_i = dt sqrt(p_i / rho_i) / (C dx)                                                                    (3)
//
// the most uneven motions lose the part theta each time. An oscillator of frequency w that loses it in every step is
// stable for w dt <= sqrt(2 (2 - theta) / (1 - theta)) instead of 2, which is (3) for steps that are r times too long;
// less uneven ones lose less, hence three times. Steps that the lattice allows are left alone, and in longer ones fluid
// that is not under much pressure, a splash above all.
#pragma once

#include "step/step.h"

namespace panta {

/// C in the limit on steps under pressure (pressure_terms.h) with calming. With 1.1 a tank at rest is still calm,
/// though not with every method.
inline constexpr Real calmed_resolution = Real(0.95);

/// And how far the fastest may go in such a step, support radii: jets under water would compress it the more.
inline constexpr Real calm_stride = Real(0.15);

void attach_calming(Particles& particles);

/// (1), three times, on the predicted velocities of particles that are all alike; what walls hold back goes into the
/// wall forces. `resolution` is the C up to which steps need no calming, this one is longer; pressure is
/// that of the last step.
void calm(const Step& step, Real resolution);

}  // namespace panta
