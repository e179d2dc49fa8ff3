#include "base/profile.h"

#include <gtest/gtest.h>

namespace panta {
namespace {

TEST(Profile, adds_up_by_stage_in_the_order_of_first_use) {
    Profile profile;
    profile.add("forces", 0.25);
    profile.add("collide", 1);
    profile.add("forces", 0.5);
    ASSERT_EQ(profile.seconds().size(), 2u);
    EXPECT_EQ(profile.seconds()[0].first, "forces");
    EXPECT_EQ(profile.seconds()[0].second, 0.75);
    EXPECT_EQ(profile.seconds()[1].first, "collide");
}

TEST(Profile, a_scope_adds_its_duration_when_it_ends) {
    Profile profile;
    {
        const Profile::Scope scope(profile, "sort");
        EXPECT_TRUE(profile.seconds().empty());
    }
    ASSERT_EQ(profile.seconds().size(), 1u);
    EXPECT_GE(profile.seconds()[0].second, 0);
}

}  // namespace
}  // namespace panta
