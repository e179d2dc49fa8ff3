// Freedom of pairs against its definition, pair by pair.
#include "neighbours/pair_freedom.h"

#include <gtest/gtest.h>

#include "unit/neighbours/bonded_lattice.h"

namespace panta::test {
namespace {

constexpr Real held = Real(0.25), unbonded = Real(0.5);

/// Sets the freedom of bonded pairs to `held`, and that of others of which both have bonds to `unbonded`.
void set_and_compare(BondedLattice& lattice, const std::string& after) {
    const NeighbourList& list = lattice.neighbours.list();
    PairFreedom& freedom = lattice.neighbours.freedom();
    EXPECT_FALSE(freedom.any()) << "all pairs are free until somebody says otherwise";
    freedom.set(list, lattice.list, lattice.threads,
                [](uint32_t, uint32_t, bool bonded) { return bonded ? held : unbonded; });
    ASSERT_TRUE(freedom.any());
    int pairs = 0, wrong = 0;
    for (size_t b = 0; b < list.blocks().size(); ++b)
        for (uint32_t i = list.blocks()[b].first; i < list.blocks()[b].last; ++i)
            for (uint32_t k = 0; k < list.ranges()[i].particles; ++k) {
                const uint32_t entry = list.ranges()[i].start + k, j = list.blocks()[b].entries[entry] / record_floats;
                const bool both = j < lattice.particles.size() && lattice.list.row_of(i) && lattice.list.row_of(j);
                const Real wanted = !both ? 1 : lattice.are_bonded(i, j) ? held : unbonded;
                wrong += freedom.block(b)[entry] != wanted;
                pairs += wanted == held;
            }
    EXPECT_EQ(wrong, 0) << after;
    EXPECT_GT(pairs, 300) << after;
}

TEST(PairFreedom, is_that_of_bonded_pairs_whatever_has_changed) {
    BondedLattice lattice;
    set_and_compare(lattice, "nothing");
    lattice.update();
    set_and_compare(lattice, "another step");
    // Lists change while the particles keep their order.
    lattice.shake(Real(0.02), 1);
    const uint64_t builds = lattice.neighbours.builds();
    lattice.update();
    ASSERT_EQ(lattice.neighbours.builds(), builds);
    set_and_compare(lattice, "moving");

    const std::vector<uint64_t> leaving{lattice.particles[fields::id][60]};
    lattice.bonds.drop(leaving);
    lattice.update();
    set_and_compare(lattice, "leaving");
    std::vector<Bond> wanted;
    lattice.bond(60, wanted);
    lattice.bonds.add(wanted);
    lattice.update();
    set_and_compare(lattice, "entering");

    lattice.shake(1, 2);
    lattice.update();
    ASSERT_GT(lattice.neighbours.builds(), builds);
    set_and_compare(lattice, "sorting");
}

TEST(PairFreedom, without_bonds_is_one) {
    BondedLattice lattice;
    std::vector<uint64_t> all(lattice.bonds.owners().begin(), lattice.bonds.owners().end());
    lattice.bonds.drop(all);
    lattice.update();
    PairFreedom& freedom = lattice.neighbours.freedom();
    EXPECT_EQ(freedom.block(0), nullptr);
    freedom.set(lattice.neighbours.list(), lattice.list, lattice.threads,
                [](uint32_t, uint32_t, bool) { return held; });
    const NeighbourList::Block& block = lattice.neighbours.list().blocks()[0];
    for (uint32_t entry = 0; entry < block.size; ++entry) EXPECT_EQ(freedom.block(0)[entry], 1);
}

}  // namespace
}  // namespace panta::test
