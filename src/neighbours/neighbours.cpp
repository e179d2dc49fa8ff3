#include "neighbours/neighbours.h"

#include <algorithm>
#include <cmath>

#include "neighbours/particle_loop.h"

namespace panta {

namespace {

// The widest skin, in support radii; cells are sized for it. Wider lists cost every pass more than they save.
constexpr Real widest_skin = Real(0.1);

/// The skin, in support radii, that costs least when the fastest particle travels `u` support radii a step.
///
/// With P the cost of the passes of a step and B that of a build, a step costs (1+s)^3 (P + B 2u/s): lists grow with
/// the volume they cover and last s/2u steps. Measured, B is about P; the minimum then solves 3s^2 + 4us - 2u = 0.
Real best_skin(Real u) {
    const Real s = (std::sqrt(4 * u * u + 6 * u) - 2 * u) / 3;
    const bool lasts_a_step = s > 2 * u;
    return lasts_a_step ? std::min(s, widest_skin) : 0;
}

/// Wide enough for every skin.
Real cell_size_for(Real h) { return (1 + widest_skin) * h; }

}  // namespace

Real shortest_period(Real h) { return Real(3.001) * cell_size_for(h); }  // a little more, for rounding

Neighbours::Neighbours(Smoothing smoothing, Periodicity periodicity)
    : smoothing_(smoothing), periodicity_(periodicity) {}

bool Neighbours::update(Particles& particles, Particles& walls, Real travel, const Threads& threads) {
    if (is_current(particles, walls, threads)) return false;
    measure_supports(particles, walls);
    skin_ = largest_support_ > 0 ? largest_support_ * best_skin(travel / largest_support_) : 0;

    // Wrap, sort, and remember where everybody was.
    wrap(particles, threads);
    grid_.assign(particles[fields::position], cell_size_, periodicity_, threads);
    if (!grid_.is_sorted()) particles.permute(grid_.order(), threads);
    const auto reference = particles.edit(fields::reference_position);
    std::ranges::copy(particles[fields::position], reference.begin());

    sort_walls(walls, threads);
    build(particles[fields::position], particles, walls, threads);
    return true;
}

void Neighbours::resume(const Particles& particles, Particles& walls, Real skin, const Threads& threads) {
    measure_supports(particles, walls);
    skin_ = skin;
    grid_.assign(particles[fields::reference_position], cell_size_, periodicity_, threads);
    check(grid_.is_sorted(), "saved particles are sorted by cell");
    sort_walls(walls, threads);
    build(particles[fields::reference_position], particles, walls, threads);
}

bool Neighbours::is_current(const Particles& particles, const Particles& walls, const Threads& threads) const {
    if (builds_ == 0 || built_for_ != particles.find(fields::id.name)->version() ||
        built_for_walls_ != walls.find(fields::position.name)->version())
        return false;
    const auto x = particles[fields::position], reference = particles[fields::reference_position];
    const Real farthest2 = maximum_over(x.size(), threads, [&](size_t i) { return norm2(x[i] - reference[i]); });
    return 4 * farthest2 < skin_ * skin_;
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
    largest_support_ = largest;
    const Real cell_size = cell_size_for(largest);
    if (cell_size != cell_size_) built_for_walls_ = 0;
    cell_size_ = cell_size > 0 ? cell_size : 1;
}

void Neighbours::sort_walls(Particles& walls, const Threads& threads) {
    if (built_for_walls_ == walls.find(fields::position.name)->version() && builds_ > 0) return;
    wrap(walls, threads);
    wall_grid_.assign(walls[fields::position], cell_size_, periodicity_, threads);
    if (!wall_grid_.is_sorted()) walls.permute(wall_grid_.order(), threads);
    built_for_walls_ = walls.find(fields::position.name)->version();
}

void Neighbours::build(std::span<const Vec3> positions, const Particles& particles, const Particles& walls,
                       const Threads& threads) {
    const SearchSet set{positions, particles[fields::support], &grid_, largest_support_};
    const SearchSet wall_set{walls[fields::position], walls[fields::support], &wall_grid_, largest_support_};
    list_.build(set, wall_set, skin_, uniform_support_, threads);
    built_for_ = particles.find(fields::id.name)->version();
    ++builds_;
}

size_t Neighbours::memory() const {
    return list_.memory() + grid_.memory() + wall_grid_.memory() + particle_records_.memory() + wall_records_.memory();
}

}  // namespace panta
