#include "tracks/turning.h"

namespace panta {

Turning Turning::through_angles(const Keyed<Vec3>& angles) {
    Turning turning;
    const auto turned = [](const Vec3& degrees) { return rotation_of(Placement{{}, degrees, 1}); };
    turning.keyed_.constant = {turned(angles.constant), {}};
    turning.keyed_.ease = angles.ease;
    for (size_t k = 0; k < angles.keys.size(); ++k) {
        const Key<Vec3>&here = angles.keys[k], &next = angles.keys[std::min(k + 1, angles.keys.size() - 1)];
        turning.keyed_.keys.push_back({here.at, {turned(here.value), turn_between_angles(here.value, next.value)}});
    }
    return turning;
}

Turning Turning::through_directions(const Keyed<Vec3>& directions) {
    Turning turning;
    turning.keyed_.ease = directions.ease;
    Rotation turned;
    for (size_t k = 0; k < directions.keys.size(); ++k) {
        const Key<Vec3>&here = directions.keys[k], &next = directions.keys[std::min(k + 1, directions.keys.size() - 1)];
        const Turn turn = turn_between_directions(here.value, next.value);
        turning.keyed_.keys.push_back({here.at, {turned, turn}});
        turned = rotation_of(turn) * turned;
    }
    return turning;
}

Rotation Turning::at(double time) const {
    if (is_constant()) return keyed_.constant.turned;
    const auto now = keyed_.between(time);
    const Orientation& from = now.from->value;
    if (now.fraction == 0) return from.turned;
    return rotation_of(Turn{from.next.axis, now.fraction * from.next.angle}) * from.turned;
}

Vec3d Turning::velocity(double time) const {
    if (is_constant()) return {};
    const auto now = keyed_.between(time);
    return (now.rate * now.from->value.next.angle) * now.from->value.next.axis;
}

double Turning::fastest(double begin, double end) const {
    return keyed_.steepest(begin, end, [](const Orientation& from, const Orientation&) { return from.next.angle; });
}

}  // namespace panta
