// A lattice with bonds among some of its particles, for tests.
#pragma once

#include "base/random.h"
#include "neighbours/neighbours.h"

namespace panta::test {

/// Six by six by six particles, a little off their places. Those of even id are bonded to each other within `bonded`
/// spacings, fewer than the support of two.
struct BondedLattice {
    static constexpr Real spacing = Real(0.1), bonded = Real(1.6);

    BondedLattice() : neighbours({}, {}) {
        neighbours.attach(particles);
        particles.declare(fields::solidity);
        constexpr int edge = 6;
        particles.append(edge * edge * edge);
        for (int i = 0; i < edge * edge * edge; ++i) {
            const Vec3 place{Real(i % edge), Real(i / edge % edge), Real(i / edge / edge)};
            particles.edit(fields::position)[size_t(i)] =
                spacing * (place + Real(0.1) * random.in_cube(uint64_t(i), 0));
            particles.edit(fields::support)[size_t(i)] = 2 * spacing;
            particles.edit(fields::volume)[size_t(i)] = spacing * spacing * spacing;
            particles.edit(fields::solidity)[size_t(i)] = 1;
        }
        std::vector<Bond> wanted;
        for (size_t i = 0; i < particles.size(); i += 2) bond(i, wanted);
        bonds.add(std::move(wanted));
        update();
    }
    /// Adds the bonds from particle i to those before it, and back.
    void bond(size_t i, std::vector<Bond>& wanted) const {
        const auto x = particles[fields::position];
        const auto id = particles[fields::id];
        for (size_t j = 0; j < i; j += 2)
            if (norm(x[j] - x[i]) < bonded * spacing) {
                wanted.push_back({id[i], id[j], x[j] - x[i]});
                wanted.push_back({id[j], id[i], x[i] - x[j]});
            }
    }
    void update() {
        neighbours.update(particles, walls, Real(0.01) * spacing, threads);
        list.update(bonds, particles, {}, threads);
    }
    bool are_bonded(uint32_t i, uint32_t j) const {
        const auto id = particles[fields::id];
        for (size_t k = 0; k < bonds.owners().size(); ++k)
            for (uint32_t b = bonds.starts()[k]; b < bonds.starts()[k + 1]; ++b)
                if (bonds.owners()[k] == id[i] && bonds.partners()[b] == id[j]) return true;
        return false;
    }
    /// Moves everybody by up to `far` spacings along each axis.
    void shake(Real far, uint64_t times) {
        const auto x = particles.edit(fields::position);
        for (size_t i = 0; i < x.size(); ++i) x[i] += far * spacing * random.in_cube(i, times);
    }

    Random random{5};
    Threads threads{2};
    Particles particles, walls;
    Neighbours neighbours;
    Bonds bonds;
    BondList list;
};

}  // namespace panta::test
