// The viscosity between two particles, for loop bodies that run on vectors; compiled once per instruction set.
#if defined(PANTA_FLUID_VISCOSITY_BETWEEN_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PANTA_FLUID_VISCOSITY_BETWEEN_INL_H
#undef PANTA_FLUID_VISCOSITY_BETWEEN_INL_H
#else
#define PANTA_FLUID_VISCOSITY_BETWEEN_INL_H
#endif

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

inline constexpr Real least_viscosity = Real(1e-18);  // Pa s, whose square is a float: keeps the quotient finite

/// Twice the harmonic mean: half of the way between the particles is through each fluid, and the stress is the same in
/// both (Cleary 1998). What has no viscosity of its own, a solid, takes on half of the other's.
HWY_INLINE Lanes viscosity_between(Lanes a, Lanes b) {
    const Lanes sum = a + b, product = a * b;
    const auto both_flow = hn::Gt(min(a, b).v, hn::Set(LaneTag(), least_viscosity));
    return Lanes(hn::IfThenElse(both_flow, (Lanes(4) * product * inverse(max(sum, Lanes(least_viscosity)))).v, sum.v));
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
