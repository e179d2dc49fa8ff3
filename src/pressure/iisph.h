// Implicit incompressible SPH (Ihmsen et al. 2014): pressure for which compression is one at the end of the step,
//
//     c + dt dc/dt = 1 where p > 0,      c + dt dc/dt <= 1 where p = 0
//
// by relaxed Jacobi, starting from the pressure of the last step.
#pragma once

#include "pressure/params.h"
#include "pressure/relaxation.h"

namespace panta {

class Iisph : public PressureSolver {
public:
    explicit Iisph(const PressureParams& params, Momentum momentum = Momentum::none)
        : params_(params), momentum_(momentum) {}

    void attach(Particles& particles, Pipeline& pipeline) override;
    void measure(const Step& step) override;
    void anticipate(const Step& step) override;
    PressureReport solve(const Step& step) override;

protected:
    const PressureParams& params() const { return params_; }

private:
    PressureParams params_;
    Momentum momentum_;
};

}  // namespace panta
