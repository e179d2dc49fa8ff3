// Colours for numbers. A map is a few colours in the perceptual space OKLab (Ottosson 2020), interpolated linearly, so
// that equal steps of the value look like equal steps and lightness rises with the value.
#pragma once

#include <string_view>
#include <vector>

#include "base/vec.h"

namespace panta {

class ColourMap {
public:
    /// One of `names`, or colours of one's own, for instance "#07305f,#ffffff". Throws InputError for anything else.
    explicit ColourMap(std::string_view name);
    static std::vector<std::string_view> names();

    /// The colour of a value in [0, 1] (others are clamped, NaN is 0), in linear RGB.
    Vec3 operator()(Real value) const;

private:
    std::vector<Vec3> table_;
};

/// Conversions between the sRGB of screens (0xrrggbb), linear RGB and OKLab (x lightness, y green-red, z blue-yellow).
Vec3 linear_from_srgb(unsigned code);
Vec3 oklab_from_linear(const Vec3& rgb);
Vec3 linear_from_oklab(const Vec3& lab);

}  // namespace panta
