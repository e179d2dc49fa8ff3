// How pressure is computed. The choice is the scene's, not the material's.
#pragma once

#include <cstdint>

#include "base/parameters.h"
#include "base/vec.h"

namespace panta {

enum class PressureMethod : uint8_t { wcsph };

struct PressureParams {
    PressureMethod method = PressureMethod::wcsph;
    Real compression = Real(0.01);  // largest c - 1 that the speed of sound is chosen for
    Real expected_speed = 0;        // highest speed the scene will see; 0: from its height and its velocities
};

template <class Visitor>
void visit(Visitor& v, PressureParams& p) {
    v("method", p.method, {.doc = "How pressure is computed"});
    v("compression", p.compression,
      {.unit = "1", .min = 0.0001, .max = 0.1, .doc = "Compression that wcsph allows at the expected speed"});
    v("expected_speed", p.expected_speed,
      {.unit = "m/s", .min = 0, .doc = "Highest speed of the scene; 0 estimates it from heights and velocities"});
}

}  // namespace panta
