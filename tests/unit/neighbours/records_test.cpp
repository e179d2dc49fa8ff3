#include "neighbours/records.h"

#include <gtest/gtest.h>

namespace panta {
namespace {

TEST(RecordPacker, packs_within_a_limit_what_it_names_and_support_radii) {
    Particles particles;
    particles.append(3);
    particles.edit(fields::volume)[1] = 7;
    using Named = Reads<fields::position, fields::volume>;
    RecordPacker packer;
    {
        const RecordPacker::Limit limit(packer, Named::list);
        EXPECT_EQ(packer.pack(particles, Named::list, Threads(1)).at(0)[4 + 3], 7);
        EXPECT_EQ(packer.pack(particles, Reads<fields::support>::list, Threads(1)).size(), 1u);
        EXPECT_DEATH(packer.pack(particles, Reads<fields::position, fields::velocity>::list, Threads(1)),
                     "a pass reads at its neighbours what it says that it reads");
    }
    EXPECT_EQ(packer.pack(particles, Reads<fields::position, fields::velocity>::list, Threads(1)).size(), 2u);
}

}  // namespace
}  // namespace panta
