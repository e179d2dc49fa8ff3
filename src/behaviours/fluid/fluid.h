// The fluid behaviour: what a body needs to flow besides pressure, which all materials share.
//
// Laminar viscosity (Morris et al. 1997, in volumes): for the pair i, j
//     f_ij = V_i V_j mu_ij (x_ij . grad W_ij) / |x_ij|^2 (v_i - v_j),   mu_ij = 4 mu_i mu_j / (mu_i + mu_j)
// Artificial viscosity (LEN 3.11 to 3.13; Monaghan 1992), for approaching pairs only, (v_i - v_j) . x_ij < 0:
//     f_ij = V_i V_j nu_ij (v_ij . x_ij) / (|x_ij|^2 + 0.01 h^2) grad W_ij,   nu_ij = mean of alpha rho0 cs h / 2
// Both are antisymmetric. Where steps are too long for the first, implicit_viscosity.h takes its place.
// Surface tension and adhesion to walls: surface_tension.h. Cohesion of fluids that do not mix: cohesion.h.
// V volume at rest, mu dynamic viscosity (Pa s), alpha artificial viscosity (1). The weight of the behaviour multiplies
// mu, alpha, and the coefficients of surface tension, adhesion and cohesion.
#pragma once

#include "behaviours/fluid/params.h"
#include "behaviours/fluid/properties.h"
#include "step/pipeline.h"

namespace panta {

namespace fluid {
/// mu, times the weight of the behaviour.
inline constexpr Field<Real> drag{"fluid.drag", "Pa s", 0, Lifetime::scratch};
/// alpha rho0 cs h / 2, times the weight.
inline constexpr Field<Real> damping{"fluid.damping", "Pa s", 0, Lifetime::scratch};
}  // namespace fluid

class Fluid final : public Module {
public:
    /// `reference_speed` (m/s) is the speed of sound of wcsph, or the highest speed of the scene for
    /// solvers without one: the scale of artificial viscosity.
    Fluid(const Tracks& tracks, const ViscosityParams& viscosity, Real reference_speed,
          const TensionParams& tension = {});

    void attach(Particles& particles, Pipeline& pipeline) override;

private:
    void attach_viscosity(Particles& particles, Pipeline& pipeline);
    void attach_tension(Particles& particles, Pipeline& pipeline);
    void attach_cohesion(Particles& particles, Pipeline& pipeline);
    void set_tensions(const Step& step) const;
    void set_cohesion(const Step& step) const;
    Real longest_cohesion_step(const Step& step) const;
    void set_viscosities(const Step& step) const;
    void add_viscosity(const Step& step);
    SolveReport solve_laminar(const Step& step) const;
    /// Laminar viscosity of this step is solved for: as asked, or because the step is too long to do without.
    bool is_implicit(const Step& step) const;
    /// The largest kinematic viscosity, artificial and perhaps laminar, m^2/s.
    Real thickest(const Step& step, bool with_laminar) const;
    Real longest_tension_step(const Step& step) const;
    /// The longest step with which that viscosity is stable when it is explicit, s.
    Real longest_step(Real kinematic, const Step& step) const;

    ViscosityParams viscosity_;
    TensionParams tension_;
    Real reference_speed_;
    bool laminar_, artificial_, tension_acts_, adhesion_acts_, cohesion_acts_;  // for some body, at some time
    bool solves_laminar_ = false;  // in this step, decided where forces are gathered
    bool is_common_;               // all particles always have the same viscosities
};

}  // namespace panta
