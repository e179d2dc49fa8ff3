// Heat: it spreads among particles, walls with a temperature give or take it, free surfaces lose it, and it melts.
//
//     m dh/dt = conduction + walls + cooling * surface * (surroundings - T),      T = T(h)
//
// The sums are in conduction.h, T(h) with latent heat in enthalpy.h. The step is explicit. Heat often spreads faster
// than a flow needs steps: the pass then takes several parts of the step one after the other, as many as the stiffest
// particle needs, with particles where they are. Only beyond `most_parts` is the step itself limited.
// What else heat does (melting that flows, freezing that holds) is said by tracks over `temperature`.
// h enthalpy (J/kg), T temperature (K), m mass.
#pragma once

#include "exchanges/heat/enthalpy.h"
#include "exchanges/heat/fields.h"
#include "exchanges/heat/lattice.h"
#include "exchanges/heat/properties.h"
#include "step/pipeline.h"

namespace panta {

class Heat final : public Module {
public:
    /// `support` radius and `spacing` of the particles at rest, m.
    Heat(const Tracks& tracks, const Smoothing& smoothing, Real support, Real spacing);

    void attach(Particles& particles, Pipeline& pipeline) override;

private:
    /// Gives new particles the temperature of their body.
    void admit(const Step& step) const;
    /// Fills the fields that say what particles are made of.
    void set_materials(const Step& step) const;
    /// Gives particles another capacity and latent heat, at the same temperature and as molten as they are: what that
    /// takes counts as received.
    void change_capacities(const Step& step) const;
    void exchange(const Step& step) const;
    void advance(const Step& step, Real dt) const;
    /// The longest step that is stable if it is taken in `most_parts`, s.
    Real longest_step(const Step& step) const;

    heat::LatticeSums lattice_;
    bool cools_;  // some body does, at some time
};

/// Gives a particle of that material a temperature (K).
void set_temperature(Particles& particles, size_t i, const heat::Material& material, Real temperature);

/// What all particles hold, and have received from walls and surroundings, J, in double precision.
struct HeatBalance {
    double enthalpy = 0, received = 0;
    HeatBalance& operator+=(const HeatBalance& b) { return enthalpy += b.enthalpy, received += b.received, *this; }
};
HeatBalance heat_balance(const Particles& particles, const Threads& threads);

}  // namespace panta
