// Implicit incompressible SPH (Ihmsen et al. 2014): pressure for which compression is one at the end of the step,
//
//     c + dt dc/dt = 1 where p > 0,      c + dt dc/dt <= 1 where p = 0
//
// starting from the pressure of the last step. The paper's relaxed Jacobi iteration is replaced by the one of
// pressure_terms.h.
#pragma once

#include "pressure/implicit_pressure.h"

namespace panta {

class Iisph : public ImplicitPressure {
public:
    using ImplicitPressure::ImplicitPressure;

private:
    void measure_excess(const Step& step) const final;
    bool is_linear() const final { return true; }
};

}  // namespace panta
