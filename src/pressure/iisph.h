// Implicit incompressible SPH (Ihmsen et al. 2014): pressure for which compression is one at the end of the step,
//
//     c + dt dc/dt = 1 where p > 0,      c + dt dc/dt <= 1 where p = 0
//
// starting from the pressure of the last step. The paper's relaxed Jacobi iteration is replaced by the one of
// pressure_terms.h.
#pragma once

#include "pressure/params.h"
#include "step/pipeline.h"

namespace panta {

class Iisph : public PressureSolver {
public:
    explicit Iisph(const PressureParams& params) : params_(params) {}

    void attach(Particles& particles, Pipeline& pipeline) override;
    void measure(const Step& step) override;
    void anticipate(const Step& step) override;
    PressureReport solve(const Step& step) override;

protected:
    const PressureParams& params() const { return params_; }

private:
    PressureParams params_;
};

}  // namespace panta
