// How pressure is computed. The choice is the scene's, not the material's.
#pragma once

#include <cstdint>

#include "base/parameters.h"
#include "base/vec.h"
#include "tracks/keyed.h"

namespace panta {

enum class PressureMethod : uint8_t { dfsph, iisph, pcisph, pbf, wcsph };

struct PressureParams {
    PressureMethod method = PressureMethod::dfsph;
    Keyed<Real> tolerance = Real(0.001);       // on the mean compression
    Keyed<Real> worst_tolerance = Real(0.05);  // on the worst
    Keyed<Real> noise = Real(0.02);            // speed that errors of a solve may cause, of the mean speed
    Keyed<int> most_iterations = 100;
    Real compression = Real(0.01);  // largest c - 1 that the speed of sound is chosen for
    bool carry = false;             // c flows along with particles, instead of being summed anew
    Real expected_speed = 0;        // highest speed the scene will see; 0: from its height and its velocities
};

template <class Visitor>
void visit(Visitor& v, PressureParams& p) {
    v("method", p.method, {.doc = "How pressure is computed"});
    v("tolerance", p.tolerance,
      {.unit = "1",
       .min = 1e-6,
       .max = 0.1,
       .doc = "Mean compression at which an iterative solver is content, and that fluid yields at the expected speed",
       .time_only = true});
    v("worst_tolerance", p.worst_tolerance,
      {.unit = "1",
       .min = 1e-6,
       .max = 10,
       .doc = "Worst compression at which an iterative solver is content",
       .time_only = true});
    v("noise", p.noise,
      {.unit = "1",
       .min = 1e-4,
       .max = 1e6,
       .doc = "Speed that errors of a solver may cause, of the mean speed: calm fluid is solved to a tighter tolerance",
       .time_only = true});
    v("most_iterations", p.most_iterations,
      {.unit = "1", .min = 1, .max = 10000, .doc = "Iterations after which a solve is given up", .time_only = true});
    v("compression", p.compression,
      {.unit = "1", .min = 0.0001, .max = 0.1, .doc = "Compression that wcsph allows at the expected speed"});
    v("carry", p.carry,
      {.doc = "Whether particles of wcsph carry their compression along, instead of summing the volumes around them: "
              "smoother, and right at a calm surface; in stirred fluid errors add up"});
    v("expected_speed", p.expected_speed,
      {.unit = "m/s",
       .min = 0,
       .doc = "Highest speed of the scene, which sets how stiff fluid is; 0 estimates it from heights and velocities"});
}

}  // namespace panta
