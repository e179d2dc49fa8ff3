// Small scenes for tests, made of the part that matters.
#pragma once

#include <filesystem>
#include <string>

namespace panta::scene_text {

/// A scene of one block of water with further keys at the top.
inline std::string with_top(const std::string& keys) {
    return R"({"format": 1, "spacing": 0.1, "bodies": [{"shape": {"box": {"size": [1, 1, 1]}}, "preset": "water"}])" +
           (keys.empty() ? std::string() : ", " + keys) + "}";
}

/// A two-dimensional scene of one disc of water with further keys at the top.
inline std::string with_flat_top(const std::string& keys) {
    return R"({"format": 1, "dimension": 2, "spacing": 0.1,
               "bodies": [{"shape": {"sphere": {"radius": 1}}, "preset": "water"}], )" +
           keys + "}";
}

/// A scene whose only body has these keys.
inline std::string with_body(const std::string& keys) {
    return R"({"format": 1, "spacing": 0.1, "bodies": [{)" + keys + "}]}";
}

/// A scene whose only body has a shape with these keys.
inline std::string with_shape(const std::string& keys) {
    return with_body(R"("preset": "water", "shape": {)" + keys + "}");
}

/// A scene whose only body has an emitter with these keys.
inline std::string with_emitter(const std::string& keys) {
    return with_body(R"("preset": "water", "emitter": {)" + keys + "}");
}

/// A scene whose only boundary has these keys.
inline std::string with_boundary(const std::string& keys) { return with_top(R"("boundaries": [{)" + keys + "}]"); }

/// A folder without meshes.
inline std::filesystem::path empty_folder() { return "/nonexistent"; }

}  // namespace panta::scene_text
