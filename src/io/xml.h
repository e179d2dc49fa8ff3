// The little of XML that VTK files need: their tags one after the other, with attributes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace panta {

struct XmlTag {
    std::string name;  // a closing tag's name starts with '/'
    std::vector<std::pair<std::string, std::string>> attributes;

    /// The value of an attribute, empty if there is none.
    std::string_view operator[](std::string_view key) const;
};

/// Walks through the tags of a text that came from the file `path`.
class XmlScanner {
public:
    XmlScanner(std::string path, std::string_view text) : path_(std::move(path)), text_(text) {}

    /// The next tag, nothing at the end of the text. Throws InputError if the text is not XML.
    std::optional<XmlTag> next();
    /// The text between the last tag and the one that follows.
    std::string_view content() const;
    /// Where the text after the last tag starts.
    size_t position() const { return position_; }

private:
    [[noreturn]] void refuse() const;
    std::string_view word();
    void skip_space();

    std::string path_;
    std::string_view text_;
    size_t position_ = 0;
};

/// Replaces the characters that have a meaning in XML.
std::string xml_escaped(std::string_view text);

}  // namespace panta
