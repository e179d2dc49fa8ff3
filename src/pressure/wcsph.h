// Weakly compressible SPH: pressure is a stiff function of compression (LEN 3.6, 3.7; Becker and Teschner 2007).
//
//     p = rho0 cs^2 / 7 (c^7 - 1), at least 0
//
// cs is not the speed of sound of the material but one that keeps compression small: compression grows as (v/cs)^2, so
// cs = v / sqrt(compression) for the highest speed v of the scene. The price is the time step, dt <= 0.25 h / cs.
#pragma once

#include "pressure/params.h"
#include "step/pipeline.h"

namespace panta {

class Wcsph final : public PressureSolver {
public:
    /// `expected_speed`: the highest speed of the scene, m/s.
    Wcsph(const PressureParams& params, Real expected_speed);

    void attach(Particles& particles, Pipeline& pipeline) override;
    void measure(const Step& step) override;
    /// Pressure follows from the positions: all of it is known before velocities are.
    void anticipate(const Step& step) override;
    PressureReport solve(const Step&) override { return {}; }
    bool is_implicit() const override { return false; }

    Real speed_of_sound() const { return speed_of_sound_; }
    /// dp/dc (Pa) of fluid of a density at rest.
    Real stiffness(Real density, Real compression) const;

private:
    Real speed_of_sound_;  // m/s
    bool carries_;         // compression (carried_compression.h)
};

}  // namespace panta
