// The kernel of a wall particle, as fluid sees it: a mirror that recedes.
//
// Fluid on the other side of a wall, were it the mirror image of what is on this side, would come closer by two steps
// for every step towards it. Wall particles stand still; so their kernel is taken at a distance that changes twice as
// fast across the wall. With y the distance across the wall and y0 what it is for fluid at rest,
//
//     W_ib = W(sqrt(t^2 + f(y)^2))      f(y) = y + (y - y0) u^2,   u = 1 - (y - y0) / s within [0, 1]
//
// t the distance along the wall and s the spacing: f = y at rest and from the second layer of fluid on, f' = 2 at
// rest. Compression and pressure force both use this kernel, so that walls do no work on fluid that comes and goes.
// (A wall that mirrors p_i but not its distance pushes with twice the force that its compression stands for; it feeds
// energy into water at rest, which then boils.)
#if defined(PANTA_BOUNDARIES_WALL_KERNEL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PANTA_BOUNDARIES_WALL_KERNEL_INL_H
#undef PANTA_BOUNDARIES_WALL_KERNEL_INL_H
#else
#define PANTA_BOUNDARIES_WALL_KERNEL_INL_H
#endif

#include "boundaries/wall_fields.h"
#include "neighbours/pair_loop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

/// What a pass that uses the kernel of walls reads at them, at least.
using WallReads = Reads<fields::position, fields::volume, wall::normal, wall::rest>;

/// A register of wall particles as one fluid particle sees them.
template <class Pair>
struct MirroredPair {
    Pair pair;        // at the mirrored distance
    Lanes3 gradient;  // grad W_ib = (W' / r) gradient

    HWY_INLINE MirroredPair(const Pair& j, Lanes inverse_spacing) : pair(j) {
        const auto n = get<wall::normal>(j);
        const Lanes across = dot(n, j.d), y = abs(across), beyond = y - get<wall::rest>(j);
        const Lanes steps = max(Lanes(0), min(beyond * inverse_spacing, Lanes(1))), u = Lanes(1) - steps;
        const Lanes f = y + beyond * u * u, slope = Lanes(1) + u * u - Lanes(2) * steps * u;
        pair.r2 = max(j.r2 - y * y, Lanes(0)) + f * f;
        pair.inverse_r = inverse_sqrt(max(pair.r2, Lanes(smallest_r2)));
        // d = t + y n becomes t + f f' n, on whichever side of a sheet.
        gradient = j.d;
        gradient.add_scaled(sign(across) * (f * slope - y), n);
    }
};

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
