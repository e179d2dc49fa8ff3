#include "pressure/tolerance.h"

#include "neighbours/particle_loop.h"
#include "pressure/operators.h"

namespace panta {

Tolerance::Tolerance(const Step& step, const PressureParams& params)
    : stated_(params.tolerance), worst_(params.worst_tolerance) {
    constexpr double tightest = 0.01;  // of the tolerance asked for
    constexpr double left = 0.1;       // of the compression that may be undone in a step
    constexpr double worst_left = 4;   // of that: single particles may be left with the speed of the fastest
    const auto v = step.particles[fields::velocity];
    const double travel = step.dt * sum_over<double>(v.size(), step.threads, [&](size_t i) { return norm(v[i]); }) /
                          double(std::max<size_t>(1, v.size()));
    const double calm = params.noise * travel / step.neighbours.largest_support();
    const double for_calm = std::clamp<double>(calm, tightest * params.tolerance, params.tolerance);
    const double correction = largest_correction(step);
    wanted_ = std::min(for_calm, left * correction);
    worst_ = std::min(worst_, worst_left * correction);
}

}  // namespace panta
