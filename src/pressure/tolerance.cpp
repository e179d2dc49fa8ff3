#include "pressure/tolerance.h"

#include "pressure/operators.h"

namespace panta {

Tolerance::Tolerance(const Step& step, const PressureParams& params)
    : stated_(params.tolerance.at(step.time)), worst_(params.worst_tolerance.at(step.time)) {
    constexpr double tightest = 0.01;  // of the tolerance asked for
    constexpr double left = 0.1;       // of the compression that may be undone in a step
    const double travel = step.dt * step.pace.mean / step.neighbours.largest_support();
    const double calm = params.noise.at(step.time) * travel;
    const double for_calm = std::clamp<double>(calm, tightest * stated_, stated_);
    wanted_ = std::min<double>(for_calm, left * largest_correction(step));
}

}  // namespace panta
