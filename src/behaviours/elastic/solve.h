// Solves for elastic forces at the end of the step (Baraff and Witkin 1998; for particles Peer et al. 2018 and
// Kugelstadt, Bender et al. 2021), after pressure, and for damping, before it: with K the stiffness at fixed rotations,
//
//     (m + kick dt K) dv = kick f(x + dt v*)                                                                        (1)
//     (m + kick beta K) dv = -kick beta K v*                                                                        (2)
//
// v* is what all other forces make of the velocities, in (1) pressure too. Damping is ahead of pressure because bonds
// share what pressure pushes within the step, the further the more they are damped: pressure does not know that and
// overshoots. beta is the damping that was asked for; while pressure acts on a body, at least dt, which calms what
// pressure and elastic forces pass to and fro, and at most what reaches four spacings in a step, for what moves as one
// over more than that hops.
//
// Both are solved by conjugate gradients that start with the acceleration of the last step, preconditioned with the
// blocks of three by three on the diagonal, until the root mean square of what is left is below the tolerance times
// that of dv. Each iterate has less of the energy of (1) than the one before, wherever the iteration stops; the
// momentum and the spin that are left then are given to all particles of the body, so that they are kept to rounding.
// Rotations are those at the start: nothing bounds what they do from step to step.
#pragma once

#include <vector>

#include "behaviours/elastic/params.h"
#include "neighbours/bond_list.h"
#include "step/pipeline.h"

namespace panta::elastic {

/// Declares the fields of the solve.
void attach_solve(Particles& particles);
/// Adds the forces of the last step to the predicted velocities.
void anticipate(const Step& step, const BondList& bonds);
/// Of every body, whether pressure acted on it in the last step. To be asked before the attempts at a step, which leave
/// their own pressure.
std::vector<bool> find_pressed(const Step& step, const BondList& bonds);
/// Damps the predicted velocities, before pressure acts on them.
SolveReport damp(const Step& step, const BondList& bonds, const ElasticSolveParams& params,
                 const std::vector<bool>& pressed);
/// Takes the forces of the last step away again, and adds those of this one.
SolveReport add_elastic_forces(const Step& step, const BondList& bonds, const ElasticSolveParams& params);

}  // namespace panta::elastic
