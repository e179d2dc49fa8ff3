#include "render/colour_map.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "base/error.h"

namespace panta {

namespace {

constexpr size_t table_size = 256;

struct NamedMap {
    std::string_view name;
    std::vector<unsigned> colours;  // sRGB, from the lowest value to the highest
};

const std::vector<NamedMap>& maps() {
    static const std::vector<NamedMap> all{
        {"water", {0x07305f, 0x0d5596, 0x2485c6, 0x6dbbe6, 0xc2e6f7, 0xffffff}},
        {"heat", {0x240a3a, 0x6b1763, 0xb93a52, 0xeb7a3a, 0xfabf4e, 0xfff8cf}},
        {"meadow", {0x33215e, 0x2b4f86, 0x1d7f86, 0x3aad6d, 0x9fd14a, 0xf7ee5c}},
    };
    return all;
}

/// "#rrggbb,#rrggbb,...", two colours at least; nothing if the text is something else.
std::optional<std::vector<unsigned>> own_colours(std::string_view text) {
    std::vector<unsigned> colours;
    for (;;) {
        const std::string_view one = text.substr(0, text.find(','));
        unsigned code = 0;
        if (one.size() != 7 || one[0] != '#') return std::nullopt;
        const auto read = std::from_chars(one.data() + 1, one.data() + one.size(), code, 16);
        if (read.ec != std::errc{} || read.ptr != one.data() + one.size()) return std::nullopt;
        colours.push_back(code);
        if (one.size() == text.size()) break;
        text.remove_prefix(one.size() + 1);
    }
    if (colours.size() < 2) return std::nullopt;
    return colours;
}

std::vector<unsigned> colours_of(std::string_view name) {
    for (const NamedMap& map : maps())
        if (map.name == name) return map.colours;
    if (auto colours = own_colours(name)) return *colours;
    if (name.find_first_of("#,") != std::string_view::npos)
        throw InputError("", "'" + std::string(name) + "' is not a list of colours",
                         "colours are written #rrggbb, two of them or more: '#07305f,#ffffff', for instance");
    std::string known;
    for (const NamedMap& map : maps()) known += (known.empty() ? "" : ", ") + std::string(map.name);
    throw InputError("", "there is no colour map '" + std::string(name) + "'",
                     "there are: " + known + "; or give colours of your own, such as '#07305f,#ffffff'");
}

Real channel(unsigned code, int shift) {
    const Real value = Real((code >> shift) & 255u) / 255;
    return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

Vec3 product(const std::array<Vec3, 3>& rows, const Vec3& v) {
    return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)};
}

}  // namespace

Vec3 linear_from_srgb(unsigned code) { return {channel(code, 16), channel(code, 8), channel(code, 0)}; }

Vec3 oklab_from_linear(const Vec3& rgb) {
    const Vec3 cones = product({{{0.4122214708f, 0.5363325363f, 0.0514459929f},
                                 {0.2119034982f, 0.6806995451f, 0.1073969566f},
                                 {0.0883024619f, 0.2817188376f, 0.6299787005f}}},
                               rgb);
    return product({{{0.2104542553f, 0.7936177850f, -0.0040720468f},
                     {1.9779984951f, -2.4285922050f, 0.4505937099f},
                     {0.0259040371f, 0.7827717662f, -0.8086757660f}}},
                   {std::cbrt(cones.x), std::cbrt(cones.y), std::cbrt(cones.z)});
}

Vec3 linear_from_oklab(const Vec3& lab) {
    const Vec3 roots = product(
        {{{1, 0.3963377774f, 0.2158037573f}, {1, -0.1055613458f, -0.0638541728f}, {1, -0.0894841775f, -1.2914855480f}}},
        lab);
    const Vec3 cones{roots.x * roots.x * roots.x, roots.y * roots.y * roots.y, roots.z * roots.z * roots.z};
    return product({{{4.0767416621f, -3.3077115913f, 0.2309699292f},
                     {-1.2684380046f, 2.6097574011f, -0.3413193965f},
                     {-0.0041960863f, -0.7034186147f, 1.7076147010f}}},
                   cones);
}

ColourMap::ColourMap(std::string_view name) {
    const std::vector<unsigned> colours = colours_of(name);
    const size_t pieces = colours.size() - 1;
    for (size_t k = 0; k < table_size; ++k) {
        const Real at = Real(k * pieces) / Real(table_size - 1);
        const size_t piece = std::min(size_t(at), pieces - 1);
        const Vec3 from = oklab_from_linear(linear_from_srgb(colours[piece]));
        const Vec3 to = oklab_from_linear(linear_from_srgb(colours[piece + 1]));
        table_.push_back(max(Vec3{}, linear_from_oklab(from + (to - from) * (at - Real(piece)))));
    }
}

std::vector<std::string_view> ColourMap::names() {
    std::vector<std::string_view> names;
    for (const NamedMap& map : maps()) names.push_back(map.name);
    return names;
}

Vec3 ColourMap::operator()(Real value) const {
    const Real clamped = value > 0 ? std::min(value, Real(1)) : 0;
    const Real at = clamped * Real(table_size - 1);
    const size_t k = std::min(size_t(at), table_size - 2);
    return table_[k] + (table_[k + 1] - table_[k]) * (at - Real(k));
}

}  // namespace panta
