// The neighbours of all particles of a world, kept up to date over the steps.
//
// Lists are built with a skin: pairs that are up to `skin` beyond their supports are listed too (kernels are zero
// there), so that the list stays complete until some particle has moved half a skin (Verlet 1967). Then particles are
// wrapped into periodic axes, sorted along the space-filling curve, and the list is built anew. The skin follows from
// how far particles travel per step: a list that is built every step has none.
//
// The list is a function of the reference positions (those at the last build), the order in memory and the skin alone;
// reference positions are a state field, so a resumed run continues with the very same list.
#pragma once

#include "base/threads.h"
#include "kernels/smoothing.h"
#include "neighbours/neighbour_list.h"
#include "neighbours/periodicity.h"
#include "neighbours/records.h"
#include "particles/particles.h"

namespace panta {

namespace fields {
/// Position at the last build of the neighbour lists.
inline constexpr Field<Vec3> reference_position{"neighbours.reference_position", "m", {}, Lifetime::internal};
}  // namespace fields

/// The shortest period of an axis for particles of the support radius h: three cells of the search.
Real shortest_period(Real h);

class Neighbours {
public:
    Neighbours(Smoothing smoothing, Periodicity periodicity);

    /// Declares the fields the search keeps on its particles.
    void attach(Particles& particles) const { particles.declare(fields::reference_position); }

    /// Brings the lists up to date. `travel` is how far the fastest particle moves in a step, in metres: the skin is
    /// chosen for it. Returns true if the particles were sorted and the lists built anew.
    bool update(Particles& particles, Particles& walls, Real travel, const Threads& threads);
    /// Builds the lists of a run that was saved with `skin`, from the reference positions in `particles`.
    void resume(const Particles& particles, Particles& walls, Real skin, const Threads& threads);

    const NeighbourList& list() const { return list_; }
    const Periodicity& periodicity() const { return periodicity_; }
    const Smoothing& smoothing() const { return smoothing_; }
    Real skin() const { return skin_; }
    Real largest_support() const { return largest_support_; }
    /// All particles and walls have the same support radius.
    bool uniform_support() const { return uniform_support_; }
    /// How often the lists were built.
    uint64_t builds() const { return builds_; }

    /// Packed records for a pass; kept until the fields change.
    RecordPacker& particle_records() const { return particle_records_; }
    RecordPacker& wall_records() const { return wall_records_; }

    size_t memory() const;

private:
    bool is_current(const Particles& particles, const Particles& walls, const Threads& threads) const;
    void measure_supports(const Particles& particles, const Particles& walls);
    void wrap(Particles& particles, const Threads& threads) const;
    void sort_walls(Particles& walls, const Threads& threads);
    void build(std::span<const Vec3> positions, const Particles& particles, const Particles& walls,
               const Threads& threads);

    Smoothing smoothing_;
    Periodicity periodicity_;
    NeighbourList list_;
    CellGrid grid_, wall_grid_;
    Real skin_ = 0, largest_support_ = 0, cell_size_ = 0;
    bool uniform_support_ = true;
    uint64_t builds_ = 0;
    uint64_t built_for_ = 0, built_for_walls_ = 0;  // versions of the ids and wall positions the list belongs to
    mutable RecordPacker particle_records_, wall_records_;  // caches
};

}  // namespace panta
