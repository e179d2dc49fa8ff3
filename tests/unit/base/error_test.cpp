#include "base/error.h"

#include <gtest/gtest.h>

#include "base/check.h"

namespace panta {
namespace {

TEST(InputError, says_where_what_and_how_to_mend_it) {
    const InputError error("scene.json:12: /bodies/0", "unknown key 'denisty'", "did you mean 'density'?");
    EXPECT_STREQ(error.what(), "scene.json:12: /bodies/0: unknown key 'denisty' (did you mean 'density'?)");
}

TEST(InputError, tells_all_problems_one_per_line_and_leaves_out_what_is_empty) {
    const InputError error({{"a", "first", ""}, {"", "second", "hint"}});
    EXPECT_STREQ(error.what(), "a: first\nsecond (hint)");
    ASSERT_EQ(error.problems().size(), 2u);
    EXPECT_EQ(error.problems()[1].hint, "hint");
}

TEST(CheckDeathTest, a_broken_promise_names_itself_and_its_place) {
    check(true, "nothing happens when a promise is kept");
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    EXPECT_DEATH(check(false, "the sky is blue"), "error_test.cpp.*broken promise: the sky is blue");
}

}  // namespace
}  // namespace panta
