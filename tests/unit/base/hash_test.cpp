#include "base/hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>
#include <vector>

namespace panta {
namespace {

uint64_t hash_of(const std::string& text, uint64_t seed = 0) { return hash_bytes(text.data(), text.size(), seed); }

TEST(Hash, equal_bytes_have_equal_hashes_wherever_they_lie) {
    const std::string text = "panta rhei, everything flows";
    const std::string shifted = "x" + text;
    EXPECT_EQ(hash_of(text), hash_bytes(shifted.data() + 1, text.size()));
}

TEST(Hash, every_single_flipped_bit_changes_about_half_of_the_hash) {
    std::string text(37, 'a');  // not a multiple of a word
    const uint64_t before = hash_of(text);
    int flipped = 0;
    for (size_t bit = 0; bit < text.size() * 8; ++bit) {
        text[bit / 8] = char(text[bit / 8] ^ (1 << bit % 8));
        EXPECT_NE(hash_of(text), before) << "bit " << bit;
        flipped += std::popcount(hash_of(text) ^ before);
        text[bit / 8] = char(text[bit / 8] ^ (1 << bit % 8));
    }
    // 296 hashes of 64 fair bits: mean 32, standard deviation of the mean 4 / sqrt(296) = 0.23; five of those
    EXPECT_NEAR(flipped / 296.0, 32, 1.2);
}

TEST(Hash, the_length_counts_even_when_the_rest_is_zero) {
    std::set<uint64_t> seen;
    for (size_t length = 0; length < 40; ++length) seen.insert(hash_of(std::string(length, '\0')));
    EXPECT_EQ(seen.size(), 40u);
}

TEST(Hash, the_order_of_words_and_the_seed_count) {
    EXPECT_NE(hash_of("aaaaaaaabbbbbbbb"), hash_of("bbbbbbbbaaaaaaaa"));
    EXPECT_NE(hash_of("a", 1), hash_of("a", 2));
}

// UndefinedBehaviorSanitizer sees a null pointer that is passed to memcpy, even with no bytes to copy.
TEST(Hash, of_no_bytes_needs_no_address) {
    EXPECT_EQ(hash_bytes(nullptr, 0, 7), hash_of("", 7));
    EXPECT_NE(hash_bytes(nullptr, 0, 7), hash_bytes(nullptr, 0, 8));
}

}  // namespace
}  // namespace panta
