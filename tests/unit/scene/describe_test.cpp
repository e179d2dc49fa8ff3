// What is generated from the declarations: schema, lists, reference page.
#include "scene/describe.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "scene/load.h"
#include "scene_text.h"

namespace panta {
namespace {

using nlohmann::json;

// Every key that a schema allows anywhere.
void collect_keys(const json& schema, std::set<std::string>& keys) {
    if (schema.contains("properties"))
        for (const auto& [key, value] : schema["properties"].items()) keys.insert(key), collect_keys(value, keys);
    if (schema.contains("items")) collect_keys(schema["items"], keys);
    for (const char* choice : {"oneOf", "anyOf"})
        if (schema.contains(choice))
            for (const json& alternative : schema[choice]) collect_keys(alternative, keys);
    if (schema.contains("$defs"))
        for (const json& definition : schema["$defs"]) collect_keys(definition, keys);
}

// Every key that a document has.
void collect_used(const json& value, std::set<std::string>& keys) {
    if (value.is_object())
        for (const auto& [key, item] : value.items()) keys.insert(key);
    if (value.is_structured())
        for (const json& item : value) collect_used(item, keys);
}

// Calls `look` with every schema of a key, with the key.
template <class Look>
void for_each_key(const json& schema, const Look& look) {
    if (schema.contains("properties"))
        for (const auto& [key, value] : schema["properties"].items()) look(key, value), for_each_key(value, look);
    if (schema.contains("items")) for_each_key(schema["items"], look);
    if (schema.contains("oneOf"))
        for (const json& alternative : schema["oneOf"]) for_each_key(alternative, look);
    if (schema.contains("$defs"))
        for (const json& definition : schema["$defs"]) for_each_key(definition, look);
}

// A scene that uses every key there is.
std::string everything() {
    Scene scene = parse_scene(R"({
        "$schema": "scene.schema.json", "format": 1, "spacing": 0.1,
        "periodic": {"x": [0, 1], "y": [0, 1], "z": [0, 1]}, "domain": {"min": [0, 0, 0], "max": [1, 1, 1]},
        "bodies": [{"shape": {"box": {"size": [1, 1, 1]}},
                    "track": [{"behaviour": "fluid", "volume": {"keys": [[0, 1]]}}]},
                   {"track": [{"behaviour": "control"}], "shape": {"cylinder": {"radius": 1, "height": 1}}},
                   {"preset": "water", "emitter": {"disc": {"radius": 1}, "speed": 1}},
                   {"preset": "water", "emitter": {"rectangle": {"size": [1, 1]}, "speed": 1}}],
        "boundaries": [{"plane": {}}, {"sphere": {"radius": 1}, "temperature": 300, "motion": {"translate": {"keys": [[0, [0, 0, 0]]]}}}],
        "outflows": [{"sphere": {"radius": 1}}],
        "guides": [{"body": "body_1", "radius": 0.2}, {"box": {"size": [1, 1, 1]}, "radius": 0.2},
                   {"sphere": {"radius": 1}, "radius": 0.2}, {"cylinder": {"radius": 1, "height": 1}, "radius": 0.2}]})",
                              "scene.json", scene_text::empty_folder());
    // Every property of every behaviour.
    for (const scene::BehaviourKind& kind : scene::builtin_behaviours()) {
        TrackEntry entry(*kind.type);
        for (size_t k = 0; k < entry.given.size(); ++k)
            std::visit([&]<class T>(const Property<T>* property) { entry.given[k] = Keyed<T>(property->initial); },
                       kind.type->properties[k]);
        scene.bodies[1].track.push_back(entry);
    }
    return resolved(scene);
}

TEST(Schema, has_exactly_the_keys_that_scenes_have) {
    std::set<std::string> declared, used;
    collect_keys(json::parse(scene_schema()), declared);
    collect_used(json::parse(everything()), used);
    used.insert({"mesh", "frames"});  // need files
    EXPECT_EQ(declared, used);
}

TEST(Schema, says_what_every_key_means) {
    for_each_key(json::parse(scene_schema()), [](const std::string& key, const json& schema) {
        EXPECT_FALSE(schema.value("description", "").empty()) << key;
        const bool says_what =
            schema.contains("type") || schema.contains("oneOf") || schema.contains("const") || schema.contains("anyOf");
        EXPECT_TRUE(says_what) << key;
    });
}

TEST(Schema, tells_ranges_units_and_defaults) {
    const json schema = json::parse(scene_schema());
    EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    EXPECT_EQ(schema["required"], (json{"format", "spacing", "bodies"}));
    const json& support = schema["properties"]["support"];
    EXPECT_EQ(support["minimum"], 1.5);
    EXPECT_EQ(support["maximum"], 6);
    EXPECT_EQ(support["default"], 2);
    EXPECT_EQ(support["unit"], "spacing");
}

TEST(Schema, shows_a_choice_as_one_of) {
    const json schema = json::parse(scene_schema());
    const json& choices = schema["properties"]["bodies"]["items"]["oneOf"];
    ASSERT_EQ(choices.size(), 2u);
    EXPECT_EQ(choices[0]["required"], json{"shape"});
    EXPECT_EQ(choices[1]["required"], json{"emitter"});
    const json& box = schema["properties"]["boundaries"]["items"]["oneOf"][0]["properties"]["box"]["oneOf"];
    EXPECT_EQ(box[0]["required"], (json{"min", "max"}));
    EXPECT_EQ(box[1]["required"], json{"size"});
}

TEST(Lists, have_a_name_and_a_sentence_for_everything) {
    for (const std::string_view topic : list_topics()) {
        const auto list = list_of(topic);
        EXPECT_FALSE(list.empty()) << topic;
        for (const Listed& listed : list) EXPECT_FALSE(listed.name.empty() || listed.doc.empty()) << topic;
    }
}

TEST(Lists, cite_the_source_of_every_preset) {
    for (const Listed& preset : list_of("presets")) {
        ASSERT_FALSE(preset.details.empty());
        EXPECT_TRUE(preset.details.back().starts_with("source: ")) << preset.name;
    }
}

TEST(ReferencePage, in_the_repository_is_the_generated_one) {
    std::ifstream file(PANTA_SOURCE_DIR "/docs/reference/scene.md");
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), scene_reference()) << "write it anew: panta schema --reference > docs/reference/scene.md";
}

TEST(SampleScenes, are_fine) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(PANTA_SOURCE_DIR "/samples/scenes")) {
        if (entry.path().extension() != ".json") continue;
        EXPECT_NO_THROW(load_scene(entry.path())) << entry.path();
        count++;
    }
    EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace panta
