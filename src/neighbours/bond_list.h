// The bonds of particles as loops need them: in the order of the particles in memory, with everything that follows from
// the vectors at rest alone. Only rows that have changed are measured anew: all after the particles were sorted or rest
// vectors edited, else those with new or lost partners, or where the volume, solidity or support of one is another.
//
//     M_i = sum_j u_ij r0_ij r0_ij^T,   u_ij = V_j s_j w_ij,   K_i = M_i^+                            (KEI 5.14, with
//     volumes)
//
// r0_ij rest vector from i to j, V volume, s solidity, w kernel of r0. A row is a particle with bonds; its entries are
// its partners in the order of their ids, padded to a multiple of eight with itself and weight zero. Each entry has the
// numbers of the bond to the partner ("outward": u_ij r0_ij and u_ij) and of the bond back ("inward": u_ji r0_ji and
// u_ji), eight by eight.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/symmetric.h"
#include "base/threads.h"
#include "kernels/smoothing.h"
#include "particles/bonds.h"
#include "particles/particles.h"

namespace panta {

class Neighbours;

struct BondRow {
    uint32_t particle = 0;         // index
    uint32_t first = 0, last = 0;  // entries
    Symmetric inverse;             // K, 1/m^2
    Symmetric missing;             // I - M K: projects onto the directions without bonds
    Vec3 sum;                      // of u r0, m
    Real weight = 0;               // sum of u
    Real share = 0;                // that, of what it were if all partners took part with all their volume
    Real mean_r2 = 0;              // of |r0|^2, weighted with u, m^2
    uint32_t room = 0;             // for entries, from the first
    uint64_t filled_in = 0;        // the count of updates in which it was filled last
};

/// A particle, another near it, and the way there.
struct NearPair {
    uint32_t i = 0, j = 0;
    Vec3 way;  // x_j - x_i, shortest image
};

namespace fields {
/// How far a particle takes part in the sums of its partners, 0 to 1. Who owns the bonds fills it, and edits it only
/// when it has changed noticeably: rows are then measured anew.
inline constexpr Field<Real> solidity{"bonds.solidity", "1", 0, Lifetime::internal};
}  // namespace fields

class BondList {
public:
    /// Follows the table and the particles; first drops bonds of particles that are gone.
    void update(Bonds& bonds, const Particles& particles, const Smoothing& smoothing, const Threads& threads);

    std::span<const BondRow> rows() const { return rows_; }
    /// The row of a particle, or none.
    const BondRow* row_of(uint32_t particle) const {
        return row_of_[particle] == none ? nullptr : &rows_[row_of_[particle]];
    }
    uint32_t index_of(uint64_t id) const { return index_of_[id]; }
    /// Counts the updates that changed something.
    uint64_t updates() const { return updates_; }

    /// Per entry: 4 * index of the partner, the place of its records.
    const uint32_t* places() const { return places_.data(); }
    /// Per eight entries: x, y, z of u r0, then u.
    const Real* outward() const { return outward_.data(); }
    const Real* inward() const { return inward_.data(); }
    /// Per entry: u of the bond back times a factor of the partner, set once per step by who needs it.
    Real* scaled_inward() const { return scaled_inward_.data(); }

    size_t memory() const;

private:
    static constexpr uint32_t none = ~uint32_t(0);
    void index(const Particles& particles);
    void drop_missing(Bonds& bonds) const;
    void lay_out(const Bonds& bonds, bool keep);
    bool note_shares(const Particles& particles, bool moved, const Threads& threads);
    bool is_stale(const Bonds& bonds, size_t number, bool any_share) const;
    void fill(const Bonds& bonds, const Smoothing& smoothing, size_t number);
    template <class Kernel>
    void fill_with(const Bonds& bonds, const Kernel& W, size_t number);

    /// What of a particle acts on the rows of its partners.
    struct Share {
        Real volume = 0, solidity = 0, support = 0;
        bool operator==(const Share&) const = default;
    };
    struct Versions {
        uint64_t ids = 0, volumes = 0, solidity = 0, supports = 0, bonds = ~uint64_t(0);
        bool operator==(const Versions&) const = default;
    };

    std::vector<uint32_t> index_of_, row_of_;  // by id; by index
    std::vector<uint32_t> owner_of_;           // by row: number of the owner in the table
    std::vector<Share> shares_;                // by index, as rows were filled with them
    std::vector<uint8_t> has_new_share_;       // by index
    std::vector<BondRow> rows_;
    std::vector<uint32_t> places_;
    std::vector<Real> outward_, inward_;
    mutable std::vector<Real> scaled_inward_;
    Versions seen_;
    uint64_t updates_ = 0;
};

/// All particles near those at `indices`, in that order.
std::vector<NearPair> pairs_near(std::span<const uint32_t> indices, const Neighbours& neighbours,
                                 const Particles& particles, const Threads& threads);

}  // namespace panta
