// The visitor that turns parameters back into JSON, with every default filled in. Includes nlohmann-json: for sources
// only.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/parameters.h"
#include "scene/keys.h"
#include "scene/names.h"

namespace panta::scene {

using Json = nlohmann::ordered_json;

/// A number as people write it (0.02, not 0.0199999996), which reads back as the same float.
Json json_of(Real value);
Json json_of(double value);

inline Json json_of(int value) { return value; }
inline Json json_of(uint64_t value) { return value; }
inline Json json_of(bool value) { return value; }
inline Json json_of(std::string& value) { return value; }
inline Json json_of(Vec3& v) { return {json_of(v.x), json_of(v.y), json_of(v.z)}; }
inline Json json_of(Rotation& value) { return json_of(value.degrees); }
inline Json json_of(Interval& value) { return {json_of(value.min), json_of(value.max)}; }
inline Json json_of(std::array<Real, 2>& value) { return {json_of(value[0]), json_of(value[1])}; }
Json json_of(FilePath& value);
Json json_of(TrackEntry& entry);

template <class Enum>
requires std::is_enum_v<Enum> Json json_of(Enum value) { return name_of(value); }

template <class T>
requires std::is_class_v<T> Json json_of(T& value);

/// A constant as it is; keys with what they are over.
template <class T>
Json json_of(Keyed<T>& value) {
    if (value.is_constant()) return json_of(value.constant);
    Json keys = Json::array();
    for (Key<T>& key : value.keys) keys.push_back({json_of(key.at), json_of(key.value)});
    return {{"over", value.over}, {"keys", keys}, {"ease", name_of(value.ease)}};
}

template <class T>
Json json_of(std::vector<T>& items) {
    Json list = Json::array();
    for (T& item : items) list.push_back(json_of(item));
    return list;
}

class Writer {
public:
    template <class T>
    void operator()(std::string_view name, T& member, const Parameter&) {
        object[std::string(name)] = json_of(member);
    }
    template <class T>
    void operator()(std::string_view name, std::optional<T>& member, const Parameter& about) {
        if (member) (*this)(name, *member, about);
    }
    void operator()(std::string_view name, PresetName& preset, const Parameter&) {
        if (!preset.text.empty()) object[std::string(name)] = preset.text;
    }
    template <class... T>
    void one_of(std::variant<T...>& choice, const Parameter&) {
        std::visit([this](auto& alternative) { visit_choice(*this, alternative); }, choice);
    }
    void track(std::string_view name, Track& track, const PresetName&, const Parameter&) {
        object[std::string(name)] = json_of(track);
    }

    Json object = Json::object();
};

template <class T>
requires std::is_class_v<T> Json json_of(T& value) {
    Writer writer;
    visit(writer, value);
    return writer.object;
}

/// Text with short lists on one line.
std::string pretty(const Json& value);

}  // namespace panta::scene
