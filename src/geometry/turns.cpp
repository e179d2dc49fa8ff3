#include "geometry/turns.h"

#include <cmath>
#include <numbers>

namespace panta {

namespace {

struct Quaternion {
    double w;
    Vec3d v;

    Quaternion operator*(const Quaternion& b) const {
        return {w * b.w - dot(v, b.v), w * b.v + b.w * v + cross(v, b.v)};
    }
    Quaternion inverse() const { return {w, -v}; }
};

Quaternion quaternion_of(const Vec3& degrees) {
    const auto turn = [&](int axis) {
        const double half = double(degrees[axis]) * (std::numbers::pi / 360);
        Vec3d v;
        v[axis] = std::sin(half);
        return Quaternion{std::cos(half), v};
    };
    return turn(2) * turn(1) * turn(0);
}

}  // namespace

Rotation operator*(const Rotation& a, const Rotation& b) {
    Rotation c;
    for (int k = 0; k < 3; ++k) c.row[k] = b.turn_back(a.row[k]);
    return c;
}

Rotation rotation_of(const Turn& turn) {
    // Rodrigues
    const Vec3d& n = turn.axis;
    const double c = std::cos(turn.angle), s = std::sin(turn.angle), d = 1 - c;
    return {{{c + d * n.x * n.x, d * n.x * n.y - s * n.z, d * n.x * n.z + s * n.y},
             {d * n.x * n.y + s * n.z, c + d * n.y * n.y, d * n.y * n.z - s * n.x},
             {d * n.x * n.z - s * n.y, d * n.y * n.z + s * n.x, c + d * n.z * n.z}}};
}

Turn turn_between_angles(const Vec3& from, const Vec3& to) {
    Quaternion q = quaternion_of(to) * quaternion_of(from).inverse();
    if (q.w < 0) q = {-q.w, -q.v};
    return {unit(q.v), 2 * std::atan2(norm(q.v), q.w)};
}

Turn turn_between_directions(const Vec3d& from, const Vec3d& to) {
    const Vec3d a = unit(from), b = unit(to), across = cross(a, b);
    const double sine = norm(across), cosine = dot(a, b);
    constexpr double opposite = 1e-9;  // below, rounding decides where `across` points
    if (cosine > 0 || sine > opposite) return {unit(across), std::atan2(sine, cosine)};
    const Vec3d up{0, 0, 1}, aside{1, 0, 0};
    return {unit(up - dot(up, a) * a, aside), std::numbers::pi};
}

}  // namespace panta
