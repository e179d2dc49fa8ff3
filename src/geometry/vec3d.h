// Points and vectors in double precision, for geometric decisions that must not depend on rounding. The engine's own
// vectors (Vec3) turn into these without a word; the way back is `to_real`.
#pragma once

#include "base/vec.h"

namespace panta {

struct Vec3d {
    double x = 0, y = 0, z = 0;

    constexpr Vec3d() = default;
    constexpr Vec3d(double a, double b, double c) : x(a), y(b), z(c) {}
    constexpr Vec3d(const Vec3& v) : x(v.x), y(v.y), z(v.z) {}

    constexpr Vec3d& operator+=(const Vec3d& b) { return *this = {x + b.x, y + b.y, z + b.z}; }
    constexpr Vec3d& operator-=(const Vec3d& b) { return *this = {x - b.x, y - b.y, z - b.z}; }
    constexpr Vec3d& operator*=(double s) { return *this = {x * s, y * s, z * s}; }
    constexpr double& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
    constexpr double operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    constexpr bool operator==(const Vec3d&) const = default;
};

constexpr Vec3d operator+(Vec3d a, const Vec3d& b) { return a += b; }
constexpr Vec3d operator-(Vec3d a, const Vec3d& b) { return a -= b; }
constexpr Vec3d operator-(const Vec3d& a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3d operator*(Vec3d a, double s) { return a *= s; }
constexpr Vec3d operator*(double s, Vec3d a) { return a *= s; }
constexpr Vec3d operator/(Vec3d a, double s) { return {a.x / s, a.y / s, a.z / s}; }

constexpr double dot(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3d cross(const Vec3d& a, const Vec3d& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
constexpr double norm2(const Vec3d& a) { return dot(a, a); }
inline double norm(const Vec3d& a) { return std::sqrt(norm2(a)); }
inline double largest(const Vec3d& a) { return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)}); }

/// `a` with length one, or `otherwise` where `a` is zero.
inline Vec3d unit(const Vec3d& a, const Vec3d& otherwise = {0, 1, 0}) {
    const double length = norm(a);
    return length > 0 ? a / length : otherwise;
}
constexpr Vec3 to_real(const Vec3d& a) { return {Real(a.x), Real(a.y), Real(a.z)}; }

}  // namespace panta
