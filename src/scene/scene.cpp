#include "scene/scene.h"

#include <algorithm>
#include <cmath>

namespace panta::scene {

BoxCorners corners(const BoxShape& box) {
    if (const auto* given = std::get_if<BoxCorners>(&box.extent)) return *given;
    const Vec3 half = std::get<BoxSize>(box.extent).size * Real(0.5);
    return {-half, half};
}

int64_t frame_count(const Scene& scene) {
    // The last frame is at or just after the end; a rounding error does not add one.
    return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(scene.duration * scene.frame_rate - 1e-6)));
}

}  // namespace panta::scene
