// Which vector instructions loops run on. The best the CPU has is chosen at run time; tests choose others to compare.
#pragma once

#include <string_view>

namespace panta {

enum class LaneTarget { best, avx2, sse4, scalar };

/// Chooses the instructions for the whole process (tests only). Returns false if this CPU does not have them.
bool choose_lanes(LaneTarget target);
/// Name of the instructions in use.
std::string_view lanes_in_use();

}  // namespace panta
