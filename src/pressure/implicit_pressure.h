// What the solvers of pressure at the end of the step have in common: they measure, start from the pressure of the last
// step, look at compression where that leads, and let pressure_terms.h find the terms for which nobody has an excess.
// They differ in how they look ahead, and in when they look again.
//
// The fluid is as compressible as the tolerance: under the pressure rho v^2 of the highest speed v that the scene
// expects, it may be compressed by the stated tolerance, so water at rest by half of that at the bottom. Without it, a
// closed box whose fluid has a little too little room would have no solution, and pressure no bound. It yields by one
// tolerance a step at most: without that bound an impact, whose pressure is far beyond rho v^2, is stored as in a
// spring, and fluid that meets a wall bounces.
#pragma once

#include "pressure/params.h"
#include "step/pipeline.h"

namespace panta {

class ImplicitPressure : public PressureSolver {
public:
    /// `expected_speed`: the highest speed of the scene, m/s; 0: the fluid does not yield at all.
    explicit ImplicitPressure(const PressureParams& params, Real expected_speed = 0)
        : params_(params), expected_speed_(expected_speed) {}

    void attach(Particles& particles, Pipeline& pipeline) override;
    void measure(const Step& step) override;
    void anticipate(const Step& step) override;
    PressureReport solve(const Step& step) final;

protected:
    const PressureParams& params() const { return params_; }
    /// The longest step in which nothing needs calming.
    Real resolved_step() const { return resolved_step_; }

    /// C in the limit on steps under pressure (pressure_terms.h) up to which nothing needs calming. With 0.45, pbf
    /// gains energy at impacts, and pcisph takes seven iterations instead of six.
    virtual Real step_resolution() const { return Real(0.35); }
    /// Whether compression is measured ahead again before a solve ends (pressure_terms.h).
    virtual bool looks_again(const Step&) const { return true; }

private:
    /// Measures compression at the predicted positions; returns where it is.
    virtual std::span<const Real> compression_ahead(const Step& step) const = 0;
    /// Writes pressure::excess: compression above one and the allowance, as the predicted velocities lead to it.
    void measure_excess(const Step& step) const;
    Real compressibility(const Step& step) const;
    Real longest_step(const Step& step) const;

    PressureParams params_;
    Real expected_speed_;
    // Whether this step is calmed (calming.h): not among particles that differ, since the fine motions in which heavy
    // fluid sinks through light fluid would be held back; not where volumes are keyed, and supports are short for
    // them; not in a fluid that does not yield, whose pressure would have no bound in a full box; not in an impact,
    // whose pressure is higher than that of any fluid at rest; and not around an opening under water, from which a jet
    // must push its way.
    bool calms_ = false;
    // Measured at the start of each step.
    Real resolved_step_ = 0;
    Real heaviest_ = 0;  // m / V, of what inflows hold too: fluid that they press yields less, and they wait sooner
};

}  // namespace panta
