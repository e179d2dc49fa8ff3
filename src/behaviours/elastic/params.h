// What a scene can say of how elastic forces are solved for.
#pragma once

#include "base/parameters.h"
#include "base/vec.h"
#include "tracks/keyed.h"

namespace panta {

/// How elastic forces are solved for; the scene's choice.
struct ElasticSolveParams {
    Keyed<Real> tolerance = Real(0.001);  // on the change of velocity, root mean square over all elastic particles
    Keyed<int> most_iterations = 200;
    Keyed<Real> wave = Real(1.75);  // spacings that compression waves travel through solids in a step, at most
};

template <class Visitor>
void visit(Visitor& v, ElasticSolveParams& p) {
    v("tolerance", p.tolerance,
      {.unit = "1",
       .min = 1e-6,
       .max = 0.1,
       .doc = "Error of elastic forces at which their solver is content",
       .time_only = true});
    v("most_iterations", p.most_iterations,
      {.unit = "1",
       .min = 1,
       .max = 10000,
       .doc = "Iterations after which the solver of elastic forces gives up",
       .time_only = true});
    v("wave", p.wave,
      {.unit = "1",
       .above = 0,
       .doc =
           "Spacings that a compression wave travels through a solid in one step, at most; under pressure down to 0.55 "
           "times as many. With longer steps stiff solids do not come to rest",
       .time_only = true});
}

}  // namespace panta
