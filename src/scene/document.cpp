// nlohmann-json does the parsing; it reports events without lines, so it reads through an iterator that counts.
#include "scene/document.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

namespace panta::scene {

namespace {

// Walks over the text and tells how far the parser has read.
class CountingIterator {
public:
    // NOLINTBEGIN(readability-identifier-naming): the names that iterators have
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;
    // NOLINTEND(readability-identifier-naming)

    CountingIterator(const char* at, std::size_t* read) : at_(at), read_(read) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        ++at_, ++*read_;
        return *this;
    }
    CountingIterator operator++(int) {
        CountingIterator old = *this;
        ++*this;
        return old;
    }
    bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
    bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

private:
    const char* at_;
    std::size_t* read_;
};

// Builds the tree from the parser's events.
class Builder : public nlohmann::json_sax<nlohmann::json> {
public:
    Builder(std::string_view text, const std::size_t& read, Problems& problems)
        : text_(text), read_(read), problems_(problems) {}

    bool null() override { return put({}); }
    bool boolean(bool value) override { return put({.kind = Node::Kind::boolean, .boolean = value}); }
    bool number_integer(number_integer_t value) override {
        return put({.kind = Node::Kind::number, .number = static_cast<double>(value)});
    }
    bool number_unsigned(number_unsigned_t value) override {
        return put({.kind = Node::Kind::number, .natural = true, .count = value, .number = static_cast<double>(value)});
    }
    bool number_float(number_float_t value, const string_t&) override {
        return put({.kind = Node::Kind::number, .number = value});
    }
    bool string(string_t& value) override { return put({.kind = Node::Kind::string, .text = std::move(value)}); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Node::Kind::object); }
    bool start_array(std::size_t) override { return open(Node::Kind::array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        key_ = std::move(name);
        key_line_ = line();
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& e) override {
        // 406 is the parser's number for a number that is too large.
        constexpr int number_overflow = 406;
        if (e.id == number_overflow) {
            problems_.add(line_at(read_), path(), fmt::format("the number {} is too large", in_quotes(token)));
        } else {
            std::string what = e.what();
            // Keep what follows the parser's own prefix and position.
            if (const auto at = what.find(": "); at != std::string::npos) what = what.substr(at + 2);
            problems_.add(line_at(position == 0 ? 0 : position - 1), path(), fmt::format("this is not JSON: {}", what),
                          "look for a missing comma, quote or bracket here or just before");
        }
        return false;
    }

    Node take() { return std::move(root_); }

private:
    struct Level {
        Node* node;
        std::string path;
    };

    // The line of the token that was read last. A number is only known to have ended one character later, but a line
    // break still belongs to its line.
    int line() const { return line_at(read_ == 0 ? 0 : read_ - 1); }
    int line_at(std::size_t position) const {
        const auto offset = static_cast<std::ptrdiff_t>(std::min(position, text_.size()));
        // Lines are asked for in rising order, so counting goes on where it stopped.
        if (offset < counted_) counted_ = 0, lines_ = 1;
        lines_ += static_cast<int>(std::count(text_.begin() + counted_, text_.begin() + offset, '\n'));
        counted_ = offset;
        return lines_;
    }

    std::string path() const {
        if (open_.empty()) return "/";
        const Level& top = open_.back();
        if (top.node->kind == Node::Kind::array) return path_to(top.path, top.node->items.size());
        return key_.empty() ? top.path : path_to(top.path, key_);
    }

    bool put(Node node) {
        const bool added = add(std::move(node)) != nullptr;
        key_.clear();
        return added;
    }

    bool open(Node::Kind kind) {
        if (open_.size() == deepest_nesting) {
            problems_.add(line(), open_[1].path,
                          fmt::format("values are nested deeper than {} levels", deepest_nesting));
            return false;
        }
        const std::string here = path();
        Node* added = add({.kind = kind});
        if (!added) return false;
        open_.push_back({added, here});
        key_.clear();
        return true;
    }

    bool close() {
        open_.pop_back();
        key_.clear();
        return true;
    }

    // Puts a value into the innermost open array or object; null if there are too many.
    Node* add(Node node) {
        node.line = line();
        if (++values_ > most_values) return refuse(fmt::format("the file has more than {} values", most_values));
        if (open_.empty()) return &(root_ = std::move(node));
        Node& parent = *open_.back().node;
        if (parent.kind == Node::Kind::object) {
            node.line = key_line_;
            if (const Node* first = parent.find(key_)) {
                problems_.add(key_line_, path_to(open_.back().path, key_), "this key is given twice",
                              fmt::format("the first one is in line {}", first->line));
                return &(spare_.emplace_back(std::make_unique<Node>(std::move(node))), *spare_.back());
            }
            if (parent.keys.size() == most_keys)
                return refuse(fmt::format("the object has more than {} keys", most_keys));
            parent.keys.push_back(key_);
        }
        parent.items.push_back(std::move(node));
        return &parent.items.back();
    }

    Node* refuse(std::string what) {
        problems_.add(line(), open_.empty() ? "/" : open_.back().path, std::move(what));
        return nullptr;
    }

    std::string_view text_;
    const std::size_t& read_;
    Problems& problems_;
    Node root_;
    std::vector<Level> open_;
    std::vector<std::unique_ptr<Node>> spare_;  // values of duplicate keys, read and forgotten
    std::size_t values_ = 0;
    std::string key_;
    int key_line_ = 1;
    mutable std::ptrdiff_t counted_ = 0;
    mutable int lines_ = 1;
};

// Offset of the first byte that is not UTF-8 (RFC 3629), or the size of the text.
std::size_t first_bad_byte(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    std::size_t i = 0;
    while (i < text.size()) {
        const unsigned lead = byte(i);
        const std::size_t length = lead < 0x80                   ? 1
                                   : lead >= 0xC2 && lead < 0xE0 ? 2
                                   : lead >= 0xE0 && lead < 0xF0 ? 3
                                   : lead >= 0xF0 && lead < 0xF5 ? 4
                                                                 : 0;
        if (length == 0) return i;
        for (std::size_t k = 1; k < length; k++)
            if ((byte(i + k) & 0xC0) != 0x80) return i;
        // Neither overlong forms, nor surrogates, nor beyond U+10FFFF.
        const unsigned second = byte(i + 1);
        if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
            (lead == 0xF4 && second > 0x8F))
            return i;
        i += length;
    }
    return i;
}

}  // namespace

