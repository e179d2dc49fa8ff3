// The rotation that is nearest to a matrix F: the one with the largest trace of R^T F, which is the rotation of the
// polar decomposition F = R U where F does not mirror, and the best there is where it does.
//
// Newton's method from a guess: with A = R^T F and S its symmetric part, R turns by the vector
//     omega = (tr(S) I - S)^-1 a,    a = (A_zy - A_yz, A_xz - A_zx, A_yx - A_xy)     (the axial vector of A - A^T)
// A stationary point where tr(S) I - S is positive is the largest trace, for all others are saddles (Horn 1987: the
// trace is a quadratic form of the unit quaternion). From a guess that does not lead there, the quaternion is found as
// the eigenvector of that form by Jacobi's method. In double precision: the strain is what is left when R is divided
// out.
#pragma once

#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/matrix.h"

namespace panta {

/// A unit quaternion, w + x i + y j + z k.
struct Quaternion {
    double w = 1, x = 0, y = 0, z = 0;

    Quaternion normalised() const {
        const double s = 1 / std::sqrt(w * w + x * x + y * y + z * z);
        return {w * s, x * s, y * s, z * s};
    }
    /// First b, then this.
    Quaternion operator*(const Quaternion& b) const {
        return {w * b.w - x * b.x - y * b.y - z * b.z, w * b.x + x * b.w + y * b.z - z * b.y,
                w * b.y - x * b.z + y * b.w + z * b.x, w * b.z + x * b.y - y * b.x + z * b.w};
    }
    using Rows = std::array<std::array<double, 3>, 3>;
    Rows rows() const {
        return {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                 {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                 {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
    }
    Matrix3 matrix() const {
        const Rows r = rows();
        const auto row = [&](int k) { return Vec3{Real(r[k][0]), Real(r[k][1]), Real(r[k][2])}; };
        return {row(0), row(1), row(2)};
    }
    /// The imaginary part, of the sign that makes w positive: enough to keep a rotation as a guess.
    Vec3 kept() const {
        const double s = w < 0 ? -1 : 1;
        return {Real(s * x), Real(s * y), Real(s * z)};
    }
    static Quaternion from_kept(const Vec3& v) {
        const double rest = 1 - (double(v.x) * v.x + double(v.y) * v.y + double(v.z) * v.z);
        return Quaternion{std::sqrt(rest > 0 ? rest : 0), v.x, v.y, v.z}.normalised();
    }
};

namespace polar {

inline constexpr int most_turns = 8;             // of Newton's method: twice what a guess of 45 degrees needs
inline constexpr double small_turn = 1e-4;       // rad: the next turn is its square, below the digits of a float
inline constexpr double least_curvature = 1e-9;  // relative; below, the rotation is not determined by F

using Rows = Quaternion::Rows;

/// Solves S x = b for S symmetric (xx, yy, zz, yz, zx, xy); false unless S is positive definite.
inline bool solve_positive(const std::array<double, 6>& s, const std::array<double, 3>& b, std::array<double, 3>& x) {
    const double cx = s[1] * s[2] - s[3] * s[3], cy = s[0] * s[2] - s[4] * s[4], cz = s[0] * s[1] - s[5] * s[5];
    const double yz = s[4] * s[5] - s[0] * s[3], zx = s[5] * s[3] - s[1] * s[4], xy = s[3] * s[4] - s[2] * s[5];
    const double determinant = s[0] * cx + s[5] * xy + s[4] * zx, size = s[0] + s[1] + s[2];
    if (!(s[0] > 0 && cz > 0 && size > 0 && determinant > least_curvature * size * size * size)) return false;
    x = {(cx * b[0] + xy * b[1] + zx * b[2]) / determinant, (xy * b[0] + cy * b[1] + yz * b[2]) / determinant,
         (zx * b[0] + yz * b[1] + cz * b[2]) / determinant};
    return true;
}

/// The eigenvector of Horn's form with the largest eigenvalue.
inline Quaternion by_eigenvector(const Rows& f) {
    double a[4][4] = {{f[0][0] + f[1][1] + f[2][2], f[2][1] - f[1][2], f[0][2] - f[2][0], f[1][0] - f[0][1]},
                      {0, f[0][0] - f[1][1] - f[2][2], f[0][1] + f[1][0], f[0][2] + f[2][0]},
                      {0, 0, f[1][1] - f[0][0] - f[2][2], f[1][2] + f[2][1]},
                      {0, 0, 0, f[2][2] - f[0][0] - f[1][1]}};
    double v[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < r; ++c) a[r][c] = a[c][r];
    constexpr int sweeps = 12;  // Jacobi's method converges quadratically: six are usual
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (int p = 0; p < 3; ++p)
            for (int q = p + 1; q < 4; ++q) {
                if (a[p][q] == 0) continue;
                const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
                const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
                const double c = 1 / std::sqrt(t * t + 1), s = t * c;
                for (int k = 0; k < 4; ++k)
                    std::tie(a[k][p], a[k][q]) = std::pair(c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]);
                for (int k = 0; k < 4; ++k)
                    std::tie(a[p][k], a[q][k]) = std::pair(c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
                for (int k = 0; k < 4; ++k)
                    std::tie(v[k][p], v[k][q]) = std::pair(c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]);
            }
    int largest = 0;
    for (int k = 1; k < 4; ++k)
        if (a[k][k] > a[largest][largest]) largest = k;
    return Quaternion{v[0][largest], v[1][largest], v[2][largest], v[3][largest]}.normalised();
}

}  // namespace polar

/// The rotation nearest to the matrix with the rows f; `guess` makes it fast.
inline Quaternion nearest_rotation(const polar::Rows& f, Quaternion guess = {}) {
    for (int turn = 0; turn < polar::most_turns; ++turn) {
        const polar::Rows r = guess.rows();
        double a[3][3];
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column)
                a[row][column] = r[0][row] * f[0][column] + r[1][row] * f[1][column] + r[2][row] * f[2][column];
        const std::array<double, 6> curvature{a[1][1] + a[2][2],        a[0][0] + a[2][2],
                                              a[0][0] + a[1][1],        -(a[1][2] + a[2][1]) / 2,
                                              -(a[2][0] + a[0][2]) / 2, -(a[0][1] + a[1][0]) / 2};
        const std::array<double, 3> axial{a[2][1] - a[1][2], a[0][2] - a[2][0], a[1][0] - a[0][1]};
        std::array<double, 3> omega;
        if (!polar::solve_positive(curvature, axial, omega)) break;
        guess = (guess * Quaternion{1, omega[0] / 2, omega[1] / 2, omega[2] / 2}).normalised();
        const double angle2 = omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2];
        if (angle2 < polar::small_turn * polar::small_turn) return guess;
    }
    return polar::by_eigenvector(f);
}

}  // namespace panta
