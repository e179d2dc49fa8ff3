// The neighbours of all particles of a world, kept up to date over the steps.
//
// Candidates are listed with a skin: pairs that are up to `skin` beyond their supports are candidates too, so that the
// candidates stay complete until some particle, or a particle and a wall that moves towards it, have moved half a skin
// each (Verlet 1967). Then particles are wrapped into
// periodic axes, sorted along the space-filling curve, and the candidates are listed anew. In every step the exact
// neighbours are picked from the candidates. The skin follows from how far particles travel per step.
//
// The candidates, and with them the order of every list, are a function of the reference positions (those when they
// were listed), the order in memory and the skin alone; reference positions are a state field, so a resumed run
// continues with the very same lists. The same holds for walls that move; what rests is where it was.
#pragma once

#include <algorithm>

#include "base/threads.h"
#include "kernels/smoothing.h"
#include "neighbours/neighbour_list.h"
#include "neighbours/pair_freedom.h"
#include "neighbours/pair_gradients.h"
#include "neighbours/periodicity.h"
#include "neighbours/records.h"
#include "particles/particles.h"

namespace panta {

namespace fields {
/// Position when the candidates were listed.
inline constexpr Field<Vec3> reference_position{"neighbours.reference_position", "m", {}, Lifetime::internal};
}  // namespace fields

/// The shortest period of an axis for particles of the support radius h: three cells of the search.
Real shortest_period(Real h);

class Neighbours {
public:
    Neighbours(Smoothing smoothing, Periodicity periodicity);

    /// Declares the fields the search keeps on its particles.
    void attach(Particles& particles) const { particles.declare(fields::reference_position); }

    /// Brings the lists up to date: all pairs nearer than the larger of their supports and `margin`. `travel` is how
    /// far the fastest particle moves in a step, in metres: the skin is chosen for it. Passes that move particles and
    /// visit their neighbours there ask for a margin: two particles that both go `travel` need twice that. Where a
    /// short periodic axis makes cells narrow, the margin ends at the cell. Returns true if the particles were sorted
    /// anew.
    bool update(Particles& particles, Particles& walls, Real travel, const Threads& threads, Real margin = 0);
    /// Lists the candidates of a run that was saved with `skin`, from the reference positions in `particles`, and picks
    /// the neighbours.
    void resume(const Particles& particles, Particles& walls, Real skin, const Threads& threads);

    const NeighbourList& list() const { return list_; }
    const CandidateList& candidates() const { return candidates_; }
    const Periodicity& periodicity() const { return periodicity_; }
    const Smoothing& smoothing() const { return smoothing_; }
    Real skin() const { return skin_; }
    Real largest_support() const { return largest_support_; }
    /// All particles and walls have the same support radius.
    bool uniform_support() const { return uniform_support_; }
    /// How often the candidates were listed.
    uint64_t builds() const { return builds_; }

    /// Packed records for a pass; kept until the fields change.
    RecordPacker& particle_records() const { return particle_records_; }
    RecordPacker& wall_records() const { return wall_records_; }
    /// Gradients that a pass kept for later ones, and room for those of the lists as they are now.
    const PairGradients& gradients() const { return gradients_; }
    void make_room_for_gradients() const { gradients_.prepare(list_, smallest_support_, smoothing_.dimension); }

    /// How far pairs press on each other: all of them entirely, until who owns bonds says otherwise in this step.
    PairFreedom& freedom() const { return freedom_; }

    size_t memory() const;

private:
    /// As much of a margin as cells have room for.
    Real fitting(Real margin) const { return std::min(margin, cell_size_ - largest_support_); }
    bool is_current(const Particles& particles, const Particles& walls, Real margin, const Threads& threads) const;
    void measure_supports(const Particles& particles, const Particles& walls);
    void wrap(Particles& particles, const Threads& threads) const;
    void sort_walls(Particles& walls, const Threads& threads);
    void follow_walls(const Particles& walls, const Threads& threads);
    void resume_walls(Particles& walls, const Threads& threads);
    void list_candidates(const Particles& particles, const Threads& threads);
    void pick(const Particles& particles, const Particles& walls, Real margin, const Threads& threads);

    Smoothing smoothing_;
    Periodicity periodicity_;
    CandidateList candidates_;
    NeighbourList list_;
    CellGrid grid_, wall_grid_;
    SplitPositions positions_, wall_positions_;
    Real skin_ = 0, smallest_support_ = 0, largest_support_ = 0, cell_size_ = 0;
    bool any_sheet_ = false;  // among the walls
    bool uniform_support_ = true;
    uint64_t builds_ = 0;
    uint64_t built_for_ = 0, built_for_walls_ = 0;  // versions of the ids that the candidates belong to
    uint64_t seen_walls_ = 0;                       // version of the wall positions that were copied
    Real wall_travel_ = 0;                          // how far walls have moved since the candidates were listed, m
    mutable RecordPacker particle_records_, wall_records_;  // caches
    mutable PairGradients gradients_;
    mutable PairFreedom freedom_;
};

}  // namespace panta
