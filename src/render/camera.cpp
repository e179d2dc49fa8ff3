#include "render/camera.h"

#include <numbers>
#include <vector>

namespace panta {

namespace {

constexpr Real margin = 1.08f;  // picture over content

Vec3 direction_to_eye(View view) {
    if (view == View::front) return {0, 0, 1};
    constexpr Real azimuth = 28, elevation = 20;  // degrees
    constexpr Real degree = std::numbers::pi_v<Real> / 180;
    return {std::sin(azimuth * degree) * std::cos(elevation * degree), std::sin(elevation * degree),
            std::cos(azimuth * degree) * std::cos(elevation * degree)};
}

}  // namespace

Camera::Camera(const Vec3& eye, const Vec3& target, Real field_of_view, Real aspect) : eye_(eye) {
    const Vec3 view = target - eye;
    forward_ = norm(view) > 0 ? normalised(view) : Vec3{0, 0, -1};
    const Vec3 side = cross(forward_, {0, 1, 0});
    right_ = norm(side) > 1e-6f ? normalised(side) : Vec3{1, 0, 0};  // looking straight up or down
    up_ = cross(right_, forward_);
    half_height_ = std::tan(field_of_view * std::numbers::pi_v<Real> / 360);
    half_width_ = half_height_ * aspect;
}

Ray Camera::ray(Real u, Real v) const {
    return {eye_, normalised(forward_ + right_ * ((2 * u - 1) * half_width_) + up_ * ((1 - 2 * v) * half_height_))};
}

Vec3 Camera::project(const Vec3& point) const {
    const Vec3 view = point - eye_;
    const Real distance = dot(view, forward_);
    return {Real(0.5) + dot(view, right_) / (2 * half_width_ * distance),
            Real(0.5) - dot(view, up_) / (2 * half_height_ * distance), distance};
}

Camera camera_that_sees(const Box& bounds, View view, Real field_of_view, Real aspect) {
    const Vec3 back = direction_to_eye(view);
    const Camera axes({}, -back, field_of_view, aspect);
    const Real half_height = axes.half_height() / margin, half_width = half_height * aspect;

    // Every corner bounds the eye's distance d along the view and its shift s sideways: |x - s| <= (d - z) half_width.
    // The two tightest bounds of each direction meet in the best shift, the wider direction decides the distance.
    struct Reach {
        Real low = Box::inf, high = -Box::inf;
    } across, along;
    const auto corner = [&](int k) {
        return Vec3{k & 1 ? bounds.upper.x : bounds.lower.x, k & 2 ? bounds.upper.y : bounds.lower.y,
                    k & 4 ? bounds.upper.z : bounds.lower.z};
    };
    for (int k = 0; k < 8; ++k) {
        const Vec3 at = corner(k);
        const Real x = dot(at, axes.right()), y = dot(at, axes.up()), z = dot(at, back);
        across = {std::min(across.low, x - z * half_width), std::max(across.high, x + z * half_width)};
        along = {std::min(along.low, y - z * half_height), std::max(along.high, y + z * half_height)};
    }
    const Real distance =
        std::max((across.high - across.low) / (2 * half_width), (along.high - along.low) / (2 * half_height));
    const Vec3 eye =
        axes.right() * ((across.high + across.low) / 2) + axes.up() * ((along.high + along.low) / 2) + back * distance;
    return {eye, eye - back, field_of_view, aspect};
}

Box bounds_without_outliers(std::span<const Vec3> points, Real fraction) {
    Box box;
    std::vector<Real> values;
    values.reserve(points.size());
    Vec3 lower, upper;
    for (int axis = 0; axis < 3; ++axis) {
        values.clear();
        for (const Vec3& point : points)
            if (is_finite(point)) values.push_back(point[axis]);
        if (values.empty()) return box;
        const auto left_out = std::ptrdiff_t(Real(values.size()) * fraction);
        std::nth_element(values.begin(), values.begin() + left_out, values.end());
        lower[axis] = values[size_t(left_out)];
        std::nth_element(values.begin(), values.end() - 1 - left_out, values.end());
        upper[axis] = values[values.size() - 1 - size_t(left_out)];
    }
    box.extend(lower);
    box.extend(upper);
    return box;
}

}  // namespace panta
