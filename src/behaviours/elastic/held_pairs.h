// What bonds hold apart, pressure does not hold apart a second time (neighbours/pair_freedom.h). The freedom of pairs
// to press on each other is
//
//     f_ij = 1 - t_i t_j a_ij,      a = 1 where i and j are bonded
//
// where t is the solidity of a particle, so that no key jerks; less where it is
// crushed: pressure comes in between 0.7 and 0.3 of the volume at rest, before linear stress lets a solid collapse.
// Held pairs count as they lay when they were bonded: strain does not change the compression that pressure sees, and a
// solid in which nothing else presses has none.
//
// A solid that is compressed moves particles into reach that were out of it, and are not bonded. They must not press
// either: a column would rest on them. Where they would be at rest, r' = |F^-1 x_ij|, tells them from those of a body
// that meets itself again: beyond the support they were apart, and a = 1; well within it they are no neighbours by
// strain, and a = 0.
#pragma once

#include "base/matrix.h"
#include "neighbours/bond_list.h"
#include "step/step.h"

namespace panta::elastic {

/// How particles are strained, as it was measured last (sums.h).
class Strain {
public:
    explicit Strain(const Particles& particles);

    /// F^-1: leads from ways as they are to ways at rest. Where F has changed the volume more than fivefold, its
    /// rotation alone is inverted.
    Matrix3 back_to_rest(const BondRow& row) const;
    /// Volume over that at rest, without growth; of sheets and strings the area or length.
    Real volume_ratio(const BondRow& row) const;
    /// Its root, cubic in space; one for sheets and strings, and where the ratio is more than five or less than a
    /// fifth.
    Real size_ratio(const BondRow& row, int dimension) const;

private:
    Matrix3 rotation(const BondRow& row) const;
    /// F without growth; directions that have no bonds turn with the rest.
    Matrix3 strained(const BondRow& row, const Matrix3& rotation) const;

    std::span<const Vec3> f_[3], r_[3];  // F and its rotation, by rows
    std::span<const Real> growth_;
};

/// Declares the fields that are written.
void attach_held_pairs(Particles& particles);

/// Sets the freedom of all pairs, and what held ones add to compression.
void hold_pairs(const Step& step, const BondList& bonds);

/// The longest step for what meets a solid. Pressure stops a particle of it at once, but learns only in the next step
/// what comes down upon it through bonds: the less others come near in a step, the less it is compressed till then.
Real longest_contact_step(const Step& step, const BondList& bonds);

}  // namespace panta::elastic
