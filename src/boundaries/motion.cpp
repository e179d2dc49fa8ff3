#include "boundaries/motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace panta {

namespace {

constexpr double degree = std::numbers::pi / 180;

}  // namespace

WallMotion::WallMotion(const MotionParams& params)
    : pivot_(params.pivot), translation_(params.translation), turning_(Turning::through_angles(params.rotation)) {
    // The axis of the spin is that of the fastest, and its rate the part about it.
    Vec3 fastest = params.spin.constant;
    for (const Key<Vec3>& key : params.spin.keys)
        if (norm2(key.value) > norm2(fastest)) fastest = key.value;
    spin_axis_ = unit(fastest);
    const auto rate = [&](const Vec3& spin) { return Real(dot(spin_axis_, spin)); };
    spin_.constant = rate(params.spin.constant);
    spin_.ease = params.spin.ease;
    for (const Key<Vec3>& key : params.spin.keys) spin_.keys.push_back({key.at, rate(key.value)});

    if (!params.repeat) return;
    for (const auto* keyed : {&params.translation, &params.rotation}) {
        if (keyed->is_constant()) continue;
        begin_ = std::min(begin_, keyed->keys.front().at);
        end_ = std::max(end_, keyed->keys.back().at);
    }
}

double WallMotion::local_time(double time) const {
    return time < begin_ || !(begin_ < end_) ? time : begin_ + std::fmod(time - begin_, end_ - begin_);
}

WallMotion::Shift WallMotion::shift(double now) const {
    if (translation_.is_constant()) return {translation_.constant, {}};
    const auto between = translation_.between(now);
    const Vec3d from = between.from->value, way = Vec3d(between.to->value) - from;
    return {from + between.fraction * way, between.rate * way};
}

LocalFrame WallMotion::pose(double time) const {
    const double now = local_time(time);
    LocalFrame frame;
    frame.rotation = turning_.at(now) * rotation_of(Turn{spin_axis_, degree * spin_.integral(0, time)});
    frame.origin = pivot_ + shift(now).way - frame.rotation.turn(pivot_);
    return frame;
}

WallMotion::Velocity WallMotion::velocity(double time) const {
    const double now = local_time(time);
    const Shift moved = shift(now);
    const Vec3d spin = spin_axis_ * (degree * spin_.at(time));
    return {moved.velocity, turning_.velocity(now) + turning_.at(now).turn(spin), pivot_ + moved.way};
}

double WallMotion::fastest(double begin, double end, double reach) const {
    double first = local_time(begin), last = first + (end - begin);
    if (begin_ < end_ && last >= end_) first = begin_, last = end_;
    const double shifted =
        translation_.steepest(first, last, [](const Vec3& a, const Vec3& b) { return norm(Vec3d(b) - Vec3d(a)); });
    const double spun = degree * spin_.largest([](Real rate) { return std::abs(rate); }, begin, end);
    return shifted + (turning_.fastest(first, last) + spun) * reach;
}

}  // namespace panta
