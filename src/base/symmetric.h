// Symmetric matrices of three by three.
#pragma once

#include "base/vec.h"

namespace panta {

struct Symmetric {
    Vec3 diagonal;  // xx, yy, zz
    Vec3 mixed;     // yz, zx, xy

    constexpr Vec3 operator*(const Vec3& v) const {
        return {diagonal.x * v.x + mixed.z * v.y + mixed.y * v.z, mixed.z * v.x + diagonal.y * v.y + mixed.x * v.z,
                mixed.y * v.x + mixed.x * v.y + diagonal.z * v.z};
    }
    constexpr Symmetric operator+(const Symmetric& b) const { return {diagonal + b.diagonal, mixed + b.mixed}; }
    constexpr Symmetric operator*(Real s) const { return {diagonal * s, mixed * s}; }
    constexpr Real trace() const { return diagonal.x + diagonal.y + diagonal.z; }
    constexpr Real determinant() const {
        return diagonal.x * (diagonal.y * diagonal.z - mixed.x * mixed.x) +
               mixed.z * (mixed.x * mixed.y - diagonal.z * mixed.z) +
               mixed.y * (mixed.z * mixed.x - diagonal.y * mixed.y);
    }
    /// The sum of the squares of all nine elements.
    constexpr Real norm2() const { return panta::norm2(diagonal) + 2 * panta::norm2(mixed); }
};

/// s times the unit matrix.
constexpr Symmetric isotropic(Real s) { return {{s, s, s}, {}}; }

/// The inverse of a positive definite matrix, by its cofactors.
constexpr Symmetric inverse(const Symmetric& a) {
    const Real scale = 1 / a.trace();  // keeps products of three within the range of floats
    const Vec3 d = a.diagonal * scale, m = a.mixed * scale;
    const Vec3 diagonal{d.y * d.z - m.x * m.x, d.z * d.x - m.y * m.y, d.x * d.y - m.z * m.z};
    const Vec3 mixed{m.y * m.z - d.x * m.x, m.z * m.x - d.y * m.y, m.x * m.y - d.z * m.z};
    const Real determinant = d.x * diagonal.x + m.z * mixed.z + m.y * mixed.y;
    return Symmetric{diagonal, mixed} * (scale / determinant);
}

}  // namespace panta
