// When a pressure solver may stop.
#pragma once

#include <algorithm>
#include <cmath>

#include "pressure/params.h"
#include "step/step.h"

namespace panta {

/// What is left to undo, summed over particles.
struct Leftover {
    double sum = 0, worst = 0;

    /// A particle whose compression will exceed one by `excess`. It must not fall short either as far as the pressure
    /// that the particle has holds it back: at most by `held`, the compression that this pressure undoes.
    static Leftover of(double excess, double held) {
        const double left = std::max(excess, std::min(-excess, held));
        return {left, left};
    }
    Leftover& operator+=(const Leftover& b) { return sum += b.sum, worst = std::max(worst, b.worst), *this; }
};

/// The mean and the worst error at which a solve is content.
class Tolerance {
public:
    /// Wanted is what is stated, or less where that matters: an error e leaves velocities of about e h / dt, which
    /// would keep calm fluid from coming to rest; and in a short step, in which little compression is undone, less of
    /// it may be left.
    Tolerance(const Step& step, const PressureParams& params);

    bool is_reached(const Leftover& left, size_t particles) const { return is_within(wanted_, left, particles); }
    /// If there is no time for what is wanted: good enough?
    bool is_met(const Leftover& left, size_t particles) const { return is_within(stated_, left, particles); }

private:
    bool is_within(double mean, const Leftover& left, size_t particles) const {
        return left.sum <= mean * double(particles) && left.worst <= worst_;
    }
    double wanted_, stated_, worst_;
};

}  // namespace panta
