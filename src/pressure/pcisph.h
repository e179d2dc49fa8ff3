// Predictive-corrective incompressible SPH (Solenthaler and Pajarola 2009), with volumes that may differ (VOL).
//
// Positions are predicted, compression c* is measured there, and pressure is raised along delta (c* - 1) until it is
// within tolerance, by the iteration of pressure_terms.h. delta is what would undo a compression of one in a fluid that
// fills its neighbourhood, if the neighbours stood still (physics, section 3; the iteration finds the rest):
//
//     delta = 1 / (dt^2 R),      R = V / rho0 sum_j V |grad W|^2 over a lattice whose cells have the volume V
//
// R over V is tabulated, for volumes that differ or change (V as it counts in sums, which is near enough). At walls and
// surfaces, where the sum of grad W does not vanish, a particle responds more than the table says, and its own R is
// used: with the smaller one pressure overshoots.
#pragma once

#include "kernels/lattice_table.h"
#include "kernels/smoothing.h"
#include "pressure/implicit_pressure.h"

namespace panta {

/// rho0 R over volumes, for one support radius. `volume`: of a particle as the scene starts.
LatticeTable response_table(const Smoothing& smoothing, Real support, Real volume);

class Pcisph final : public ImplicitPressure {
public:
    Pcisph(const PressureParams& params, Real expected_speed, LatticeTable table)
        : ImplicitPressure(params, expected_speed), table_(std::move(table)) {}

    void attach(Particles& particles, Pipeline& pipeline) override;
    void measure(const Step& step) override;
    bool looks_ahead() const override { return true; }

private:
    std::span<const Real> compression_ahead(const Step& step) const override;

    LatticeTable table_;
};

}  // namespace panta
