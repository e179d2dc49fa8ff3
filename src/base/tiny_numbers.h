// Numbers below 1e-38, which floats hold with fewer digits ("denormal"), count as zero while a TinyIsZero lives in the
// thread, and so do results of that size. Nothing here is that small and matters; but pressures that fade step by step
// pass through that range, and there some processors are slow (docs/explanation/speed.md).
#pragma once

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include <cstdint>

namespace panta {

class TinyIsZero {
public:
    TinyIsZero() : before_(control()) { set_control(before_ | flush_and_treat_as_zero); }
    ~TinyIsZero() { set_control((control() & ~flush_and_treat_as_zero) | (before_ & flush_and_treat_as_zero)); }
    TinyIsZero(const TinyIsZero&) = delete;
    TinyIsZero& operator=(const TinyIsZero&) = delete;

private:
    // The control register of floating point; where there is no such thing, nothing happens.
#if defined(__SSE__)
    static constexpr uint64_t flush_and_treat_as_zero = 0x8040;  // bits FTZ and DAZ
    static uint64_t control() { return _mm_getcsr(); }
    static void set_control(uint64_t value) { _mm_setcsr(unsigned(value)); }
#elif defined(__aarch64__)
    static constexpr uint64_t flush_and_treat_as_zero = uint64_t(1) << 24;  // bit FZ
    static uint64_t control() {
        uint64_t value;
        asm volatile("mrs %0, fpcr" : "=r"(value));
        return value;
    }
    static void set_control(uint64_t value) { asm volatile("msr fpcr, %0" ::"r"(value)); }
#else
    static constexpr uint64_t flush_and_treat_as_zero = 0;
    static uint64_t control() { return 0; }
    static void set_control(uint64_t) {}
#endif

    uint64_t before_;
};

}  // namespace panta
