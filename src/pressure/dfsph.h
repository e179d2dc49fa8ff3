// Divergence-free SPH (Bender and Koschier 2015): before forces act, velocities are freed of what would compress fluid
// that is dense already, dc/dt <= 0; after forces acted, pressure is found for which compression is one at the end of
// the step. The second is the system of iisph.h. Both are solved with momentum, which takes about half the iterations
// of Jacobi's.
#pragma once

#include "pressure/iisph.h"

namespace panta {

class Dfsph final : public Iisph {
public:
    explicit Dfsph(const PressureParams& params) : Iisph(params, Momentum::nesterov) {}

    void attach(Particles& particles, Pipeline& pipeline) override;
    PressureReport prepare(const Step& step) override;
};

}  // namespace panta
