#include "scene/presets.h"

#include <algorithm>
#include <array>

namespace panta::scene {

namespace {

std::vector<Behaviour> liquid(Real density, Real viscosity) {
    return {FluidParams{.density = density, .viscosity = viscosity}};
}

}  // namespace

std::span<const Preset> presets() {
    static const std::array<Preset, 4> all{
        Preset{"water", "Fresh water at 20 C", "IAPWS-95 and IAPWS R12-08: 998.2 kg/m^3, 1.0016 mPa s",
               liquid(Real(998.2), Real(0.0010016))},
        Preset{"seawater", "Sea water of salinity 35 g/kg at 20 C",
               "Sharqawy, Lienhard and Zubair 2010: 1024.8 kg/m^3, 1.077 mPa s", liquid(Real(1024.8), Real(0.001077))},
        Preset{"olive_oil", "Olive oil at 20 C",
               "viscosity CRC Handbook of Chemistry and Physics: 84 mPa s; density Codex Alimentarius CXS 33: 0.910 to "
               "0.916 of water's",
               liquid(911, Real(0.084))},
        Preset{
            "glycerine", "Pure glycerine at 20 C",
            "viscosity Segur and Oberstar 1951: 1.41 Pa s; density CRC Handbook of Chemistry and Physics: 1261 kg/m^3",
            liquid(1261, Real(1.41))},
    };
    return all;
}

const Preset* find_preset(std::string_view name) {
    const auto all = presets();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Preset& p) { return p.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace panta::scene
