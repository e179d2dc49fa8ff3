#include "scene/schema.h"

#include "scene/describe.h"
#include "scene/presets.h"

namespace panta {

namespace scene {

Json range_schema(std::string_view type, const Parameter& about) {
    Json schema{{"type", type}};
    if (std::isfinite(about.min)) schema["minimum"] = json_of(about.min);
    if (std::isfinite(about.above)) schema["exclusiveMinimum"] = json_of(about.above);
    if (std::isfinite(about.max)) schema["maximum"] = json_of(about.max);
    return schema;
}

Json numbers_schema(std::size_t fewest, std::size_t most, const Parameter& about) {
    return {{"type", "array"}, {"items", range_schema("number", about)}, {"minItems", fewest}, {"maxItems", most}};
}

Json word_schema(const std::vector<std::pair<std::string_view, std::string_view>>& words) {
    Json choices = Json::array();
    for (const auto& [name, doc] : words) choices.push_back({{"const", name}, {"description", doc}});
    return {{"oneOf", choices}};
}

Json presets_schema() {
    std::vector<std::pair<std::string_view, std::string_view>> words;
    for (const Preset& preset : presets()) words.emplace_back(preset.name, preset.doc);
    return word_schema(words);
}

Json keyed_schema(Json value, const Parameter& about) {
    Json pair{{"type", "array"}, {"prefixItems", {{{"type", "number"}}, value}}, {"minItems", 2}, {"maxItems", 2}};
    std::vector<std::pair<std::string_view, std::string_view>> eases;
    for (const auto& entry : names(Ease{})) eases.emplace_back(entry.name, entry.doc);
    Json over = about.time_only ? Json{{"const", "time"}} : Json{{"type", "string"}, {"minLength", 1}};
    Json keys{{"type", "object"},
              {"properties",
               {{"over", over},
                {"keys", {{"type", "array"}, {"items", pair}, {"minItems", 1}}},
                {"ease", word_schema(eases)}}},
              {"required", {"keys"}},
              {"additionalProperties", false}};
    return {{"anyOf", {std::move(value), std::move(keys)}}};
}

namespace {

Json behaviours_schema(const Catalogue& catalogue) {
    Json choices = Json::array();
    for (const BehaviourKind& kind : catalogue) {
        const BehaviourType* type = kind.type;
        SchemaVisitor visitor;
        visitor.properties["behaviour"] = {{"const", type->name}, {"description", type->doc}};
        visitor.required.push_back("behaviour");
        Keyed<Real> weight = type->weight.initial;
        visitor("weight", weight, type->weight.about);
        for (const AnyProperty& property : type->properties)
            std::visit(
                [&]<class T>(const Property<T>* declared) {
                    Keyed<T> initial = declared->initial;
                    visitor(declared->name, initial, declared->about);
                },
                property);
        choices.push_back(visitor.object());
    }
    return {{"oneOf", choices}};
}

}  // namespace

void SchemaVisitor::add(std::string_view name, Json schema, const Parameter& about, const Json& fallback) {
    schema["description"] = about.doc;
    if (!about.unit.empty()) schema["unit"] = about.unit;
    if (about.required) required.push_back(name);
    const bool is_empty_text = fallback.is_string() && fallback.get<std::string>().empty();
    if (!about.required && !fallback.is_null() && !is_empty_text) schema["default"] = fallback;
    properties[std::string(name)] = std::move(schema);
}

Json SchemaVisitor::object() const {
    Json schema{{"type", "object"}, {"properties", properties}};
    if (!required.empty()) schema["required"] = required;
    if (!choice_.alternatives.empty()) {
        schema["oneOf"] = choice_.alternatives;
        schema["$comment"] = choice_.doc;
    }
    schema["unevaluatedProperties"] = false;
    return schema;
}

Json schema(const Catalogue& catalogue) {
    Json result{
        {"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"title", "Panta scene"},
        {"description", "A scene of Panta: particles, their behaviours, walls and output. Everything is in SI units."}};
    result.update(schema_of(TypeTag<Scene>{}, {}));
    result[Json::json_pointer(std::string(behaviour_definition).substr(1))] = behaviours_schema(catalogue);
    return result;
}

}  // namespace scene

std::string scene_schema(const scene::Catalogue& catalogue) { return scene::schema(catalogue).dump(2) + "\n"; }

}  // namespace panta
