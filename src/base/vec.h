// Small vectors and boxes in space. Two-dimensional worlds use the same types with z = 0.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace panta {

using Real = float;

struct Vec3 {
    Real x = 0, y = 0, z = 0;

    constexpr Vec3& operator+=(const Vec3& b) { return *this = {x + b.x, y + b.y, z + b.z}; }
    constexpr Vec3& operator-=(const Vec3& b) { return *this = {x - b.x, y - b.y, z - b.z}; }
    constexpr Vec3& operator*=(Real s) { return *this = {x * s, y * s, z * s}; }
    constexpr Real& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
    constexpr Real operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    constexpr bool operator==(const Vec3&) const = default;
};

constexpr Vec3 operator+(Vec3 a, const Vec3& b) { return a += b; }
constexpr Vec3 operator-(Vec3 a, const Vec3& b) { return a -= b; }
constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(Vec3 a, Real s) { return a *= s; }
constexpr Vec3 operator*(Real s, Vec3 a) { return a *= s; }
constexpr Vec3 operator/(Vec3 a, Real s) { return a *= 1 / s; }

constexpr Real dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
constexpr Real norm2(const Vec3& a) { return dot(a, a); }
inline Real norm(const Vec3& a) { return std::sqrt(norm2(a)); }
inline Vec3 normalised(const Vec3& a) { return a / norm(a); }
inline bool is_finite(const Vec3& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

constexpr Vec3 min(const Vec3& a, const Vec3& b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
constexpr Vec3 max(const Vec3& a, const Vec3& b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

/// An axis-aligned box; a new one is empty and grows with `extend`.
struct Box {
    static constexpr Real inf = std::numeric_limits<Real>::infinity();
    Vec3 lower{inf, inf, inf};
    Vec3 upper{-inf, -inf, -inf};

    constexpr bool is_empty() const { return lower.x > upper.x || lower.y > upper.y || lower.z > upper.z; }
    constexpr Vec3 size() const { return upper - lower; }
    constexpr Vec3 centre() const { return (lower + upper) * Real(0.5); }
    constexpr void extend(const Vec3& p) { lower = panta::min(lower, p), upper = panta::max(upper, p); }
    constexpr void extend(const Box& b) { lower = panta::min(lower, b.lower), upper = panta::max(upper, b.upper); }
    constexpr Box grown(Real by) const { return {lower - Vec3{by, by, by}, upper + Vec3{by, by, by}}; }
    constexpr bool contains(const Vec3& p) const {
        return p.x >= lower.x && p.y >= lower.y && p.z >= lower.z && p.x <= upper.x && p.y <= upper.y && p.z <= upper.z;
    }
    constexpr bool overlaps(const Box& b) const {
        return lower.x <= b.upper.x && upper.x >= b.lower.x && lower.y <= b.upper.y && upper.y >= b.lower.y &&
               lower.z <= b.upper.z && upper.z >= b.lower.z;
    }
};

}  // namespace panta
