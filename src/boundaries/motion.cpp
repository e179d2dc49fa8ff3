#include "boundaries/motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace panta {

namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double steepest_smooth = 1.5;  // the largest slope of u^2 (3 - 2u)

/// a after b.
Rotation product(const Rotation& a, const Rotation& b) {
    Rotation c;
    for (int k = 0; k < 3; ++k) c.row[k] = b.turn_back(a.row[k]);
    return c;
}

/// The turn about a unit axis (Rodrigues).
Rotation about(const Vec3d& n, double angle) {
    const double c = std::cos(angle), s = std::sin(angle), d = 1 - c;
    return {{{c + d * n.x * n.x, d * n.x * n.y - s * n.z, d * n.x * n.z + s * n.y},
             {d * n.x * n.y + s * n.z, c + d * n.y * n.y, d * n.y * n.z - s * n.x},
             {d * n.x * n.z - s * n.y, d * n.y * n.z + s * n.x, c + d * n.z * n.z}}};
}

struct Quaternion {
    double w;
    Vec3d v;

    Quaternion operator*(const Quaternion& b) const {
        return {w * b.w - dot(v, b.v), w * b.v + b.w * v + cross(v, b.v)};
    }
    Quaternion inverse() const { return {w, -v}; }
};

Quaternion quaternion_of(const Vec3& angles) {
    const auto turn = [&](int axis) {
        const double half = double(angles[axis]) * degree / 2;
        Vec3d v;
        v[axis] = std::sin(half);
        return Quaternion{std::cos(half), v};
    };
    return turn(2) * turn(1) * turn(0);
}

/// The shortest turn that leads from one set of angles to the other.
struct Turn {
    Vec3d axis;
    double angle;  // rad, 0 to pi
};
Turn shortest_turn(const Vec3& from, const Vec3& to) {
    Quaternion q = quaternion_of(to) * quaternion_of(from).inverse();
    if (q.w < 0) q = {-q.w, -q.v};
    return {unit(q.v), 2 * std::atan2(norm(q.v), q.w)};
}

}  // namespace

double turn_between(const Vec3& from, const Vec3& to) { return shortest_turn(from, to).angle / degree; }

WallMotion::WallMotion(const MotionParams& params)
    : pivot_(params.pivot),
      spin_(Vec3d(params.spin) * degree),
      interpolation_(params.interpolation),
      repeat_(params.repeat) {
    for (size_t k = 0; k + 1 < params.keys.size(); ++k) {
        const MotionKey &a = params.keys[k], &b = params.keys[k + 1];
        check(a.time < b.time, "the keys of a motion are in the order of their times");
        const Turn turn = shortest_turn(a.rotation, b.rotation);
        pieces_.push_back({a.time, b.time, a.translation, Vec3d(b.translation) - Vec3d(a.translation),
                           rotation_of({{}, a.rotation, 1}), turn.axis, turn.angle});
    }
    if (params.keys.empty()) return;
    last_shift_ = params.keys.back().translation;
    last_turned_ = rotation_of({{}, params.keys.back().rotation, 1});
}

double WallMotion::local_time(double time) const {
    if (!repeat_ || pieces_.empty()) return time;
    const double begin = pieces_.front().begin, period = pieces_.back().end - begin;
    return time < begin ? time : begin + std::fmod(time - begin, period);
}

WallMotion::Moment WallMotion::moment(double time) const {
    const double now = local_time(time);
    if (pieces_.empty() || now >= pieces_.back().end) return {nullptr, last_shift_, last_turned_};
    if (now < pieces_.front().begin) return {nullptr, pieces_.front().from, pieces_.front().turned};
    const auto piece = std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& p) { return now < p.end; });
    const double length = piece->end - piece->begin, u = (now - piece->begin) / length;
    const bool smooth = interpolation_ == Interpolation::smooth;
    const double fraction = smooth ? u * u * (3 - 2 * u) : u;
    return {&*piece, piece->from + fraction * piece->way,
            product(about(piece->axis, fraction * piece->angle), piece->turned),
            (smooth ? 6 * u * (1 - u) : 1) / length};
}

LocalFrame WallMotion::pose(double time) const {
    const Moment now = moment(time);
    const double rate = norm(spin_);
    LocalFrame frame;
    frame.rotation = rate > 0 ? product(now.turned, about(spin_ / rate, rate * time)) : now.turned;
    frame.origin = pivot_ + now.shift - frame.rotation.turn(pivot_);
    return frame;
}

WallMotion::Velocity WallMotion::velocity(double time) const {
    const Moment now = moment(time);
    Velocity velocity{{}, now.turned.turn(spin_), pivot_ + now.shift};
    if (now.piece != nullptr) {
        velocity.linear = now.rate * now.piece->way;
        velocity.angular += (now.rate * now.piece->angle) * now.piece->axis;
    }
    return velocity;
}

double WallMotion::fastest(double begin, double end, double reach) const {
    const double first = local_time(begin), last = first + (end - begin);
    const bool starts_over = repeat_ && !pieces_.empty() && last >= pieces_.back().end;
    double keyed = 0;
    for (const Piece& piece : pieces_) {
        if (!starts_over && (piece.end <= first || piece.begin >= last)) continue;
        const double steepest = interpolation_ == Interpolation::smooth ? steepest_smooth : 1;
        keyed = std::max(keyed, steepest * (norm(piece.way) + piece.angle * reach) / (piece.end - piece.begin));
    }
    return keyed + norm(spin_) * reach;
}

}  // namespace panta
