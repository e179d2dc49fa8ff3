// Position-based fluids (Macklin and Mueller 2013): the constraint C_i = c_i - 1 <= 0 is projected at the predicted
// positions, with gradients taken there anew whenever the tangent has nothing left to undo,
//
//     lambda_i = C_i / (dt^2 R_i),      x <- x + dx of the pressure force with P = lambda
//
// which is Newton's method where iisph.h stays with the tangent at the start. Velocities follow from positions. Unlike
// in the paper, lambdas start with those of the last step and are relaxed together (pressure_terms.h) rather than one
// by one; R is bounded from below (operators.h) in place of its epsilon, and its artificial pressure (equation 13) is
// left out.
#pragma once

#include "pressure/implicit_pressure.h"

namespace panta {

class Pbf final : public ImplicitPressure {
public:
    using ImplicitPressure::ImplicitPressure;

    void anticipate(const Step& step) override;
    bool looks_ahead() const override { return true; }

private:
    std::span<const Real> compression_ahead(const Step& step) const override;
};

}  // namespace panta