const Node* Node::find(std::string_view key) const {
    const auto found = std::find(keys.begin(), keys.end(), key);
    return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

std::string_view describe(Node::Kind kind) {
    switch (kind) {
        case Node::Kind::null:
            return "null";
        case Node::Kind::boolean:
            return "true or false";
        case Node::Kind::number:
            return "a number";
        case Node::Kind::string:
            return "a text";
        case Node::Kind::array:
            return "a list";
        case Node::Kind::object:
            return "an object";
    }
    return "unknown";
}

std::optional<Node> parse_document(std::string_view text, Problems& problems) {
    if (text.size() > longest_text) {
        problems.add(1, "/", fmt::format("the file is longer than {} MiB", longest_text >> 20));
        return {};
    }
    if (const std::size_t bad = first_bad_byte(text); bad < text.size()) {
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
        problems.add(static_cast<int>(line), "/", "the file is not UTF-8 text", "save it with that encoding");
        return {};
    }
    std::size_t read = 0;
    Builder builder(text, read, problems);
    const CountingIterator begin(text.data(), &read);
    const CountingIterator end(text.data() + text.size(), &read);
    const bool strict = true, ignore_comments = true;
    if (!nlohmann::json::sax_parse(begin, end, &builder, nlohmann::json::input_format_t::json, strict, ignore_comments))
        return {};
    return builder.take();
}

int line_of(const Node& root, std::string_view path) {
    const Node* node = &root;
    while (path.size() > 1) {
        path.remove_prefix(1);
        const std::string_view key = path.substr(0, path.find('/'));
        path.remove_prefix(key.size());
        const Node* next = nullptr;
        if (node->kind == Node::Kind::object) {
            next = node->find(key);
        } else if (node->kind == Node::Kind::array) {
            const std::size_t index = static_cast<std::size_t>(std::atoll(std::string(key).c_str()));
            if (index < node->items.size()) next = &node->items[index];
        }
        if (!next) break;
        node = next;
    }
    return node->line;
}

}  // namespace panta::scene
