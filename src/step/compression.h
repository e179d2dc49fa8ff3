// Compression in volumes: c_i = sum_j V_j W_ij / S over all neighbours, walls and i itself (physics, section 1).
//
// S is what the sum is on the lattice at rest (kernels/lattice_sum.h). It is near one, but a stiff fluid feels the
// difference: without it a block in free fall flies apart.
#pragma once

#include "step/step.h"

namespace panta {

/// Fills the sums of velocity_sums.h that are declared, too.
void measure_compression(const Step& step);

/// The same at the predicted positions, of walls that move too, and with walls as pressure solvers see them
/// (boundaries/wall_volumes.h), written to fields::predicted_compression.
void predict_compression(const Step& step);

}  // namespace panta
