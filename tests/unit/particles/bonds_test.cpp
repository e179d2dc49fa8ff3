#include "particles/bonds.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace panta {
namespace {

/// Both directions of the bonds of a chain of ids.
std::vector<Bond> chain(std::initializer_list<uint64_t> ids) {
    std::vector<Bond> bonds;
    for (const uint64_t* id = ids.begin(); id + 1 < ids.end(); ++id) {
        bonds.push_back({id[0], id[1], {1, 0, 0}});
        bonds.push_back({id[1], id[0], {-1, 0, 0}});
    }
    return bonds;
}

TEST(Bonds, are_the_same_in_whatever_order_they_were_added) {
    Bonds at_once, bit_by_bit;
    at_once.add(chain({3, 7, 1, 9}));
    bit_by_bit.add(chain({1, 9}));
    bit_by_bit.add(chain({3, 7, 1}));
    EXPECT_EQ(at_once.size(), 6u);
    EXPECT_EQ(at_once.hash(), bit_by_bit.hash());
    EXPECT_NE(at_once.hash(), 0u);
    EXPECT_EQ((std::vector<uint64_t>(at_once.owners().begin(), at_once.owners().end())),
              (std::vector<uint64_t>{1, 3, 7, 9}));
    for (size_t k = 0; k < at_once.size(); ++k) EXPECT_EQ(at_once.twins()[at_once.twins()[k]], k);
}

TEST(Bonds, of_those_who_are_dropped_are_gone_in_both_directions) {
    Bonds bonds, rest;
    bonds.add(chain({1, 2, 3, 4, 5}));
    rest.add(chain({4, 5}));
    rest.add(chain({1, 2}));
    const std::vector<uint64_t> gone{3, 8};
    bonds.drop(gone);
    EXPECT_EQ(bonds.hash(), rest.hash());
    const uint64_t version = bonds.version();
    bonds.drop(gone);
    EXPECT_EQ(bonds.version(), version);
}

TEST(Bonds, come_back_from_bytes_and_damage_is_refused) {
    Bonds bonds, loaded;
    bonds.add(chain({1, 2, 3}));
    ByteWriter writer;
    bonds.save(writer);
    ByteReader reader("test", writer.bytes());
    loaded.restore(reader);
    EXPECT_EQ(loaded.hash(), bonds.hash());
    EXPECT_EQ(reader.remaining(), 0u);

    std::vector<std::byte> damaged = writer.bytes();
    damaged[8] = std::byte{7};  // the first owner, who is partner of the second
    ByteReader wrong("test", damaged), cut("test", std::span(writer.bytes()).first(40));
    EXPECT_THROW(loaded.restore(wrong), InputError);
    EXPECT_THROW(loaded.restore(cut), InputError);
    EXPECT_EQ(loaded.hash(), bonds.hash());
}

}  // namespace
}  // namespace panta
