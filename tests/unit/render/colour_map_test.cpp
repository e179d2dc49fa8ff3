#include "render/colour_map.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace panta {
namespace {

TEST(ColourMap, becomes_lighter_with_the_value_in_steps_that_look_alike) {
    for (const std::string_view name : ColourMap::names()) {
        const ColourMap map(name);
        Real last = oklab_from_linear(map(0)).x;
        for (int k = 1; k <= 20; ++k) {
            const Real lightness = oklab_from_linear(map(Real(k) / 20)).x;
            EXPECT_GT(lightness - last, 0.005) << name << k;
            EXPECT_LT(lightness - last, 0.1) << name << k;
            last = lightness;
        }
    }
}

TEST(ColourMap, of_water_goes_from_deep_blue_to_white) {
    const ColourMap water("water");
    EXPECT_GT(water(0).z, 5 * water(0).x);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(water(1)[k], 1, 1e-3);
}

TEST(ColourMap, clamps_values_and_shows_nan_as_the_lowest) {
    const ColourMap map("heat");
    EXPECT_EQ(map(-3), map(0));
    EXPECT_EQ(map(7), map(1));
    EXPECT_EQ(map(NAN), map(0));
}

TEST(ColourMap, of_own_colours_has_them_evenly_spread) {
    const ColourMap map("#102030,#c08040,#f0F0f0");
    const unsigned codes[]{0x102030, 0xc08040, 0xf0f0f0};
    // The table has 256 entries, none of which is the middle: half an entry off.
    for (int k = 0; k < 3; ++k)
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(map(Real(k) / 2)[c], linear_from_srgb(codes[k])[c], 5e-3) << k;
}

TEST(ColourMap, of_unknown_name_is_refused) {
    for (const char* name : {"rainbow", "", "#102030", "#102030,", "#102030,red", "#102030,#12345g", "102030,405060"})
        EXPECT_THROW(ColourMap{name}, InputError) << name;
}

TEST(ColourMap, of_colours_that_are_written_otherwise_tells_how_they_are_written) {
    for (const char* name : {"#12,#34", "#102030", "#102030,red", "102030,405060"}) {
        std::string complaint;
        try {
            const ColourMap map(name);
        } catch (const InputError& error) {
            complaint = error.what();
        }
        EXPECT_NE(complaint.find("#rrggbb"), std::string::npos) << complaint;
        EXPECT_NE(complaint.find(name), std::string::npos) << complaint;
        EXPECT_EQ(complaint.find("no colour map"), std::string::npos) << complaint;
    }
}

TEST(Oklab, brings_colours_back_and_gives_white_the_lightness_one) {
    EXPECT_NEAR(oklab_from_linear({1, 1, 1}).x, 1, 1e-4);
    const Vec3 colour = linear_from_srgb(0x3366cc), back = linear_from_oklab(oklab_from_linear(colour));
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(back[k], colour[k], 1e-5);
}

}  // namespace
}  // namespace panta
