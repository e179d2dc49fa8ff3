// The sums over bonds of the elastic behaviour (formulas in elastic.h).
//
// With q = u r0, the force of the bonds of i on a partner j and on i itself are
//     f_j = -(B_i q_ij + c_i u_ij x_ij),     f_i = B_i sum_j q_ij + c_i sum_j u_ij x_ij,     B_i = V_i P_i K_i - c_i
//     F_i
// so that one sweep over the bonds of a particle gives F, and the second one adds what its partners' bonds do to it.
// For velocities v instead of positions the same sums give the change of the force, R being held fixed. All forces here
// come multiplied by the time s of the solver.
#pragma once

#include "neighbours/bond_list.h"
#include "step/step.h"

namespace panta::elastic {

/// The weight of forces between a particle and partners of which that share is solid: the harmonic mean, so that a
/// solid among molten partners is as soft as they are, and a body of one weight has that. Weights above one are the
/// particle's alone.
constexpr Real joint_weight(Real own, Real share) {
    const Real solid = own < 1 ? own : 1, sum = solid + share;
    return sum > 0 ? (own > 1 ? own : 1) * 2 * solid * share / sum : 0;
}

/// Declares the fields that the sums write.
void attach_sums(Particles& particles);

/// F and d from positions, and R from F.
void measure_deformation(const Step& step, const BondList& bonds);
/// What stiffness resists: the strain at the end of the step, s = kick dt, or its rate, s = kick beta.
enum class Resists : uint8_t { strain, rate };
/// Stiffness from the material and s; the blocks of the matrix m + s K, inverted; scales weights of bonds.
void measure_blocks(const Step& step, const BondList& bonds, Resists resists);
/// force = kick f(x + dt v) with v the field direction; of stiffness that resists strain.
void sum_forces(const Step& step, const BondList& bonds);
/// force = -s K v with v the field direction.
void apply_stiffness(const Step& step, const BondList& bonds);

}  // namespace panta::elastic
