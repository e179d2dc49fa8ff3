// Compression in volumes: c_i = sum_j V_j W_ij over all neighbours, walls and i itself (physics, section 1).
#pragma once

#include "step/step.h"

namespace panta {

void measure_compression(const Step& step);

}  // namespace panta
