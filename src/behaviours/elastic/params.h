// What a user can say of an elastic material, and of how its forces are solved for.
#pragma once

#include "base/parameters.h"
#include "base/vec.h"

namespace panta {

struct ElasticParams {
    Real weight = 1;
    Real density = 1000;              // rho0
    Real youngs_modulus = Real(1e5);  // E
    Real poisson_ratio = Real(0.3);   // nu
    Real damping = 0;                 // beta
    Real creep = 0;                   // rate at which the shape at rest becomes the present one
    Real hourglass = Real(0.1);       // alpha
};

template <class Visitor>
void visit(Visitor& v, ElasticParams& p) {
    v("weight", p.weight,
      {.unit = "1", .min = 0, .doc = "How much of the elastic force acts; 0 is none, and forgets the shape at rest"});
    v("density", p.density, {.unit = "kg/m^3", .above = 0, .doc = "Mass per volume at rest; rubber 1100, steel 7800"});
    v("youngs_modulus", p.youngs_modulus,
      {.unit = "Pa", .min = 0, .doc = "Stiffness: stress per strain; jelly 1e4, rubber 1e6 and more"});
    v("poisson_ratio", p.poisson_ratio,
      {.unit = "1",
       .min = 0,
       .max = 0.49,
       .doc = "Lateral contraction per elongation; cork 0, most solids 0.3, rubber nearly 0.5"});
    v("damping", p.damping,
      {.unit = "s",
       .min = 0,
       .doc = "How long vibrations of one radian per second would take to fade: stress per rate of strain, over "
              "stiffness; 0 is none, 0.001 calms jelly"});
    v("creep", p.creep,
      {.unit = "1/s", .min = 0, .doc = "Rate at which the present shape becomes the shape at rest; 0 is never"});
    v("hourglass", p.hourglass,
      {.unit = "1",
       .min = 0,
       .max = 10,
       .doc = "Stiffness against patterns that strain does not see, as part of Young's modulus; 0.1 is usual"});
}

/// How elastic forces are solved for; the scene's choice.
struct ElasticSolveParams {
    Real tolerance = Real(0.001);  // on the change of velocity, root mean square over all elastic particles
    int most_iterations = 200;
};

template <class Visitor>
void visit(Visitor& v, ElasticSolveParams& p) {
    v("tolerance", p.tolerance,
      {.unit = "1", .min = 1e-6, .max = 0.1, .doc = "Error of elastic forces at which their solver is content"});
    v("most_iterations", p.most_iterations,
      {.unit = "1", .min = 1, .max = 10000, .doc = "Iterations after which the solver of elastic forces gives up"});
}

}  // namespace panta
