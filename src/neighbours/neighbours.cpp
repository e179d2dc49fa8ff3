#include "neighbours/neighbours.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "neighbours/particle_loop.h"

namespace panta {

namespace {

// The widest skin, in support radii: beyond, candidates cost more than they save.
constexpr Real widest_skin = Real(0.4);
// Edge of a cell, in support radii: an eighth of it then holds about eight particles in the usual arrangement of two
// spacings to a support radius, a compact group.
constexpr Real usual_cell = Real(1.85);
// The narrowest cell in support radii, where a periodic axis has no room for three larger ones.
constexpr Real narrowest_cell = Real(1.1);

/// The skin, in support radii, that costs least when the fastest particle travels `u` support radii a step.
///
/// Picking from candidates with the skin s costs about P (1 + 2.5 s), what candidates grow by, and they last s/2u
/// steps. Listing them with all sorting costs b P; the minimum of 1 + 2.5 s + 2 b u/s is at s^2 = 0.8 b u. Measured, b
/// is 2.5 to 4; the minimum is flat, and the lower end keeps candidates few.
Real best_skin(Real u) {
    const Real s = std::min(std::sqrt(2 * u), widest_skin);
    const bool lasts_a_step = s > 2 * u;
    return lasts_a_step ? s : 0;
}

/// Edge of the cells: room for every skin, unless a periodic axis is short.
Real cell_size_for(Real h, const Periodicity& periodicity) {
    Real size = usual_cell * h;
    for (int axis = 0; axis < 3; ++axis)
        if (periodicity.period[axis] > 0) size = std::min(size, periodicity.period[axis] / Real(3.0005));
    return size;
}

}  // namespace

Real shortest_period(Real h) { return Real(3.001) * narrowest_cell * h; }  // a little more, for rounding

Neighbours::Neighbours(Smoothing smoothing, Periodicity periodicity)
    : smoothing_(smoothing), periodicity_(periodicity) {}

bool Neighbours::update(Particles& particles, Particles& walls, Real travel, const Threads& threads, Real margin) {
    follow_walls(walls, threads);
    const bool current = is_current(particles, walls, fitting(margin), threads);
    if (!current) measure_supports(particles, walls);
    margin = fitting(margin);
    if (!current) {
        const Real h = largest_support_, room = cell_size_ - h - margin;
        skin_ = margin + (h > 0 ? std::min(h * best_skin(travel / h), room) : 0);

        // Wrap, sort, and remember where everybody was.
        wrap(particles, threads);
        grid_.assign(particles[fields::position], cell_size_, periodicity_, threads);
        if (!grid_.is_sorted()) particles.permute(grid_.order(), threads);
        const auto reference = particles.edit(fields::reference_position);
        std::ranges::copy(particles[fields::position], reference.begin());
        sort_walls(walls, threads);
    }
    positions_.assign(particles[fields::position], threads);
    if (!current) list_candidates(particles, threads);
    pick(particles, walls, margin, threads);
    return !current;
}

void Neighbours::resume(const Particles& particles, Particles& walls, Real skin, const Threads& threads) {
    measure_supports(particles, walls);
    skin_ = skin;
    grid_.assign(particles[fields::reference_position], cell_size_, periodicity_, threads);
    check(grid_.is_sorted(), "saved particles are sorted by cell");
    resume_walls(walls, threads);
    positions_.assign(particles[fields::reference_position], threads);
    list_candidates(particles, threads);
    positions_.assign(particles[fields::position], threads);
    follow_walls(walls, threads);
    pick(particles, walls, 0, threads);
}

/// Walls that rest are sorted as they are; those that had moved are saved in their order, with where they were.
void Neighbours::resume_walls(Particles& walls, const Threads& threads) {
    const bool rests = !walls.has(fields::reference_position) ||
                       std::ranges::equal(walls[fields::position], walls[fields::reference_position]);
    if (rests) return sort_walls(walls, threads);
    const auto reference = walls[fields::reference_position];
    wall_grid_.assign(reference, cell_size_, periodicity_, threads);
    check(wall_grid_.is_sorted(), "saved walls are sorted by cell");
    wall_positions_.assign(reference, threads);
    built_for_walls_ = walls.find(fields::id.name)->version();
    seen_walls_ = 0;
}

bool Neighbours::is_current(const Particles& particles, const Particles& walls, Real margin,
                            const Threads& threads) const {
    if (builds_ == 0 || built_for_ != particles.find(fields::id.name)->version() ||
        built_for_walls_ != walls.find(fields::id.name)->version())
        return false;
    const auto x = particles[fields::position], reference = particles[fields::reference_position];
    const Real farthest2 = maximum_over(x.size(), threads, [&](size_t i) { return norm2(x[i] - reference[i]); });
    const Real farthest = std::sqrt(farthest2);
    return farthest + std::max(farthest, wall_travel_) + margin < skin_;
}

void Neighbours::wrap(Particles& particles, const Threads& threads) const {
    if (!periodicity_.any()) return;
    const auto positions = particles.edit(fields::position);
    for_each_index(positions.size(), threads, [&](size_t i) { positions[i] = periodicity_.wrapped(positions[i]); });
}

void Neighbours::measure_supports(const Particles& particles, const Particles& walls) {
    Real smallest = std::numeric_limits<Real>::infinity(), largest = 0;
    for (const Particles* set : {&particles, &walls})
        for (const Real h : (*set)[fields::support]) smallest = std::min(smallest, h), largest = std::max(largest, h);
    uniform_support_ = !(smallest < largest);
    any_sheet_ = WallSides::are_known(walls) && WallSides(walls).any_sheet();
    smallest_support_ = smallest;
    largest_support_ = largest;
    const Real cell_size = largest > 0 ? cell_size_for(largest, periodicity_) : 1;
    if (cell_size != cell_size_) built_for_walls_ = 0;
    cell_size_ = cell_size;
}

/// Copies the positions of walls that have moved, and measures how far that was.
void Neighbours::follow_walls(const Particles& walls, const Threads& threads) {
    const uint64_t version = walls.find(fields::position.name)->version();
    if (builds_ == 0 || version == seen_walls_) return;
    seen_walls_ = version;
    const auto x = walls[fields::position];
    wall_positions_.assign(x, threads);
    if (!walls.has(fields::reference_position)) {
        wall_travel_ = std::numeric_limits<Real>::infinity();
        return;
    }
    const auto reference = walls[fields::reference_position];
    wall_travel_ = std::sqrt(maximum_over(x.size(), threads, [&](size_t b) { return norm2(x[b] - reference[b]); }));
}

void Neighbours::sort_walls(Particles& walls, const Threads& threads) {
    const bool same = built_for_walls_ == walls.find(fields::id.name)->version() && builds_ > 0;
    if (same && wall_travel_ == 0) return;
    wrap(walls, threads);
    wall_grid_.assign(walls[fields::position], cell_size_, periodicity_, threads);
    if (!wall_grid_.is_sorted()) walls.permute(wall_grid_.order(), threads);
    if (walls.has(fields::reference_position))
        std::ranges::copy(walls[fields::position], walls.edit(fields::reference_position).begin());
    wall_positions_.assign(walls[fields::position], threads);
    built_for_walls_ = walls.find(fields::id.name)->version();
    seen_walls_ = walls.find(fields::position.name)->version();
    wall_travel_ = 0;
}

void Neighbours::list_candidates(const Particles& particles, const Threads& threads) {
    candidates_.build({positions_, grid_}, {wall_positions_, wall_grid_}, largest_support_ + skin_, threads);
    built_for_ = particles.find(fields::id.name)->version();
    ++builds_;
}

void Neighbours::pick(const Particles& particles, const Particles& walls, Real margin, const Threads& threads) {
    freedom_.clear();
    std::optional<WallSides> sides;
    if (any_sheet_) sides.emplace(walls);
    list_.pick(candidates_, {positions_, particles[fields::support]}, {wall_positions_, walls[fields::support]},
               sides ? &*sides : nullptr, periodicity_, margin, uniform_support_, threads);
}

size_t Neighbours::memory() const {
    return candidates_.memory() + list_.memory() + grid_.memory() + wall_grid_.memory() + positions_.memory() +
           wall_positions_.memory() + particle_records_.memory() + wall_records_.memory() + gradients_.memory() +
           freedom_.memory();
}

}  // namespace panta
