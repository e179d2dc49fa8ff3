#include "scene/openings.h"

#include <algorithm>
#include <cmath>

namespace panta::scene {

namespace {

/// The directions of an emitter in the world.
Keyed<Vec3> directions_of(const Body& body) {
    const panta::Rotation rotation = rotation_of(panta::Placement{{}, body.placement.rotate.degrees, 1});
    const auto turn = [&](Vec3& direction) { direction = normalised(to_real(rotation.turn(direction))); };
    Keyed<Vec3> directions = std::get<Emitter>(body.source).direction;
    turn(directions.constant);
    for (Key<Vec3>& key : directions.keys) turn(key.value);
    return directions;
}

}  // namespace

Opening opening_of(const Scene& scene, const Body& body) {
    const Emitter& emitter = std::get<Emitter>(body.source);
    const Keyed<Vec3> directions = directions_of(body);
    const Vec3 forward = directions.is_constant() ? directions.constant : directions.keys.front().value;
    // Two directions across the flow; in two dimensions the first is in the plane and the second is not used.
    const Vec3 aside = scene.dimension == 2              ? Vec3{-forward.y, forward.x, 0}
                       : std::abs(forward.y) < Real(0.9) ? normalised(cross({0, 1, 0}, forward))
                                                         : normalised(cross({1, 0, 0}, forward));
    const Vec3 up = cross(forward, aside);
    const Real scale = body.placement.scale;
    const auto* disc = std::get_if<Disc>(&emitter.opening);
    const auto [width, height] =
        disc != nullptr ? std::array{2 * disc->radius, 2 * disc->radius} : std::get<Rectangle>(emitter.opening).size;

    const auto count = [&](Real length) { return std::max(1, int(std::lround(length * scale / scene.spacing))); };
    const int across = count(width), high = scene.dimension == 3 ? count(height) : 1;
    Opening opening{{}, forward, body.placement.at, {}};
    for (int j = 0; j < high; ++j)
        for (int i = 0; i < across; ++i) {
            const Real u = (Real(i) - Real(across - 1) / 2) * scene.spacing;
            const Real v = (Real(j) - Real(high - 1) / 2) * scene.spacing;
            if (disc != nullptr && u * u + v * v > disc->radius * disc->radius * scale * scale) continue;
            opening.places.push_back(opening.centre + u * aside + v * up);
        }
    return opening;
}

Turning turning_of(const Body& body) { return Turning::through_directions(directions_of(body)); }

std::vector<Vec3> places_at_any_time(const Scene& scene, const Body& body) {
    const Emitter& emitter = std::get<Emitter>(body.source);
    const double stop = emitter.stop.value_or(Real(scene.duration));
    Inflow inflow;
    inflow.opening = opening_of(scene, body);
    inflow.turning = turning_of(body);

    // At the start, and from key to key in steps so small that nothing of a spacing is missed by openings of usual
    // size.
    constexpr int steps = 16;
    std::vector<Vec3> places = inflow.opening_at(emitter.start).places;
    const auto see = [&](double time) {
        if (!(time > emitter.start && time <= stop)) return;
        const Opening now = inflow.opening_at(time);
        places.insert(places.end(), now.places.begin(), now.places.end());
    };
    const auto& keys = emitter.direction.keys;
    for (size_t k = 0; k < keys.size(); ++k) {
        see(keys[k].at);
        for (int n = 1; n < steps && k + 1 < keys.size(); ++n)
            see(keys[k].at + (keys[k + 1].at - keys[k].at) * n / steps);
    }
    return places;
}

}  // namespace panta::scene
