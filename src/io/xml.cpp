#include "io/xml.h"

#include <array>

#include "base/error.h"

namespace panta {

namespace {

constexpr std::array<std::pair<char, std::string_view>, 4> entities{
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}}};
constexpr std::string_view spaces = " \t\r\n";

std::string unescaped(std::string_view text) {
    std::string plain;
    for (size_t k = 0; k < text.size();) {
        size_t length = 1;
        char character = text[k];
        for (const auto& [meaning, entity] : entities)
            if (text.substr(k, entity.size()) == entity) character = meaning, length = entity.size();
        plain += character;
        k += length;
    }
    return plain;
}

}  // namespace

std::string_view XmlTag::operator[](std::string_view key) const {
    for (const auto& [name_of, value] : attributes)
        if (name_of == key) return value;
    return {};
}

std::optional<XmlTag> XmlScanner::next() {
    position_ = text_.find('<', position_);
    if (position_ == std::string_view::npos) {
        position_ = text_.size();
        return std::nullopt;
    }
    ++position_;

    // The name, then name="value" pairs up to the end of the tag.
    XmlTag tag;
    const bool closing = text_.substr(position_, 1) == "/";
    if (closing || text_.substr(position_, 1) == "?") ++position_;
    if (closing) tag.name.push_back('/');
    tag.name += word();
    for (;;) {
        skip_space();
        const std::string_view rest = text_.substr(position_);
        if (rest.starts_with('>')) return ++position_, tag;
        if (rest.starts_with("/>") || rest.starts_with("?>")) return position_ += 2, tag;
        const std::string_view key = word();
        skip_space();
        if (text_.substr(position_, 1) != "=") refuse();
        ++position_;
        skip_space();
        if (text_.substr(position_, 1) != "\"") refuse();
        const size_t begin = ++position_, end = text_.find('"', begin);
        if (end == std::string_view::npos) refuse();
        tag.attributes.emplace_back(key, unescaped(text_.substr(begin, end - begin)));
        position_ = end + 1;
    }
}

std::string_view XmlScanner::content() const {
    const size_t end = text_.find('<', position_);
    std::string_view text = text_.substr(position_, end == std::string_view::npos ? end : end - position_);
    while (!text.empty() && spaces.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
    while (!text.empty() && spaces.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
    return text;
}

std::string_view XmlScanner::word() {
    const size_t begin = position_;
    position_ = std::min(text_.find_first_of(" \t\r\n=<>/?\"", begin), text_.size());
    if (position_ == begin || position_ == text_.size()) refuse();
    return text_.substr(begin, position_ - begin);
}

void XmlScanner::skip_space() { position_ = std::min(text_.find_first_not_of(spaces, position_), text_.size()); }

void XmlScanner::refuse() const {
    throw InputError(path_, "is not a well-formed XML file (byte " + std::to_string(position_) + ")",
                     "is it truncated, or of another format?");
}

std::string xml_escaped(std::string_view text) {
    std::string escaped;
    for (const char character : text) {
        std::string_view written(&character, 1);
        for (const auto& [meaning, entity] : entities)
            if (character == meaning) written = entity;
        escaped += written;
    }
    return escaped;
}

}  // namespace panta
