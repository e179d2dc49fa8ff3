// How time advances.
#pragma once

#include <cstdint>

#include "base/parameters.h"
#include "base/vec.h"
#include "tracks/keyed.h"

namespace panta {

enum class Integrator : uint8_t { symplectic_euler, leapfrog };

struct StepParams {
    Integrator integrator = Integrator::symplectic_euler;
    Keyed<Real> cfl = Real(0.4);  // fraction of a support radius that sound or the fastest particle may cross in a step
    Keyed<Real> longest = Real(0.02);
    Real fixed = 0;  // 0: choose dt automatically
};

template <class Visitor>
void visit(Visitor& v, StepParams& p) {
    v("integrator", p.integrator, {.doc = "How velocities and positions advance"});
    v("cfl", p.cfl,
      {.unit = "1", .min = 0.01, .max = 1, .doc = "Part of a support radius crossed in one step", .time_only = true});
    v("longest", p.longest, {.unit = "s", .above = 0, .doc = "No step is longer than this", .time_only = true});
    v("fixed", p.fixed, {.unit = "s", .min = 0, .doc = "A time step for comparisons with other codes; 0 chooses it"});
}

}  // namespace panta
