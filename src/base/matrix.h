// Matrices of three by three.
#pragma once

#include "base/symmetric.h"

namespace panta {

struct Matrix3 {
    Vec3 x, y, z;  // rows

    constexpr Vec3 operator*(const Vec3& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
    constexpr Matrix3 operator+(const Matrix3& b) const { return {x + b.x, y + b.y, z + b.z}; }
    constexpr Matrix3 operator-(const Matrix3& b) const { return {x - b.x, y - b.y, z - b.z}; }
    constexpr Matrix3 operator*(Real s) const { return {x * s, y * s, z * s}; }
    constexpr Matrix3 operator*(const Symmetric& b) const { return {b * x, b * y, b * z}; }
    /// a^T this, for the row vector a.
    constexpr Vec3 from_left(const Vec3& a) const { return a.x * x + a.y * y + a.z * z; }
    constexpr Matrix3 operator*(const Matrix3& b) const { return {b.from_left(x), b.from_left(y), b.from_left(z)}; }
    constexpr Matrix3 transposed() const { return {{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}; }
    constexpr Real trace() const { return x.x + y.y + z.z; }
    constexpr Real determinant() const { return dot(x, cross(y, z)); }
    constexpr Real norm2() const { return panta::norm2(x) + panta::norm2(y) + panta::norm2(z); }
};

/// (a + a^T) / 2.
constexpr Symmetric symmetric_part(const Matrix3& a) {
    return {{a.x.x, a.y.y, a.z.z}, {(a.y.z + a.z.y) / 2, (a.z.x + a.x.z) / 2, (a.x.y + a.y.x) / 2}};
}
/// The symmetric matrix with all its elements.
constexpr Matrix3 full(const Symmetric& a) {
    return {{a.diagonal.x, a.mixed.z, a.mixed.y},
            {a.mixed.z, a.diagonal.y, a.mixed.x},
            {a.mixed.y, a.mixed.x, a.diagonal.z}};
}
/// a b^T.
constexpr Matrix3 outer(const Vec3& a, const Vec3& b) { return {a.x * b, a.y * b, a.z * b}; }

/// The inverse of a matrix that has one, by its cofactors.
constexpr Matrix3 inverse(const Matrix3& a) {
    return Matrix3{cross(a.y, a.z), cross(a.z, a.x), cross(a.x, a.y)}.transposed() * (1 / a.determinant());
}

}  // namespace panta
