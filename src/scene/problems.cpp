#include "scene/problems.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace panta::scene {

namespace {

// More problems than these are counted, not listed; not kept.
constexpr std::size_t most_listed = 100;
constexpr std::size_t most_kept = 1000;

bool is_within(std::string_view inner, std::string_view outer) {
    return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '/' || outer == "/");
}

// Printable text, cut at a length that fits a message. Bytes of UTF-8 are kept and never cut apart.
std::string printable(std::string_view text, std::size_t longest) {
    std::string shown;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool continues = (byte & 0xC0) == 0x80;
        if (shown.size() >= longest && !continues) return shown + "...";
        shown += byte < 0x20 || byte == 0x7F ? '?' : c;
    }
    return shown;
}

// Edits (insert, delete, replace, swap neighbours) that turn one word into the other: Damerau 1964.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t(0));
    for (std::size_t i = 1; i <= a.size(); i++) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); j++) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

}  // namespace

void Problems::add(int line, const std::string& path, std::string what, std::string hint) {
    count_++;
    if (found_.size() == most_kept) return;
    std::string where = fmt::format("{}:{}: {}", file_name_, line, path);
    found_.push_back({line, path, {std::move(where), std::move(what), std::move(hint)}});
}

bool Problems::touch(std::string_view path) const {
    if (found_.size() == most_kept) return true;  // nobody knows any more
    return std::any_of(found_.begin(), found_.end(),
                       [&](const Found& f) { return is_within(f.path, path) || is_within(path, f.path); });
}

void Problems::throw_all() const {
    std::vector<Found> sorted = found_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Found& a, const Found& b) { return a.line < b.line; });
    std::vector<Problem> told;
    for (const Found& found : sorted) {
        if (told.size() == most_listed) {
            told.push_back({file_name_, fmt::format("and {} more problems", count_ - most_listed), ""});
            break;
        }
        told.push_back(found.problem);
    }
    throw InputError(std::move(told));
}

std::string path_to(const std::string& path, std::string_view key) {
    std::string escaped;
    for (const char c : printable(key, 60)) {
        if (c == '~')
            escaped += "~0";
        else if (c == '/')
            escaped += "~1";
        else
            escaped += c;
    }
    return fmt::format("{}/{}", path == "/" ? "" : path, escaped);
}

std::string path_to(const std::string& path, std::size_t index) { return path_to(path, std::to_string(index)); }

std::string in_quotes(std::string_view text) { return fmt::format("\"{}\"", printable(text, 60)); }

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
    // A word of n letters may have n/3 mistakes; short ones one.
    constexpr std::size_t longest_key = 60;
    if (word.size() > longest_key) return {};
    std::string_view best;
    std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const std::size_t edits = edit_distance(word, candidate);
        if (edits < fewest && edits < candidate.size()) fewest = edits, best = candidate;
    }
    return best;
}

std::string joined(const std::vector<std::string_view>& words, std::string_view last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); i++) {
        if (i > 0) text += i + 1 == words.size() ? last : ", ";
        text += words[i];
    }
    return text;
}

}  // namespace panta::scene
