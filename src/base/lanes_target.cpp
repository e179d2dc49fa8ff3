#include "base/lanes_target.h"

#include <hwy/targets.h>

#include <bit>

namespace panta {

namespace {

int64_t target_bit(LaneTarget target) {
    switch (target) {
        case LaneTarget::avx2:
            return HWY_AVX2;
        case LaneTarget::sse4:
            return HWY_SSE4;
        case LaneTarget::scalar:
            return HWY_SCALAR;
        case LaneTarget::best:
            break;
    }
    return 0;
}

}  // namespace

bool choose_lanes(LaneTarget target) {
    hwy::SetSupportedTargetsForTest(0);
    const int64_t wanted = target_bit(target);
    const bool available = wanted == 0 || (hwy::SupportedTargets() & wanted) != 0;
    if (available && wanted != 0) hwy::SetSupportedTargetsForTest(wanted);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return available;
}

std::string_view lanes_in_use() {
    // Lower bits are better targets; the dispatcher takes the best one that was compiled.
    const uint64_t usable = uint64_t(hwy::SupportedTargets() & HWY_TARGETS);
    return hwy::TargetName(int64_t(1) << std::countr_zero(usable));
}

}  // namespace panta
