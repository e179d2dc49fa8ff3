// The text of a scene as a tree that remembers the line of everything in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/problems.h"

namespace panta::scene {

/// A value of a JSON document.
struct Node {
    enum class Kind : uint8_t { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    bool boolean = false;
    bool natural = false;  // a number written as 0, 1, 2, ...
    uint64_t count = 0;    // that number
    double number = 0;
    int line = 1;                     // of the key, for members of an object
    std::string text{};               // of a string
    std::vector<std::string> keys{};  // of an object, beside `items`
    std::vector<Node> items{};        // of an array or an object

    const Node* find(std::string_view key) const;
};

/// "an object", "a number", ...
std::string_view describe(Node::Kind kind);

/// Deeper documents are refused; scenes need eight levels.
inline constexpr int deepest_nesting = 64;

/// Larger documents are refused; they bound time and memory for any input.
inline constexpr std::size_t longest_text = std::size_t(16) << 20;
inline constexpr std::size_t most_values = 1'000'000;
inline constexpr std::size_t most_keys = 1000;  // of one object

/// Parses JSON with comments. Of duplicate keys the first one counts. A text that is no JSON gives nothing.
/// Whatever is wrong is added to the problems.
std::optional<Node> parse_document(std::string_view text, Problems& problems);

/// The line of a JSON path, or of the deepest part of it that exists.
int line_of(const Node& root, std::string_view path);

}  // namespace panta::scene
