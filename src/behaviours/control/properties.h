// The properties of control: how strongly particles follow guides.
#pragma once

#include "tracks/property.h"

namespace panta::control {

namespace given {
inline constexpr Property<Real> attraction{
    "attraction",
    10,
    {.unit = "m/s^2", .min = 0, .doc = "Pull towards points of guides that are not covered by particles yet"}};
inline constexpr Property<Real> drag{
    "drag", 5, {.unit = "1/s", .min = 0, .doc = "How quickly particles take up the velocity of the guides around"}};
inline constexpr Property<Real> detail{
    "detail",
    1,
    {.unit = "1",
     .min = 0,
     .max = 1,
     .doc = "Share of the fine motion that drag leaves alone: 1 drags only the mean velocity around each point of a "
            "guide, 0 every particle by itself"}};
}  // namespace given

/// The behaviour.
inline const BehaviourType& type() {
    static const BehaviourType control{"control",
                                       "Follows the guides of the scene: is attracted and dragged along by them",
                                       {&given::attraction, &given::drag, &given::detail}};
    return control;
}

}  // namespace panta::control
