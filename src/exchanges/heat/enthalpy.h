// How temperature T (K) and enthalpy h (J/kg, zero at T = 0) of a material belong together:
//
//     h(T) = c T + L f,      f = 0 below the melting point Tm, (T - Tm) / R within the range R above it, 1 beyond
//
// c capacity, L latent heat, f the part that is molten. With R = 0 the temperature stays at Tm while h grows by L, and
// h(Tm) is that of the solid. Enthalpy rather than temperature is what steps change: heat then melts just as much as it
// can, and no step loses any (Voller and Cross 1981).
#pragma once

#include <algorithm>

#include "base/vec.h"

namespace panta::heat {

struct Material {
    double capacity = 1, latent_heat = 0, melting_point = 0, melting_range = 0;

    double enthalpy(double temperature) const { return capacity * temperature + latent_heat * molten_at(temperature); }
    double temperature(double enthalpy) const {
        const double above = enthalpy - capacity * melting_point;
        if (above <= 0) return enthalpy / capacity;
        const double to_melt = capacity * melting_range + latent_heat;
        if (above >= to_melt) return (enthalpy - latent_heat) / capacity;
        return melting_point + melting_range * (above / to_melt);
    }
    /// f, from 0 to 1.
    double molten(double enthalpy) const {
        const double above = enthalpy - capacity * melting_point, to_melt = capacity * melting_range + latent_heat;
        if (to_melt > 0) return std::clamp(above / to_melt, 0., 1.);
        return above > 0 ? 1 : 0;
    }

private:
    double molten_at(double temperature) const {
        const double above = temperature - melting_point;
        if (above <= 0) return 0;
        return above >= melting_range ? 1 : above / melting_range;
    }
};

}  // namespace panta::heat
