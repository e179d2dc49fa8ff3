#include "base/symmetric.h"

#include <gtest/gtest.h>

namespace panta {
namespace {

TEST(Symmetric, times_a_vector_is_the_sum_over_its_rows) {
    const Symmetric a{{1, 2, 3}, {4, 5, 6}};  // 1 6 5, 6 2 4, 5 4 3
    EXPECT_EQ(a * Vec3(1, 10, 100), Vec3(561, 426, 345));
    EXPECT_EQ(a.trace(), 6);
    EXPECT_EQ(a.norm2(), 1 + 4 + 9 + 2 * (16 + 25 + 36));
}

TEST(Symmetric, inverse_undoes_the_matrix_at_any_scale) {
    for (const Real scale : {1e-15f, 1.f, 1e20f}) {
        const Symmetric a = Symmetric{{5, 7, 3}, {1, -0.5f, 2}} * scale, b = inverse(a);
        for (const Vec3& v : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{2, -1, 3}})
            EXPECT_LT(norm(b * (a * v) - v), 1e-5f) << scale;
    }
}

}  // namespace
}  // namespace panta
