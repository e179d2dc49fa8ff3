#include "scene/writer.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "scene/load.h"

namespace panta {

namespace scene {

namespace {

bool is_short(const Json& value) {
    // A list of numbers, words or pairs fits a line; so does an object of at most two such values.
    if (value.is_object() && value.size() > 2) return false;
    for (const Json& item : value)
        if (item.is_structured() && (!item.is_array() || item.size() > 3)) return false;
    return true;
}

void write(std::string& text, const Json& value, std::size_t depth) {
    if (!value.is_structured() || value.empty()) {
        text += value.dump();
        return;
    }
    const bool one_line = is_short(value);
    const auto new_line = [&](std::size_t levels) {
        if (!one_line) text += '\n', text.append(2 * levels, ' ');
    };
    text += value.is_array() ? '[' : '{';
    bool first = true;
    for (const auto& [key, item] : value.items()) {
        if (!first) text += one_line ? ", " : ",";
        first = false;
        new_line(depth + 1);
        if (value.is_object()) text += Json(key).dump(), text += ": ";
        write(text, item, depth + 1);
    }
    new_line(depth);
    text += value.is_array() ? ']' : '}';
}

}  // namespace

Json json_of(double value) {
    // Whole numbers without ".0"; minus zero keeps its sign.
    constexpr double largest_shown = 1e15;
    if (value == std::floor(value) && std::abs(value) < largest_shown && (value != 0 || !std::signbit(value)))
        return static_cast<int64_t>(value);
    return value;
}

Json json_of(Real value) {
    char text[64];
    *std::to_chars(text, text + sizeof text - 1, value).ptr = '\0';
    const double shortest = std::strtod(text, nullptr);
    // Rounding twice, to double and then to float, could in principle miss the float.
    return json_of(static_cast<Real>(shortest) == value ? shortest : static_cast<double>(value));
}

Json json_of(FilePath& value) {
    const std::u8string name = value.path.generic_u8string();
    return std::string(name.begin(), name.end());
}

Json json_of(TrackEntry& entry) {
    Json object{{"behaviour", entry.type->name}, {"weight", json_of(entry.weight)}};
    for (std::size_t k = 0; k < entry.given.size(); k++) {
        const std::string name(
            std::visit([](const auto* property) { return property->name; }, entry.type->properties[k]));
        if (entry.given[k]) object[name] = std::visit([](auto& value) { return json_of(value); }, *entry.given[k]);
    }
    return object;
}

std::string pretty(const Json& value) {
    std::string text;
    write(text, value, 0);
    return text;
}

}  // namespace scene

std::string resolved(const Scene& given) {
    Scene scene = given;  // visitors see members that they could change
    return scene::pretty(scene::json_of(scene)) + "\n";
}

}  // namespace panta
