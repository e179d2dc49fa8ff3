// A field is a named, typed, unit-carrying column over all particles. Whoever owns a quantity declares it as a
// constant:
//
//     inline constexpr Field<Real> temperature{"heat.temperature", "K", 293.15f};
//
// Growth, removal, sorting, snapshots, export and hashing then work for it without naming it anywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/vec.h"

namespace panta {

enum class Lifetime : uint8_t {
    state,     // survives from step to step: saved, hashed, exported, sorted
    internal,  // state that only the engine needs: saved, hashed and sorted, not exported
    scratch,   // valid within one step only; filled with NaN between steps in debug builds
};

enum class FieldType : uint8_t { real, vec3, u32, u64 };

template <class T>
inline constexpr bool is_field_type = false;
template <>
inline constexpr bool is_field_type<Real> = true;
template <>
inline constexpr bool is_field_type<Vec3> = true;
template <>
inline constexpr bool is_field_type<uint32_t> = true;
template <>
inline constexpr bool is_field_type<uint64_t> = true;

template <class T>
requires is_field_type<T>
struct Field {
    using Value = T;
    std::string_view name;
    std::string_view unit;
    T initial = {};
    Lifetime lifetime = Lifetime::state;
};

template <class T>
constexpr FieldType field_type() {
    if constexpr (std::is_same_v<T, Real>) return FieldType::real;
    if constexpr (std::is_same_v<T, Vec3>) return FieldType::vec3;
    if constexpr (std::is_same_v<T, uint32_t>) return FieldType::u32;
    return FieldType::u64;
}
constexpr size_t bytes_of(FieldType type) { return type == FieldType::vec3 ? 12 : type == FieldType::u64 ? 8 : 4; }
constexpr int components_of(FieldType type) { return type == FieldType::vec3 ? 3 : 1; }

/// The fields every particle has, whatever it is made of.
namespace fields {
inline constexpr Field<uint64_t> id{"id", "1"};            // stable for the whole run, unique in its set
inline constexpr Field<uint32_t> body{"body", "1"};        // index of the body it came from
inline constexpr Field<Vec3> position{"position", "m"};    // x
inline constexpr Field<Vec3> velocity{"velocity", "m/s"};  // v
inline constexpr Field<Real> mass{"mass", "kg"};           // m
inline constexpr Field<Real> volume{"volume", "m^3"};      // V, the rest volume (an area in 2D)
inline constexpr Field<Real> support{"support", "m"};      // h, the support radius of the kernel
}  // namespace fields

}  // namespace panta
