// What inflows hold goes where they want. A solver that does not know of it would let others give way by half, and
// what is held, which does not, by the other half: fluid before an opening was compressed by 150 %. So solvers see
// what is held as heavy. With 8 times its mass fluid is compressed half as much again; with 128 rounding of its
// momentum shows.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "neighbours/particle_loop.h"
#include "step/inflow.h"
#include "step/step.h"

namespace panta {

class HeldWeight {
public:
    /// Of the inflows that flow at `time`.
    HeldWeight(Particles& particles, std::span<const Inflow> inflows, double time, const Threads& threads)
        : particles_(particles) {
        if (std::ranges::none_of(inflows, [&](const Inflow& inflow) { return inflow.flows(time); })) return;
        const auto held_by = particles[fields::held_by];
        held_ = indices_where(held_by.size(), threads,
                              [&](size_t i) { return held_by[i] != 0 && inflows[held_by[i] - 1].flows(time); });
    }

    /// Does something while it is heavy, and keeps account of momentum: that of the weight is nobody's.
    template <class Work>
    auto with(const Work& work) {
        const Heavy now(*this);
        return work();
    }
    void forget() { momentum_ = {}; }
    const Sum3& momentum() const { return momentum_; }

private:
    struct Heavy {
        HeldWeight& held;
        explicit Heavy(HeldWeight& given) : held(given) {
            held.weigh(heaviness);
            held.account(1);
        }
        ~Heavy() {
            held.account(-1);
            held.weigh(1 / heaviness);
        }
        Heavy(const Heavy&) = delete;
        Heavy& operator=(const Heavy&) = delete;
    };

    static constexpr Real heaviness = 32;  // a power of two: afterwards masses are what they were

    void weigh(Real factor) {
        if (held_.empty()) return;
        const auto mass = particles_.edit(fields::mass);
        for (const uint32_t i : held_) mass[i] *= factor;
    }
    void account(double sign) {
        const auto v = particles_[fields::predicted_velocity];
        const auto mass = particles_[fields::mass];
        for (const uint32_t i : held_) momentum_ += scaled(v[i], sign * double(mass[i]) * (1 - 1 / double(heaviness)));
    }

    Particles& particles_;
    std::vector<uint32_t> held_;
    Sum3 momentum_;
};

}  // namespace panta
