// Temperature and enthalpy are each other's inverse, also where a material melts.
#include "exchanges/heat/enthalpy.h"

#include <gtest/gtest.h>

namespace panta::heat {
namespace {

constexpr Material ice{2000, 334000, 273, 0}, wax{2500, 200000, 320, 15}, stone{800, 0, 0, 0};

TEST(Enthalpy, of_a_temperature_leads_back_to_it) {
    for (const Material& material : {ice, wax, stone})
        for (double T = 1; T < 600; T += 0.5)
            EXPECT_NEAR(material.temperature(material.enthalpy(T)), T, 1e-12 * T);  // two roundings of a double
}

TEST(Enthalpy, of_a_sharp_melting_point_leads_back_from_all_molten_parts) {
    const double solid = ice.enthalpy(273);
    EXPECT_EQ(solid, 2000 * 273.);
    for (const double part : {0., 0.25, 0.5, 1.}) {
        EXPECT_EQ(ice.temperature(solid + part * 334000), 273);
        EXPECT_EQ(ice.molten(solid + part * 334000), part);
    }
    EXPECT_DOUBLE_EQ(ice.temperature(solid + 334000 + 2000), 274);
}

TEST(Enthalpy, grows_with_temperature_by_capacity_and_latent_heat) {
    EXPECT_DOUBLE_EQ(wax.enthalpy(335) - wax.enthalpy(320), 15 * 2500 + 200000);
    EXPECT_DOUBLE_EQ(wax.molten(wax.enthalpy(327.5)), 0.5);
    EXPECT_EQ(wax.molten(wax.enthalpy(300)), 0);
    EXPECT_EQ(wax.molten(wax.enthalpy(400)), 1);
    double last = -1;
    for (double h = 0; h < 1.2e6; h += 1000) {
        const double T = wax.temperature(h);
        EXPECT_GT(T, last);
        last = T;
    }
}

TEST(Enthalpy, of_what_does_not_melt_is_capacity_times_temperature) {
    EXPECT_EQ(stone.enthalpy(300), 240000);
    EXPECT_EQ(stone.temperature(240000), 300);
}

}  // namespace
}  // namespace panta::heat
