// Collects what is wrong with a scene, so that everything is told at once and in the order of the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace panta::scene {

class Problems {
public:
    explicit Problems(std::string file_name) : file_name_(std::move(file_name)) {}

    void add(int line, const std::string& path, std::string what, std::string hint = "");

    /// Whether something at this path, within it or around it is already known to be wrong.
    bool touch(std::string_view path) const;
    bool empty() const { return found_.empty(); }

    /// Throws an InputError with everything that was found.
    [[noreturn]] void throw_all() const;

private:
    struct Found {
        int line;
        std::string path;
        Problem problem;
    };

    std::string file_name_;
    std::vector<Found> found_;
    std::size_t count_ = 0;  // including those that are not kept
};

/// A JSON pointer one level deeper; characters that would spoil a message are replaced.
std::string path_to(const std::string& path, std::string_view key);
std::string path_to(const std::string& path, std::size_t index);

/// Text of the user for a message: in quotes, cut if long, without control characters.
std::string in_quotes(std::string_view text);

/// The candidate nearest to a mistyped word, if one is near enough to be what was meant; empty otherwise.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// "a, b or c"
std::string joined(const std::vector<std::string_view>& words, std::string_view last = " or ");

}  // namespace panta::scene
