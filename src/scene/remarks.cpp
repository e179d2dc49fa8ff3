#include "scene/remarks.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "scene/openings.h"

namespace panta::scene {

namespace {

/// The body at whose start an emitter opens, if any.
const Body* body_around(const Scene& scene, const Layout& layout, const Body& emitter) {
    const std::vector<Vec3> places = places_at_any_time(scene, emitter);
    for (size_t k = 0; k < scene.bodies.size(); ++k)
        if (std::ranges::any_of(places, [&](const Vec3& p) { return layout.is_in_body(k, p); }))
            return &scene.bodies[k];
    return nullptr;
}

std::string remark_on_opening(const Scene& scene, const Layout& layout, const Body& emitter) {
    const Body* pool = body_around(scene, layout, emitter);
    if (pool == nullptr) return "";
    return "opens inside of " + pool->name + ", whose particles come in from behind instead";
}

/// Particles fill whole cells: by how much that differs from the volume of a shape, where it matters.
std::string remark_on_volume(double placed, double expected) {
    constexpr double noticed = 0.03;
    const double ratio = placed / expected;
    if (std::abs(ratio - 1) <= noticed) return "";
    return fmt::format("{:.0f} % {} than the shape holds; a finer spacing comes closer", 100 * std::abs(ratio - 1),
                       ratio > 1 ? "more" : "less");
}

/// A part and what is said of it, as `panta check` lists it.
std::string line(const char* kind, const Part& part, const std::string& remark) {
    std::string text = fmt::format("{} {}: {} particles", kind, part.name, part.particles);
    if (part.carved > 0) text += fmt::format(", {} carved away", part.carved);
    return remark.empty() ? text : text + "; " + remark;
}

}  // namespace

std::string remark_on_body(const Scene& scene, const Layout& layout, size_t body, std::optional<double> placed) {
    if (layout.is_emitter(body)) return remark_on_opening(scene, layout, scene.bodies[body]);
    return placed ? remark_on_volume(*placed, layout.expected_in_body(body)) : "";
}

std::vector<std::string> remarks(const Scene& scene, const BuiltWorld& built) {
    const Layout layout(scene);
    std::vector<std::string> lines;
    for (size_t k = 0; k < built.bodies.size(); ++k) {
        const Part& part = built.bodies[k];
        const std::string remark = remark_on_body(scene, layout, k, double(part.particles + part.carved));
        if (part.carved > 0 || !remark.empty()) lines.push_back(line("body", part, remark));
    }
    return lines;
}

}  // namespace panta::scene
