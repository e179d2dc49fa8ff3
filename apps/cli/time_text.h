// Durations as people write them.
#pragma once

#include <fmt/core.h>

#include <cmath>
#include <string>

namespace panta::cli {

inline std::string as_time(double seconds) {
    const auto whole = std::llround(seconds);
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

}  // namespace panta::cli
