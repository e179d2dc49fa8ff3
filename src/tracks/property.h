// What a user can say of a behaviour. A property is declared once, as a constant, like a field:
//
//     inline constexpr Property<Real> viscosity{"viscosity", 0.001f, {.unit = "Pa s", .min = 0, .doc = "..."}};
//
// and listed in the type of every behaviour that has it. Scene files, their schema and their reference know it then,
// with constants and with keys; passes read its values from the tracks.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "base/parameters.h"
#include "base/vec.h"

namespace panta {

template <class T>
struct Property {
    std::string_view name;
    T initial = {};  // where nobody gives a value
    Parameter about;
};

using AnyProperty = std::variant<const Property<Real>*, const Property<Vec3>*>;

/// A kind of behaviour, as scenes name it.
struct BehaviourType {
    std::string_view name;
    std::string_view doc;
    std::vector<AnyProperty> properties;
    std::vector<std::string_view> scalars = {};  // fields of its particles that keys may be over

    /// How much of it particles have; every behaviour has this property.
    Property<Real> weight{"weight",
                          1,
                          {.unit = "1",
                           .min = 0,
                           .max = 1e3,
                           .doc = "Forces of the behaviour are multiplied with it; 0 switches it off"}};
};

/// Properties that describe the matter itself: where several behaviours give one, the mean by their weights counts.
namespace matter {
inline constexpr Property<Real> density{
    "density", 1000, {.unit = "kg/m^3", .above = 0, .doc = "Mass per volume at rest; water 1000"}};
inline constexpr Property<Real> volume{
    "volume",
    1,
    {.unit = "1",
     .min = 0.1,
     .max = 8,
     .doc = "Volume at rest over the one that was sampled; the mass stays as it is"}};
}  // namespace matter

}  // namespace panta
