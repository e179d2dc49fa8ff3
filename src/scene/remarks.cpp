#include "scene/remarks.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "behaviours/elastic/properties.h"
#include "scene/openings.h"
#include "scene/solids.h"
#include "step/matter.h"

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
    return "opens inside of " + pool->name + ", which has to give way";
}

/// Particles fill whole cells: by how much that differs from the volume of a shape, where it matters.
std::string remark_on_volume(double placed, double expected) {
    constexpr double noticed = 0.03;
    const double ratio = placed / expected;
    if (std::abs(ratio - 1) <= noticed) return "";
    return fmt::format("{:.0f} % {} than the shape holds; a finer spacing comes closer", 100 * std::abs(ratio - 1),
                       ratio > 1 ? "more" : "less");
}

/// A body that starts with another volume than the one its particles are placed with.
std::string remark_on_growth(const Body& body) {
    constexpr Real noticed = Real(0.02);
    for (const TrackEntry& entry : body.track) {
        const auto* volume = entry.find(matter::volume);
        if (volume == nullptr || volume->varies() || std::abs(volume->at(0) - 1) <= noticed) continue;
        return fmt::format("has {:g} times its volume at the start, and bursts or collapses at once: key volume from 1",
                           volume->at(0));
    }
    return "";
}

/// A solid that its own weight presses flat: one of 0.8 times its stiffness trembles, one of 1 flies apart.
std::string remark_on_weight(const Scene& scene, const Layout& layout, size_t body) {
    constexpr Real most = Real(0.5);
    const Vec3 g = scene.gravity.at(0), size = layout.bounds_of_body(body).size();
    const Real pull = std::abs(g.x) * size.x + std::abs(g.y) * size.y + std::abs(g.z) * size.z;
    for (const TrackEntry& entry : scene.bodies[body].track) {
        if (entry.type != &elastic::type()) continue;
        const auto* E = entry.find(elastic::given::youngs_modulus);
        const Real softest =
            E ? 1 / E->largest([](Real value) { return 1 / value; }) : elastic::given::youngs_modulus.initial;
        const auto* density = entry.find(matter::density);
        const Real heaviest = density ? density->largest([](Real value) { return value; }) : matter::density.initial;
        const Real weight = heaviest * pull;
        if (!(weight > most * softest)) continue;
        return fmt::format(
            "is too soft to carry its weight, which is {:.0f} Pa at its foot: raise youngs_modulus from {:.0f} to "
            "{:.0f} "
            "Pa at least, or make it lower",
            weight, softest, weight / most);
    }
    return "";
}

/// Kernels that reach far press particles into walls, where half of what they reach is missing: found in a tank of 20 x
/// 15 spacings was 0.5 % of compression with 3 spacings, 28 % with 3.5.
std::string remark_on_support(const Scene& scene) {
    constexpr Real widest = Real(3.2);
    if (scene.support <= widest || scene.pressure.method == PressureMethod::wcsph) return "";
    return fmt::format("a support of {:g} spacings presses open water into walls; up to 3 is safe", scene.support);
}

/// What an emitter or a body takes up.
panta::Box extent_of_body(const Scene& scene, const Layout& layout, size_t body) {
    if (!layout.is_emitter(body)) return layout.bounds_of_body(body);
    panta::Box extent;
    for (const Vec3& place : places_at_any_time(scene, scene.bodies[body])) extent.extend(place);
    return extent;
}

/// What a boundary takes up at the start; of a plane, which has no end, the place nearest to the origin.
panta::Box extent_of_boundary(const Scene& scene, const Layout& layout, size_t boundary) {
    const Wall& wall = layout.walls()[boundary];
    if (layout.is_sheet(boundary)) return bounds(placed_sheet(wall));
    if (!std::holds_alternative<PlaneWall>(wall.shape)) return shape_of(wall, scene.dimension).bounds();
    const PlaneWall plane = placed_plane(wall, scene.dimension);
    panta::Box extent;
    extent.extend(plane.normal * dot(plane.normal, plane.point));
    return extent;
}

/// Positions are single precision: at 4000 spacings they are exact to a quarter of a thousandth of a spacing, which is
/// as fine as pressure can resolve the usual tolerance of a thousandth. Beyond, solves run to the most iterations.
std::string remark_on_distance(const Scene& scene, const panta::Box& extent) {
    constexpr double farthest = 4000;  // spacings
    if (extent.is_empty()) return "";
    double distance = 0;
    for (int axis = 0; axis < 3; ++axis)
        distance = std::max({distance, std::abs(double(extent.lower[axis])), std::abs(double(extent.upper[axis]))});
    distance /= double(scene.spacing);
    if (distance <= farthest) return "";
    return fmt::format(
        "reaches {:.0f} spacings from the origin; beyond {:.0f}, positions are too coarse for pressure to be solved "
        "well: move the scene, so that the origin is in its middle",
        distance, farthest);
}

std::string joined(const std::string& a, const std::string& b) { return a.empty() || b.empty() ? a + b : a + "; " + b; }

/// A part and what is said of it, as `panta check` lists it.
std::string line(const char* kind, const Part& part, const std::string& remark) {
    std::string text = fmt::format("{} {}: {} particles", kind, part.name, part.particles);
    if (part.carved > 0) text += fmt::format(", {} carved away", part.carved);
    return remark.empty() ? text : text + "; " + remark;
}

}  // namespace

std::string remark_on_body(const Scene& scene, const Layout& layout, size_t body, std::optional<double> placed) {
    const std::string far = remark_on_distance(scene, extent_of_body(scene, layout, body));
    if (layout.is_emitter(body)) return joined(remark_on_opening(scene, layout, scene.bodies[body]), far);
    const std::string filled = placed ? remark_on_volume(*placed, layout.expected_in_body(body)) : "";
    const std::string soft = remark_on_weight(scene, layout, body);
    return joined(joined(filled, remark_on_growth(scene.bodies[body])), joined(soft, far));
}

std::string remark_on_boundary(const Scene& scene, const Layout& layout, size_t boundary) {
    return joined(remark_on_support(scene), remark_on_distance(scene, extent_of_boundary(scene, layout, boundary)));
}

std::vector<std::string> remarks(const Scene& scene, const BuiltWorld& built) {
    const Layout layout(scene);
    std::vector<std::string> lines;
    for (size_t k = 0; k < built.bodies.size(); ++k) {
        const Part& part = built.bodies[k];
        const std::string remark = remark_on_body(scene, layout, k, double(part.particles + part.carved));
        if (part.carved > 0 || !remark.empty()) lines.push_back(line("body", part, remark));
    }
    for (size_t k = 0; k < built.boundaries.size(); ++k)
        if (const std::string remark = remark_on_boundary(scene, layout, k); !remark.empty())
            lines.push_back(line("boundary", built.boundaries[k], remark));
    return lines;
}

}  // namespace panta::scene
