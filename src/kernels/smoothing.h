// The smoothing of one world: which kernel, in how many dimensions.
#pragma once

#include <cstdint>

namespace panta {

enum class KernelShape : uint8_t { cubic_spline, wendland_c2 };

struct Smoothing {
    KernelShape shape = KernelShape::cubic_spline;
    int dimension = 3;
};

}  // namespace panta
