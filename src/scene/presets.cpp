#include "scene/presets.h"

#include <algorithm>
#include <array>

#include "behaviours/fluid/properties.h"

namespace panta::scene {

namespace {

Track liquid(Real density, Real viscosity) {
    return {TrackEntry(fluid::type()).set(matter::density, density).set(fluid::viscosity, viscosity)};
}

}  // namespace

std::span<const Preset> presets() {
    // All at 20 C and one atmosphere. Surface tension is named for those who want it; it is not set, because it needs a
    // wider support and more time (docs/explanation/surface-tension.md).
    static const std::array<Preset, 4> all{
        Preset{"water", "Fresh water at 20 C",
               "density IAPWS-95: 998.21 kg/m^3; viscosity IAPWS R12-08: 1.0016 mPa s; surface tension IAPWS R1-76: "
               "0.0727 N/m, to be set by hand",
               liquid(Real(998.21), Real(0.0010016))},
        Preset{
            "seawater", "Sea water of salinity 35 g/kg at 20 C",
            "density Millero and Poisson 1981: 1024.76 kg/m^3; viscosity Sharqawy, Lienhard and Zubair 2010, eq. 22: "
            "1.077 mPa s; surface tension Nayar et al. 2014: 0.0738 N/m, to be set by hand",
            liquid(Real(1024.76), Real(0.001077))},
        Preset{"olive_oil", "Olive oil at 20 C",
               "density Codex Alimentarius CXS 33: 0.910 to 0.916 of water's, 911 kg/m^3 in the middle; viscosity CRC "
               "Handbook of Chemistry and Physics: 84 mPa s; surface tension Young and Freedman, University Physics: "
               "0.032 N/m, to be set by hand",
               liquid(911, Real(0.084))},
        Preset{
            "glycerine", "Pure glycerine at 20 C",
            "density CRC Handbook of Chemistry and Physics: 1261 kg/m^3; viscosity Segur and Oberstar 1951: 1.41 Pa s; "
            "surface tension Young and Freedman, University Physics: 0.063 N/m, to be set by hand",
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
