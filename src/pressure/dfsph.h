// Divergence-free SPH (Bender and Koschier 2015): two solves with one operator.
//
// Before forces act, velocities are freed of what would compress fluid that is dense already: dc/dt <= 0. After forces
// acted, pressure is found for which compression is one at the end of the step: c + dt dc/dt <= 1. Both start from
// what they found in the last step.
#pragma once

#include "pressure/params.h"
#include "step/pipeline.h"

namespace panta {

class Dfsph final : public PressureSolver {
public:
    explicit Dfsph(const PressureParams& params) : params_(params) {}

    void attach(Particles& particles, Pipeline& pipeline) override;
    void measure(const Step& step) override;
    PressureReport prepare(const Step& step) override;
    void anticipate(const Step& step) override;
    PressureReport solve(const Step& step) override;

private:
    PressureParams params_;
};

}  // namespace panta
