// The shapes of shapes.h for registers full of distances: the same text, compiled once per instruction set.
#if defined(PANTA_KERNELS_SHAPES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PANTA_KERNELS_SHAPES_INL_H
#undef PANTA_KERNELS_SHAPES_INL_H
#else
#define PANTA_KERNELS_SHAPES_INL_H
#endif

#include <algorithm>
#include <numbers>
#include <string_view>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

#include "kernels/shapes.inl"  // NOLINT: the text of the shapes

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
