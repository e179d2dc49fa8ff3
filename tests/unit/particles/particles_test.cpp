#include "particles/particles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace panta {
namespace {

inline constexpr Field<Real> warmth{"test.warmth", "K", 300};
inline constexpr Field<Real> passing{"test.passing", "1", 0, Lifetime::scratch};

Particles five_particles() {
    Particles particles;
    particles.declare(warmth);
    particles.declare(passing);
    particles.append(5);
    for (size_t k = 0; k < 5; ++k) particles.edit(fields::position)[k] = {Real(k), 0, 0};
    return particles;
}

TEST(Particles, new_ones_have_fresh_ids_and_initial_values) {
    Particles particles = five_particles();
    EXPECT_EQ(particles.append(2), 5u);
    EXPECT_EQ(particles[fields::id][6], 6u);
    EXPECT_EQ(particles[warmth][6], 300);
}

TEST(Particles, a_field_declared_late_starts_with_its_initial_value) {
    Particles particles;
    particles.append(3);
    particles.declare(warmth);
    EXPECT_EQ(particles[warmth][2], 300);
}

TEST(Particles, removal_keeps_the_order_and_never_reuses_an_id) {
    Particles particles = five_particles();
    particles.remove(std::vector<uint32_t>{1, 4});
    ASSERT_EQ(particles.size(), 3u);
    EXPECT_EQ(particles[fields::id][1], 2u);
    EXPECT_EQ(particles[fields::position][2].x, 3);
    particles.append(1);
    EXPECT_EQ(particles[fields::id][3], 5u);
}

TEST(Particles, permutation_moves_every_state_field_and_leaves_the_hash) {
    Particles particles = five_particles();
    particles.edit(warmth)[2] = 350;
    const uint64_t before = particles.hash();
    particles.permute(std::vector<uint32_t>{4, 2, 0, 1, 3}, Threads(2));
    EXPECT_EQ(particles[fields::id][1], 2u);
    EXPECT_EQ(particles[fields::position][1].x, 2);
    EXPECT_EQ(particles[warmth][1], 350);
    EXPECT_EQ(particles.hash(), before);
}

TEST(Particles, the_hash_sees_one_changed_bit_of_state_and_no_scratch) {
    Particles particles = five_particles();
    const uint64_t before = particles.hash();
    particles.edit(passing)[3] = 7;
    EXPECT_EQ(particles.hash(), before);
    particles.edit(warmth)[3] = std::nextafter(Real(300), Real(301));
    EXPECT_NE(particles.hash(), before);
}

TEST(Particles, poisoned_scratch_is_nan_and_state_is_untouched) {
    Particles particles = five_particles();
    particles.poison_scratch();
    EXPECT_TRUE(std::isnan(particles[passing][0]));
    EXPECT_EQ(particles[warmth][0], 300);
}

TEST(Particles, an_edit_changes_the_version_and_a_read_does_not) {
    Particles particles = five_particles();
    const uint64_t before = particles.find("test.warmth")->version();
    (void)particles[warmth][0];
    EXPECT_EQ(particles.find("test.warmth")->version(), before);
    particles.edit(warmth);
    EXPECT_NE(particles.find("test.warmth")->version(), before);
}

}  // namespace
}  // namespace panta
