// The properties of the elastic behaviour.
#pragma once

#include "tracks/property.h"

namespace panta::elastic {

namespace given {
inline constexpr Property<Real> youngs_modulus{
    "youngs_modulus",
    Real(1e5),
    {.unit = "Pa", .min = 0, .doc = "Stiffness: stress per strain; jelly 1e4, rubber 1e6 and more"}};
inline constexpr Property<Real> poisson_ratio{
    "poisson_ratio",
    Real(0.3),
    {.unit = "1",
     .min = 0,
     .max = 0.49,
     .doc = "Lateral contraction per elongation; cork 0, most solids 0.3, rubber nearly 0.5"}};
inline constexpr Property<Real> damping{
    "damping",
    0,
    {.unit = "s",
     .min = 0,
     .doc =
         "Stress per rate of strain, over stiffness: vibrations of w radians a second fade as exp(-damping w^2 t / 2);"
         " 0 is none, 0.005 calms jelly, more calms more. While something presses on the body it acts as far as it "
         "reaches four spacings in a step"}};
inline constexpr Property<Real> creep{
    "creep",
    0,
    {.unit = "1/s", .min = 0, .doc = "Rate at which the present shape becomes the shape at rest; 0 is never"}};
inline constexpr Property<Real> hourglass{
    "hourglass",
    Real(0.1),
    {.unit = "1",
     .min = 0,
     .max = 10,
     .doc = "Stiffness against patterns that strain does not see, as part of Young's modulus; 0.1 is usual"}};
}  // namespace given

/// The behaviour. A weight of zero forgets the shape at rest.
inline const BehaviourType& type() {
    static const BehaviourType elastic{
        "elastic",
        "Solids that remember their shape: jelly, rubber, wax; entered and left particle by particle",
        {&matter::density, &given::youngs_modulus, &given::poisson_ratio, &given::damping, &given::creep,
         &given::hourglass, &matter::volume}};
    return elastic;
}

}  // namespace panta::elastic
