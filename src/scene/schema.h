// The visitor that writes the JSON Schema of an object. Includes nlohmann-json: for sources only.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/parameters.h"
#include "scene/builtin.h"
#include "scene/keys.h"
#include "scene/names.h"
#include "scene/writer.h"

namespace panta::scene {

template <class T>
struct TypeTag {};

Json numbers_schema(std::size_t fewest, std::size_t most, const Parameter& about);
Json range_schema(std::string_view type, const Parameter& about);
Json word_schema(const std::vector<std::pair<std::string_view, std::string_view>>& words);
Json presets_schema();

/// Where the schema of an entry of a track is, among the definitions of the whole.
inline constexpr const char* behaviour_definition = "#/$defs/behaviour";

// Schema of a value of each type.
inline Json schema_of(TypeTag<Real>, const Parameter& about) { return range_schema("number", about); }
inline Json schema_of(TypeTag<double>, const Parameter& about) { return range_schema("number", about); }
inline Json schema_of(TypeTag<int>, const Parameter& about) { return range_schema("integer", about); }
inline Json schema_of(TypeTag<uint64_t>, const Parameter&) { return {{"type", "integer"}, {"minimum", 0}}; }
inline Json schema_of(TypeTag<bool>, const Parameter&) { return {{"type", "boolean"}}; }
inline Json schema_of(TypeTag<std::string>, const Parameter&) { return {{"type", "string"}, {"minLength", 1}}; }
inline Json schema_of(TypeTag<FilePath>, const Parameter&) { return {{"type", "string"}, {"minLength", 1}}; }
inline Json schema_of(TypeTag<PresetName>, const Parameter&) { return presets_schema(); }
inline Json schema_of(TypeTag<Vec3>, const Parameter& about) { return numbers_schema(2, 3, about); }
inline Json schema_of(TypeTag<Rotation>, const Parameter& about) { return numbers_schema(3, 3, about); }
inline Json schema_of(TypeTag<Interval>, const Parameter& about) { return numbers_schema(2, 2, about); }
inline Json schema_of(TypeTag<std::array<Real, 2>>, const Parameter& about) { return numbers_schema(2, 2, about); }

template <class Enum>
requires std::is_enum_v<Enum> Json schema_of(TypeTag<Enum>, const Parameter&) {
    std::vector<std::pair<std::string_view, std::string_view>> words;
    for (const auto& entry : names(Enum{})) words.emplace_back(entry.name, entry.doc);
    return word_schema(words);
}

template <class T>
requires std::is_class_v<T> Json schema_of(TypeTag<T>, const Parameter&);

/// A value, or keys of such values.
Json keyed_schema(Json value, const Parameter& about);
template <class T>
Json schema_of(TypeTag<Keyed<T>>, const Parameter& about) {
    return keyed_schema(schema_of(TypeTag<T>{}, about), about);
}

template <class T>
Json schema_of(TypeTag<std::vector<T>>, const Parameter& about) {
    Json list{{"type", "array"}, {"items", schema_of(TypeTag<T>{}, Parameter{})}};
    if (std::isfinite(about.min)) list["minItems"] = static_cast<int>(about.min);
    return list;
}

class SchemaVisitor {
public:
    template <class T>
    void operator()(std::string_view name, T& member, const Parameter& about) {
        // Objects have no default of their own, their keys have; empty means "none" or "chosen for you".
        Json fallback;
        if constexpr (!std::is_class_v<T> || std::is_same_v<T, Vec3> || std::is_same_v<T, Rotation>)
            fallback = json_of(member);
        add(name, schema_of(TypeTag<T>{}, about), about, fallback);
    }
    template <class T>
    void operator()(std::string_view name, std::vector<T>& member, const Parameter& about) {
        add(name, schema_of(TypeTag<std::vector<T>>{}, about), about, json_of(member));
    }
    template <class T>
    void operator()(std::string_view name, Keyed<T>& member, const Parameter& about) {
        add(name, schema_of(TypeTag<Keyed<T>>{}, about), about, json_of(member));
    }
    template <class T>
    void operator()(std::string_view name, std::optional<T>&, const Parameter& about) {
        add(name, schema_of(TypeTag<T>{}, about), about, {});
    }
    template <class... T>
    void one_of(std::variant<T...>&, const Parameter& about) {
        choice_ = {Json::array(), std::string(about.doc)};
        (add_choice<T>(), ...);
    }
    void track(std::string_view name, Track&, const PresetName&, const Parameter& about) {
        add(name, {{"type", "array"}, {"items", {{"$ref", behaviour_definition}}}}, about, {});
    }

    /// The schema of the whole object; other keys are refused.
    Json object() const;

    Json properties = Json::object();
    Json required = Json::array();

private:
    void add(std::string_view name, Json schema, const Parameter& about, const Json& fallback);

    template <class T>
    void add_choice() {
        SchemaVisitor inner;
        T alternative;
        visit_choice(inner, alternative);
        choice_.alternatives.push_back({{"properties", inner.properties}, {"required", inner.required}});
    }

    struct Choice {
        Json alternatives;  // empty: there is nothing to choose
        std::string doc;
    };
    Choice choice_;
};

template <class T>
requires std::is_class_v<T> Json schema_of(TypeTag<T>, const Parameter&) {
    SchemaVisitor visitor;
    T value;
    visit(visitor, value);
    return visitor.object();
}

/// The whole schema as JSON.
Json schema(const Catalogue& catalogue);

}  // namespace panta::scene
