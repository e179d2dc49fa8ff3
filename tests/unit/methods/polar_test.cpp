#include "methods/polar.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "methods/pseudo_inverse.h"

namespace panta {
namespace {

Quaternion some_rotation(const Random& random, uint64_t k) {
    const Vec3 v = random.in_cube(k, 0);
    return Quaternion{random.in_cube(k, 1).x, v.x, v.y, v.z}.normalised();
}
polar::Rows rows_of(const Matrix3& m) {
    return {{{m.x.x, m.x.y, m.x.z}, {m.y.x, m.y.y, m.y.z}, {m.z.x, m.z.y, m.z.z}}};
}

// F = R U with U symmetric and positive gives R back, whatever the guess; U has errors of a float.
TEST(Polar, finds_the_rotation_from_any_guess) {
    const Random random(1);
    for (uint64_t k = 0; k < 200; ++k) {
        const Matrix3 r = some_rotation(random, k).matrix();
        const Vec3 m = random.in_cube(k, 2);
        const Matrix3 u = full({{2, Real(1.5), 1}, Real(0.4) * m});
        for (const Quaternion& guess : {Quaternion{}, some_rotation(random, k + 1000)}) {
            const Matrix3 found = nearest_rotation(rows_of(r * u), guess).matrix();
            EXPECT_LT((found - r).norm2(), 1e-11) << k;
        }
    }
}

TEST(Polar, turns_by_half_a_turn_where_the_guess_is_a_saddle) {
    const Matrix3 half{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}};
    EXPECT_LT((nearest_rotation(rows_of(half)).matrix() - half).norm2(), 1e-12);
}

// A mirrored matrix has the nearest rotation that gives up its smallest stretch.
TEST(Polar, gives_a_rotation_for_what_is_mirrored) {
    const Matrix3 mirrored{{2, 0, 0}, {0, Real(1.5), 0}, {0, 0, Real(-0.5)}};
    const Matrix3 identity{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const Quaternion guess = Quaternion{1, 2, 3, 4}.normalised();
    EXPECT_LT((nearest_rotation(rows_of(mirrored), guess).matrix() - identity).norm2(), 1e-12);
}

TEST(PseudoInverse, inverts_what_is_there_and_leaves_out_what_is_flat) {
    // A plane with the normal (1, 1, 0) / sqrt 2, and stretches 2 and 3 in it.
    const std::array<double, 6> m{1, 1, 3, 0, 0, -1};
    const PseudoInverse found = pseudo_inverse(m, 0.01);
    const Symmetric expected{{Real(0.25), Real(0.25), Real(1. / 3)}, {0, 0, Real(-0.25)}};
    const Symmetric missing{{Real(0.5), Real(0.5), 0}, {0, 0, Real(0.5)}};
    EXPECT_LT((found.inverse + expected * -1).norm2(), 1e-12);
    EXPECT_LT((found.missing + missing * -1).norm2(), 1e-12);

    const PseudoInverse all = pseudo_inverse({2, 4, 5, 0, 0, 0}, 0.01);
    EXPECT_EQ(all.inverse.diagonal, (Vec3{Real(0.5), Real(0.25), Real(0.2)}));
    EXPECT_EQ(all.missing.norm2(), 0);
    EXPECT_EQ(pseudo_inverse({}, 0.01).inverse.norm2(), 0);
}

// A single bond: sums that were rounded to floats on the way have cofactors and determinants of either sign.
TEST(PseudoInverse, knows_a_line_from_its_rounding) {
    const Random random(3);
    for (uint64_t k = 0; k < 10000; ++k) {
        const Vec3 r = Real(0.002) * random.in_cube(k, 0), q = Real(0.04) * r;
        const auto product = [](Real a, Real b) { return double(a) * b; };
        const PseudoInverse found = pseudo_inverse({product(r.x, q.x), product(r.y, q.y), product(r.z, q.z),
                                                    product(r.y, q.z), product(r.z, q.x), product(r.x, q.y)},
                                                   0.1);
        // K maps q to r / |r|^2, and two directions are missing. Products of floats, and their inverse as floats: some
        // roundings of 6e-8, ten times as many to be safe.
        EXPECT_LT(norm(found.inverse * q - r * (1 / norm2(r))), 1e-5 / norm(r)) << "line " << k;
        EXPECT_NEAR(found.missing.trace(), 2, 1e-5);
    }
}

}  // namespace
}  // namespace panta
