#include "scene/presets.h"

#include <algorithm>
#include <vector>

#include "behaviours/elastic/properties.h"
#include "behaviours/fluid/properties.h"
#include "exchanges/heat/properties.h"

namespace panta::scene {

namespace {

Track liquid(Real density, Real viscosity) {
    return {TrackEntry(fluid::type()).set(matter::density, density).set(fluid::viscosity, viscosity)};
}

Track solid(Real density, Real youngs_modulus, Real poisson_ratio, Real damping, Real creep = 0) {
    TrackEntry entry(elastic::type());
    entry.set(matter::density, density).set(elastic::given::youngs_modulus, youngs_modulus);
    entry.set(elastic::given::poisson_ratio, poisson_ratio).set(elastic::given::damping, damping);
    return {creep > 0 ? entry.set(elastic::given::creep, creep) : entry};
}

Keyed<Real> over_temperature(double from, Real before, double to, Real after) {
    Keyed<Real> value;
    value.over = "temperature";
    value.keys = {{from, before}, {to, after}};
    return value;
}

/// What is solid below the melting range and flows above it; `warmth` says where that is.
Track melting(const Track& solid_part, const Track& liquid_part, const HeatParams& warmth) {
    const double from = warmth.melting_point, to = from + warmth.melting_range;
    TrackEntry hard = solid_part.front(), soft = liquid_part.front();
    hard.weight = over_temperature(from, 1, to, 0);
    soft.weight = over_temperature(from, 0, to, 1);
    return {hard, soft, warmth.entry()};
}

}  // namespace

std::span<const Preset> presets() {
    // Liquids at 20 C, unless said, and one atmosphere. Surface tension is named for those who want it; it is not set,
    // because it needs a wider support and more time (docs/explanation/surface-tension.md).
    static const std::vector<Preset> all{
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
        Preset{"oil", "Lubricating oil SAE 30 at 16 C",
               "Munson, Young and Okiishi, Fundamentals of Fluid Mechanics, table 1.6: 912 kg/m^3, 0.38 Pa s; surface "
               "tension 0.036 N/m, to be set by hand",
               liquid(912, Real(0.38))},
        Preset{
            "honey", "Honey with 17 % water at about 22 C",
            "density White 1975 (Honey: A Comprehensive Survey): 1420 kg/m^3; viscosity of the order that Yanniotis, "
            "Skaltsi and Karaburnioti 2006 measured: 10 Pa s",
            liquid(1420, 10)},
        Preset{
            "tar", "Soft tar, warm",
            "density of coal tar and bitumen, about 1150 kg/m^3; viscosity 1000 Pa s as physics texts give for pitch "
            "that still pours",
            liquid(1150, 1000)},
        Preset{"lava", "Basaltic lava at 1150 C, which freezes below 990 C",
               "Griffiths 2000 (The dynamics of lava flows), table 1: 2600 kg/m^3, 100 Pa s, conductivity 2 W/(m K), "
               "capacity 1200 J/(kg K), latent heat 3.5e5 J/kg; the crust as stiff as fresh crust needs to be to hold "
               "its shape here, 1e7 Pa",
               melting(solid(2600, Real(1e7), Real(0.25), Real(0.01)), liquid(2600, 100),
                       {.temperature = 1423,
                        .conductivity = 2,
                        .capacity = 1200,
                        .latent_heat = Real(3.5e5),
                        .melting_point = 1263,
                        .melting_range = 100,
                        .cooling = 50})},
        Preset{"wax", "Paraffin wax, which melts between 53 and 57 C",
               "density and heat Ukrainczyk, Kurajica and Sipusic 2010: 900 kg/m^3, 0.24 W/(m K), 2500 J/(kg K), 2e5 "
               "J/kg; stiffness of warm wax, 1e6 Pa (cold wax: DeSain et al. 2009, 6e7 Pa and more); molten wax 0.005 "
               "Pa s",
               melting(solid(900, Real(1e6), Real(0.35), Real(0.002)), liquid(900, Real(0.005)),
                       {.conductivity = Real(0.24),
                        .capacity = 2500,
                        .latent_heat = Real(2e5),
                        .melting_point = 326,
                        .melting_range = 4,
                        .cooling = 10})},
        Preset{"chocolate", "Milk chocolate, which melts between 30 and 35 C",
               "Beckett, The Science of Chocolate: 1280 kg/m^3, molten at 40 C 3 Pa s, 0.2 W/(m K), 1600 J/(kg K), "
               "latent heat 4.5e4 J/kg; stiffness of chocolate about to melt, 1e6 Pa",
               melting(solid(1280, Real(1e6), Real(0.3), Real(0.005)), liquid(1280, 3),
                       {.conductivity = Real(0.2),
                        .capacity = 1600,
                        .latent_heat = Real(4.5e4),
                        .melting_point = 303,
                        .melting_range = 5,
                        .cooling = 10})},
        Preset{"jelly", "Dessert jelly, some 5 % gelatine",
               "Markidou, Shih and Shih 2005: Young's modulus of gelatine gels some 1e4 Pa; density near water's",
               solid(1020, Real(1e4), Real(0.45), Real(0.005))},
        Preset{"rubber", "Soft natural rubber",
               "Ashby, Materials Selection in Mechanical Design: 930 to 1100 kg/m^3, 1.5 to 2.5 MPa; Poisson's ratio "
               "0.499 is taken as 0.45, so that it loses a tenth of an axial strain in volume",
               solid(950, Real(2e6), Real(0.45), Real(0.001))},
        Preset{
            "clay", "Modelling clay, which keeps the shape it is given",
            "density of moist clay 1750 kg/m^3; stiffness 5e5 Pa and creep 2/s chosen so that it dents within half a "
            "second and does not spring back",
            solid(1750, Real(5e5), Real(0.4), Real(0.01), 2)},
        Preset{"steel", "Mild steel, as stiff as the elastic solver holds",
               "Ashby, Materials Selection in Mechanical Design: 7850 kg/m^3, 0.29; its 2.1e11 Pa are beyond single "
               "precision, and above 1e8 Pa impacts were seen to gain energy, so that it has 1e7 Pa: a metre of it "
               "sinks by 0.4 % under its own weight",
               solid(7850, Real(1e7), Real(0.29), Real(5e-4))},
    };
    return all;
}

const Preset* find_preset(std::string_view name) {
    const auto all = presets();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Preset& p) { return p.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace panta::scene
