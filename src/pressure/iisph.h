// Implicit incompressible SPH (Ihmsen et al. 2014): pressure for which compression is one at the end of the step,
//
//     c + dt dc/dt = 1 where p > 0,      c + dt dc/dt <= 1 where p = 0
//
// starting from the pressure of the last step. The paper's relaxed Jacobi iteration is replaced by the one of
// pressure_terms.h. And c + dt dc/dt is the tangent at the start of the step, which misses what long steps add at
// second order: water at rest collapses with steps that pcisph.h and pbf.h still hold. So compression is measured where
// the last pressure leads, and the tangent followed from there; what that led to is measured as well in long steps, and
// where somebody ends up far from where was looked.
#pragma once

#include "pressure/implicit_pressure.h"

namespace panta {

class Iisph : public ImplicitPressure {
public:
    using ImplicitPressure::ImplicitPressure;

    void attach(Particles& particles, Pipeline& pipeline) override;

private:
    /// With 0.6, fluids of different densities in a closed box take many more iterations.
    Real step_resolution() const final { return Real(0.45); }
    std::span<const Real> compression_ahead(const Step& step) const final;
    /// In short steps, where the tangent does, only if somebody ends up far from where was looked.
    bool looks_again(const Step& step) const final;
};

}  // namespace panta
