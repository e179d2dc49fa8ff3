// A register full of floats, for loop bodies that are written once and run on whatever vectors the CPU has.
//
// This header is compiled once per instruction set (Highway's foreach_target): a source file that includes it is too,
// and everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE exists once per set in its own namespace.
// Lambdas that take or make Lanes are marked HWY_ATTR, or clang compiles them for the oldest CPU.
#if defined(PANTA_BASE_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PANTA_BASE_LANES_INL_H
#undef PANTA_BASE_LANES_INL_H
#else
#define PANTA_BASE_LANES_INL_H
#endif

#include <hwy/highway.h>

#include <array>
#include <cstdint>

#include "base/vec.h"

#ifndef PANTA_BASE_LANES_COMPRESS_ORDER
#define PANTA_BASE_LANES_COMPRESS_ORDER
namespace panta {

/// For each mask of eight bits, the numbers of its set bits first.
inline constexpr auto compress_order = [] {
    std::array<std::array<uint8_t, 8>, 256> table{};
    for (unsigned mask = 0; mask < 256; ++mask)
        for (unsigned bit = 0, next = 0; bit < 8; ++bit)
            if (mask >> bit & 1) table[mask][next++] = uint8_t(bit);
    return table;
}();

}  // namespace panta
#endif

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// At most eight floats: neighbour lists are padded to that.
using LaneTag = hn::CappedTag<Real, 8>;
inline constexpr int lane_count = int(hn::MaxLanes(LaneTag()));

struct Lanes {
    hn::Vec<LaneTag> v;

    Lanes() = default;  // not initialised; a constructor that the compiler writes would not be compiled for the target
    HWY_INLINE static Lanes zero() { return Lanes(hn::Zero(LaneTag())); }
    HWY_INLINE explicit Lanes(Real x) : v(hn::Set(LaneTag(), x)) {}
    HWY_INLINE explicit Lanes(hn::Vec<LaneTag> x) : v(x) {}

    HWY_INLINE Lanes& operator+=(Lanes b) { return v = hn::Add(v, b.v), *this; }
    HWY_INLINE Lanes& operator-=(Lanes b) { return v = hn::Sub(v, b.v), *this; }
    HWY_INLINE friend Lanes operator+(Lanes a, Lanes b) { return Lanes(hn::Add(a.v, b.v)); }
    HWY_INLINE friend Lanes operator-(Lanes a, Lanes b) { return Lanes(hn::Sub(a.v, b.v)); }
    HWY_INLINE friend Lanes operator*(Lanes a, Lanes b) { return Lanes(hn::Mul(a.v, b.v)); }
    HWY_INLINE friend Lanes operator/(Lanes a, Lanes b) { return Lanes(hn::Div(a.v, b.v)); }
    HWY_INLINE friend Lanes operator-(Lanes a) { return Lanes(hn::Neg(a.v)); }

    HWY_INLINE friend Lanes max(Lanes a, Lanes b) { return Lanes(hn::Max(a.v, b.v)); }
    HWY_INLINE friend Lanes min(Lanes a, Lanes b) { return Lanes(hn::Min(a.v, b.v)); }
    HWY_INLINE friend Lanes sqrt(Lanes a) { return Lanes(hn::Sqrt(a.v)); }
    HWY_INLINE friend Lanes round(Lanes a) { return Lanes(hn::Round(a.v)); }
    /// 1 / a, exactly rounded (see Root).
    HWY_INLINE friend Lanes inverse(Lanes a) { return Lanes(1) / a; }
    /// a * b + c in one rounding where the CPU can.
    HWY_INLINE friend Lanes multiply_add(Lanes a, Lanes b, Lanes c) { return Lanes(hn::MulAdd(a.v, b.v, c.v)); }

    /// The sum over the register, always in the same order.
    HWY_INLINE Real total() const { return hn::GetLane(hn::SumOfLanes(LaneTag(), v)); }
};

/// sqrt(a) and 1 / sqrt(a), exactly rounded: estimates of the CPU are faster, but each maker of CPUs has its own.
struct Root {
    Lanes value, inverse;

    HWY_INLINE explicit Root(Lanes a) : value(sqrt(a)), inverse(Lanes(1) / value) {}
};

/// Three registers that make a vector per lane.
struct Lanes3 {
    Lanes x, y, z;

