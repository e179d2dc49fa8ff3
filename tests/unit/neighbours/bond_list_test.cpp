// Lists of bonds that were brought up to date in parts are those that are made at once.
#include "neighbours/bond_list.h"

#include <gtest/gtest.h>

#include "unit/neighbours/bonded_lattice.h"

namespace panta::test {
namespace {

bool are_equal(const Symmetric& a, const Symmetric& b) { return a.diagonal == b.diagonal && a.mixed == b.mixed; }

/// To the last bit: rows do not depend on what was there before.
void expect_as_if_new(BondedLattice& lattice, const std::string& after) {
    lattice.list.update(lattice.bonds, lattice.particles, {}, lattice.threads);
    BondList fresh;
    fresh.update(lattice.bonds, lattice.particles, {}, lattice.threads);
    const auto rows = lattice.list.rows(), wanted = fresh.rows();
    ASSERT_EQ(rows.size(), wanted.size()) << after;
    const auto numbers_of = [](const BondList& list, const BondRow& row) {
        std::vector<Real> numbers;
        for (uint32_t k = row.first; k < row.last; ++k) numbers.push_back(Real(list.places()[k]));
        numbers.insert(numbers.end(), list.outward() + 4 * row.first, list.outward() + 4 * row.last);
        numbers.insert(numbers.end(), list.inward() + 4 * row.first, list.inward() + 4 * row.last);
        return numbers;
    };
    for (size_t k = 0; k < rows.size(); ++k) {
        EXPECT_EQ(rows[k].particle, wanted[k].particle) << after;
        EXPECT_TRUE(are_equal(rows[k].inverse, wanted[k].inverse)) << after << ", row " << k;
        EXPECT_TRUE(are_equal(rows[k].missing, wanted[k].missing)) << after << ", row " << k;
        EXPECT_EQ(rows[k].sum, wanted[k].sum) << after;
        EXPECT_EQ(rows[k].share, wanted[k].share) << after;
        EXPECT_EQ(rows[k].weight, wanted[k].weight) << after;
        EXPECT_EQ(rows[k].mean_r2, wanted[k].mean_r2) << after;
        EXPECT_EQ(numbers_of(lattice.list, rows[k]), numbers_of(fresh, wanted[k])) << after << ", row " << k;
    }
    for (uint32_t i = 0; i < lattice.particles.size(); ++i)
        EXPECT_EQ(lattice.list.row_of(i) == nullptr, fresh.row_of(i) == nullptr) << after;
}

TEST(BondList, is_as_if_new_after_every_change) {
    BondedLattice lattice;
    Particles& particles = lattice.particles;
    expect_as_if_new(lattice, "nothing");
    const uint64_t before = lattice.list.updates();
    lattice.list.update(lattice.bonds, particles, {}, lattice.threads);
    EXPECT_EQ(lattice.list.updates(), before) << "nothing has changed";

    particles.edit(fields::solidity)[20] = Real(0.4);
    expect_as_if_new(lattice, "melting");
    particles.edit(fields::volume)[41] *= 2;
    expect_as_if_new(lattice, "growing");
    particles.edit(fields::support)[60] *= Real(0.8);
    expect_as_if_new(lattice, "another support");
    lattice.bonds.edit_rests()[7].x *= Real(1.1);
    expect_as_if_new(lattice, "another shape");

    const auto id = particles[fields::id];
    std::vector<uint64_t> leaving{id[30], id[50], id[52]};
    std::ranges::sort(leaving);
    lattice.bonds.drop(leaving);
    expect_as_if_new(lattice, "leaving");
    for (int k = 0; k < 60; ++k) {  // come and go, until rows are moved together
        const auto i = size_t(60 + 2 * (k % 20));
        const std::vector<uint64_t> one{id[i]};
        lattice.bonds.drop(one);
        expect_as_if_new(lattice, "leaving again");
        std::vector<Bond> wanted;
        lattice.bond(i, wanted);
        std::erase_if(wanted, [&](const Bond& bond) {
            return std::ranges::binary_search(leaving, bond.owner) || std::ranges::binary_search(leaving, bond.partner);
        });
        lattice.bonds.add(wanted);
        expect_as_if_new(lattice, "entering again");
    }

    lattice.shake(2, 1);
    lattice.update();
    expect_as_if_new(lattice, "sorting");
    const std::vector<uint32_t> lost{3, 40, 41, 42};
    particles.remove(lost);
    expect_as_if_new(lattice, "losing particles");
}

}  // namespace
}  // namespace panta::test
