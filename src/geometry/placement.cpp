#include "geometry/placement.h"

#include <numbers>

namespace panta {
namespace {

struct Turn {
    double cosine, sine;
};

Turn turn_of(double degrees) {
    // Quarter turns give zeros and ones, so that boxes stay boxes.
    const double quarters = degrees / 90;
    if (quarters == std::floor(quarters)) {
        const int k = int(std::fmod(std::fmod(quarters, 4) + 4, 4));
        return {k == 0 ? 1.0 : k == 2 ? -1.0 : 0.0, k == 1 ? 1.0 : k == 3 ? -1.0 : 0.0};
    }
    const double radians = degrees * std::numbers::pi / 180;
    return {std::cos(radians), std::sin(radians)};
}

}  // namespace

Rotation rotation_of(const Placement& placement) {
    const Turn a = turn_of(placement.rotation.x), b = turn_of(placement.rotation.y), c = turn_of(placement.rotation.z);
    // R = Rz(c) Ry(b) Rx(a), multiplied out.
    return {{{c.cosine * b.cosine, c.cosine * b.sine * a.sine - c.sine * a.cosine,
              c.cosine * b.sine * a.cosine + c.sine * a.sine},
             {c.sine * b.cosine, c.sine * b.sine * a.sine + c.cosine * a.cosine,
              c.sine * b.sine * a.cosine - c.cosine * a.sine},
             {-b.sine, b.cosine * a.sine, b.cosine * a.cosine}}};
}

Vec3d placed(const Vec3d& p, const Placement& placement) {
    return rotation_of(placement).turn(p * placement.scale) + placement.translation;
}

}  // namespace panta
