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

Json behaviours_schema() {
    Json choices = Json::array();
    for (Behaviour& behaviour : all_behaviours()) {
        SchemaVisitor visitor;
        std::visit(
            [&](auto& params) {
                const BehaviourName name = behaviour_name(params);
                visitor.properties["behaviour"] = {{"const", name.name}, {"description", name.doc}};
                visitor.required.push_back("behaviour");
                visit(visitor, params);
            },
            behaviour);
        choices.push_back(visitor.object());
    }
    return {{"oneOf", choices}};
}

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

Json schema() {
    Json result{
        {"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"title", "Panta scene"},
        {"description", "A scene of Panta: particles, their behaviours, walls and output. Everything is in SI units."}};
    result.update(schema_of(TypeTag<Scene>{}, {}));
    return result;
}

}  // namespace scene

std::string scene_schema() { return scene::schema().dump(2) + "\n"; }

}  // namespace panta
