// The pseudo-inverse of a symmetric positive matrix of three by three: directions with an eigenvalue far below the
// largest are left out. One formula so serves points that fill space, lie in a plane or on a line.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/matrix.h"

namespace panta {

struct PseudoInverse {
    Symmetric inverse;  // zero in the directions that were left out
    Symmetric missing;  // projects onto these directions
};

/// `m`: xx, yy, zz, yz, zx, xy. `threshold`: of the largest eigenvalue, where directions are left out.
inline PseudoInverse pseudo_inverse(const std::array<double, 6>& m, double threshold) {
    const double trace = m[0] + m[1] + m[2];
    if (!(trace > 0)) return {{}, isotropic(1)};
    // The usual case, by cofactors: the product of the traces bounds the ratio of the eigenvalues. Points on a line
    // have cofactors that are nothing but rounding, of either sign.
    const double xx = m[1] * m[2] - m[3] * m[3], yy = m[0] * m[2] - m[4] * m[4], zz = m[0] * m[1] - m[5] * m[5];
    const double yz = m[4] * m[5] - m[0] * m[3], zx = m[5] * m[3] - m[1] * m[4], xy = m[3] * m[4] - m[2] * m[5];
    const double determinant = m[0] * xx + m[5] * xy + m[4] * zx;
    const double minors = xx + yy + zz;
    if (minors > threshold * threshold * trace * trace && determinant > threshold * trace * minors) {
        const auto element = [&](double cofactor) { return Real(cofactor / determinant); };
        return {{{element(xx), element(yy), element(zz)}, {element(yz), element(zx), element(xy)}}, {}};
    }

    // Jacobi's method.
    double a[3][3] = {{m[0], m[5], m[4]}, {m[5], m[1], m[3]}, {m[4], m[3], m[2]}};
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    constexpr int sweeps = 10;  // converges quadratically: five are usual
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (const auto& [p, q] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)}) {
            if (a[p][q] == 0) continue;
            const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
            const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
            const double c = 1 / std::sqrt(t * t + 1), s = t * c;
            for (int k = 0; k < 3; ++k)
                std::tie(a[k][p], a[k][q]) = std::pair(c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]);
            for (int k = 0; k < 3; ++k)
                std::tie(a[p][k], a[q][k]) = std::pair(c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
            for (int k = 0; k < 3; ++k)
                std::tie(v[k][p], v[k][q]) = std::pair(c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]);
        }
    const double largest = std::max({a[0][0], a[1][1], a[2][2]});
    PseudoInverse result;
    for (int k = 0; k < 3; ++k) {
        const Vec3 along{Real(v[0][k]), Real(v[1][k]), Real(v[2][k])};
        const Symmetric projector = symmetric_part(outer(along, along));
        if (a[k][k] > threshold * largest)
            result.inverse = result.inverse + projector * Real(1 / a[k][k]);
        else
            result.missing = result.missing + projector;
    }
    return result;
}

}  // namespace panta
