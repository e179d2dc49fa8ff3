// Bonds: what pairs of particles remember of each other, as fields are what single particles remember.
//
// A bond is directed: its owner keeps the vector to its partner at rest. Bonds come in twos: a partner owns the bond
// back, with a rest vector of its own. The table is in the order of ids, owners first, so that sorting the particles
// does not touch it, and its sums have one order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/vec.h"

namespace panta {

struct Bond {
    uint64_t owner = 0, partner = 0;  // ids
    Vec3 rest;                        // from owner to partner, m
};

class Bonds {
public:
    /// Directed bonds.
    size_t size() const { return partners_.size(); }
    /// Ids of the particles that have bonds, ascending.
    std::span<const uint64_t> owners() const { return owners_; }
    /// The bonds of owners()[k] have the numbers starts()[k] to starts()[k + 1].
    std::span<const uint32_t> starts() const { return starts_; }
    /// Ids of the partners, ascending for each owner.
    std::span<const uint64_t> partners() const { return partners_; }
    std::span<const Vec3> rests() const { return rests_; }
    std::span<Vec3> edit_rests();
    /// The number of the bond back.
    std::span<const uint32_t> twins() const { return twins_; }
    /// Counts the changes: equal versions of one table hold equal bonds.
    uint64_t version() const { return version_; }
    /// Per owner: the version in which its bonds, or the bonds back to it, last changed.
    std::span<const uint64_t> changed_in() const { return changed_in_; }

    /// Adds bonds, in any order; each with its bond back, and none that is there already.
    void add(std::vector<Bond> bonds);
    /// Drops all bonds from and to the particles of these ids (ascending).
    void drop(std::span<const uint64_t> ids);

    /// 0 if there are no bonds.
    uint64_t hash() const;
    void save(ByteWriter& writer) const;
    void restore(ByteReader& reader);

private:
    Bonds start_anew();
    void append(const Bond& bond);
    void append_row(const Bonds& from, size_t row);
    void close();
    bool find_twins();
    /// The number of an owner, or no_row.
    size_t row_of(uint64_t owner) const;

    static constexpr uint32_t no_row = ~uint32_t(0);

    std::vector<uint64_t> owners_, partners_;
    std::vector<uint32_t> starts_{0};
    std::vector<Vec3> rests_;
    std::vector<uint32_t> twins_;
    std::vector<uint64_t> changed_in_;
    uint64_t version_ = 0;
};

}  // namespace panta
