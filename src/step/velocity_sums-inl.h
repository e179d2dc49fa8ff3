// The sums of velocity_sums.h, for loop bodies that run on vectors; compiled once per instruction set.
#if defined(PANTA_STEP_VELOCITY_SUMS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PANTA_STEP_VELOCITY_SUMS_INL_H
#undef PANTA_STEP_VELOCITY_SUMS_INL_H
#else
#define PANTA_STEP_VELOCITY_SUMS_INL_H
#endif

#include "base/lanes-inl.h"
#include "step/velocity_sums.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

/// How fast particles approach each other: min(0, v . x) / (r^2 + 0.01 h^2), with v and x those of i less those of j.
class Closing {
public:
    explicit Closing(const Step& step)
        : soft_(softening * step.neighbours.largest_support() * step.neighbours.largest_support()) {}

    template <class Pair>
    HWY_INLINE Lanes operator()(const Pair& j, const Lanes3& v) const {
        return min(dot(v, j.d), Lanes(0)) * inverse(j.r2 + soft_);
    }

private:
    static constexpr Real softening = Real(0.01);  // keeps the quotient finite for particles that nearly coincide
    Lanes soft_;
};

/// Both sums, the first, or none, which costs nothing.
template <bool with_spread, bool with_closing>
class VelocitySums {
public:
    static constexpr bool any = with_spread || with_closing;

    explicit VelocitySums(const Step& step) : closing_of_(step) {
        if constexpr (with_spread) spread_ = step.particles.edit(fields::velocity_spread);
        if constexpr (with_closing) closing_ = step.particles.edit(fields::velocity_closing);
    }

    /// Those of one particle.
    struct Near {
        Lanes3 spread, closing;
        HWY_INLINE Near() : spread(Lanes3::zero()), closing(Lanes3::zero()) {}
    };
    /// `weight` is V_j W' / r, v is v_i - v_j.
    template <class Pair>
    HWY_INLINE void add(Near& near, const Pair& j, Lanes weight, const Lanes3& v) const {
        if constexpr (with_spread) near.spread.add_scaled(weight, v);
        if constexpr (with_closing) near.closing.add_scaled(weight * closing_of_(j, v), j.d);
    }
    /// `common`: what all weights of this particle are yet to be multiplied with.
    HWY_INLINE void write(const Near& near, uint32_t i, Real common = 1) const {
        if constexpr (with_spread) spread_[i] = common * near.spread.total();
        if constexpr (with_closing) closing_[i] = common * near.closing.total();
    }

private:
    Closing closing_of_;
    std::span<Vec3> spread_, closing_;
};

/// Calls work with the sums that somebody declared.
template <class Work>
void with_velocity_sums(const Step& step, Work&& work) {
    if (step.particles.has(fields::velocity_closing)) return work(VelocitySums<true, true>(step));
    if (step.particles.has(fields::velocity_spread)) return work(VelocitySums<true, false>(step));
    return work(VelocitySums<false, false>(step));
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
