// Divergence-free SPH (Bender and Koschier 2015): before forces act, velocities are freed of what would compress fluid
// that is dense already, dc/dt <= 0; after forces acted, pressure is found for which compression is one at the end of
// the step. The second is the system of iisph.h.
#pragma once

#include "pressure/iisph.h"

namespace panta {

class Dfsph final : public Iisph {
public:
    using Iisph::Iisph;

    void attach(Particles& particles, Pipeline& pipeline) override;
    PressureReport prepare(const Step& step) override;
};

}  // namespace panta