    HWY_INLINE static Lanes3 zero() { return {Lanes::zero(), Lanes::zero(), Lanes::zero()}; }
    HWY_INLINE Lanes3& operator+=(const Lanes3& b) { return x += b.x, y += b.y, z += b.z, *this; }
    HWY_INLINE friend Lanes3 operator+(const Lanes3& a, const Lanes3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    HWY_INLINE friend Lanes3 operator-(const Lanes3& a, const Lanes3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    HWY_INLINE friend Lanes3 operator*(Lanes s, const Lanes3& a) { return {s * a.x, s * a.y, s * a.z}; }
    HWY_INLINE friend Lanes dot(const Lanes3& a, const Lanes3& b) {
        return multiply_add(a.x, b.x, multiply_add(a.y, b.y, a.z * b.z));
    }
    /// this += s * a
    HWY_INLINE void add_scaled(Lanes s, const Lanes3& a) {
        x = multiply_add(s, a.x, x), y = multiply_add(s, a.y, y), z = multiply_add(s, a.z, z);
    }
    HWY_INLINE Vec3 total() const { return {x.total(), y.total(), z.total()}; }
};

HWY_INLINE Lanes3 broadcast(const Vec3& a) { return {Lanes(a.x), Lanes(a.y), Lanes(a.z)}; }

/// Picks the marked lanes of a register, in order. Highway's own Compress copies its table to the stack on every call
/// (g++ 12), which made building neighbour lists three times slower; ours is static.
class Picked {
public:
    HWY_INLINE explicit Picked(hn::Mask<LaneTag> marked) {
#if HWY_TARGET == HWY_AVX2
        uint8_t bits[8];
        hn::StoreMaskBits(LaneTag(), marked, bits);
        look_up(bits[0]);
#else
        marked_ = marked;
#endif
    }
    /// The lanes whose bits are set; there are no bits above the last lane.
    HWY_INLINE explicit Picked(uint8_t bits) {
#if HWY_TARGET == HWY_AVX2
        look_up(bits);
#else
        marked_ = hn::LoadMaskBits(LaneTag(), std::array<uint8_t, 8>{bits}.data());
#endif
    }
    /// Stores the marked lanes one after the other; writes a whole register. Returns their number.
    template <class Tag, class T>
    HWY_INLINE uint32_t store(Tag d, hn::Vec<Tag> v, T* to) const {
#if HWY_TARGET == HWY_AVX2
        hn::StoreU(hn::TableLookupLanes(v, hn::IndicesFromVec(d, order_)), d, to);
        return count_;
#else
        return uint32_t(hn::CompressStore(v, hn::RebindMask(d, marked_), d, to));
#endif
    }

private:
#if HWY_TARGET == HWY_AVX2
    HWY_INLINE void look_up(uint8_t bits) {
        const hn::Rebind<uint8_t, LaneTag> bytes;
        const hn::RebindToSigned<LaneTag> d;
        order_ = hn::PromoteTo(d, hn::LoadU(bytes, compress_order[bits].data()));
        count_ = uint32_t(hwy::PopCount(uint64_t(bits)));
    }
    hn::Vec<hn::RebindToSigned<LaneTag>> order_;
    uint32_t count_;
#else
    hn::Mask<LaneTag> marked_;
#endif
};

/// Loads lane_count records of four floats, given by their places (4 * index), and turns them into four registers.
HWY_INLINE void load_records(const Real* records, const uint32_t* place, Lanes (&out)[4]) {
#if HWY_TARGET == HWY_SCALAR
    for (int k = 0; k < 4; ++k) out[k] = Lanes(records[size_t(place[0]) + k]);
#else
    const LaneTag d;
    const hn::Repartition<double, LaneTag> pairs;
    const hn::Full128<Real> quad;
    const auto record = [&](int k) HWY_ATTR { return hn::Load(quad, records + size_t(place[k])); };
#if HWY_TARGET == HWY_AVX2
    const auto row = [&](int k) HWY_ATTR { return hn::Combine(d, record(k + 4), record(k)); };
#else
    const auto row = record;
#endif
    // A transpose of four by four, in each half of a wide register.
    const auto a = row(0), b = row(1), c = row(2), e = row(3);
    const auto ab_xy = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));
    const auto ce_xy = hn::BitCast(pairs, hn::InterleaveLower(d, c, e));
    const auto ab_zw = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
    const auto ce_zw = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
    out[0] = Lanes(hn::BitCast(d, hn::InterleaveLower(pairs, ab_xy, ce_xy)));
    out[1] = Lanes(hn::BitCast(d, hn::InterleaveUpper(pairs, ab_xy, ce_xy)));
    out[2] = Lanes(hn::BitCast(d, hn::InterleaveLower(pairs, ab_zw, ce_zw)));
    out[3] = Lanes(hn::BitCast(d, hn::InterleaveUpper(pairs, ab_zw, ce_zw)));
#endif
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
