#include "behaviours/elastic/held_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "behaviours/elastic/fields.h"
#include "kernels/lattice_sum.h"
#include "neighbours/particle_loop.h"
#include "pressure/operators.h"

namespace panta::elastic {

namespace {

// Between these, F is inverted to find where somebody would be at rest; beyond, only its rotation is.
constexpr Real least_volume_ratio = Real(0.2), largest_volume_ratio = 5;

// Of the support: who would be nearer at rest, and is not bonded, has come from elsewhere. Pressure comes in smoothly
// from the support on; kernels are nearly zero there.
constexpr Real come_near = Real(0.9);

// Volume over that at rest: from where on pressure comes in, and where it has come in. Without, a cube of 30 cm and 3e3
// Pa, too soft for its weight, was crushed to a third; from 0.5 on it trembled twice as much.
constexpr Real squeezed = Real(0.7), crushed = Real(0.3);

// By how much others may compress a particle of a solid in a step. Of a cube of jelly of ten spacings that falls 4 and
// 20 cm single particles were compressed by 40 and 58 % without it, by 13 and 15 % with 0.1, by 4 and 13 % with 0.05
// for a fifteenth more steps, and by 3 and 14 % with 0.02.
constexpr Real most_compressed = Real(0.05);

/// t.
constexpr Field<Real> hold{"elastic.hold", "1", 0, Lifetime::scratch};
// F^-1, by its rows.
constexpr Field<Vec3> back_x{"elastic.back_x", "1", {}, Lifetime::scratch};
constexpr Field<Vec3> back_y{"elastic.back_y", "1", {}, Lifetime::scratch};
constexpr Field<Vec3> back_z{"elastic.back_z", "1", {}, Lifetime::scratch};

bool is_believable(Real volume_ratio) {
    return volume_ratio > least_volume_ratio && volume_ratio < largest_volume_ratio;
}

Real clamp_to_one(Real x) { return std::clamp(x, Real(0), Real(1)); }

/// What held pairs add to compression. Volumes may have grown since the bonds were made, and bonds may have been made
/// among crowded particles: bonds alone do not compress. Partners are taken to be as crushed as the particle is.
void sum_held(const Step& step, const BondList& bonds) {
    const Smoothing& smoothing = step.neighbours.smoothing();
    const auto solidity = step.particles[fields::solidity], holds = step.particles[hold], size = step.particles[growth],
               volume = step.particles[fields::volume], h = step.particles[fields::support];
    const auto held = step.particles.edit(fields::held);
    const auto rows = bonds.rows();
    const Real peak = with_scalar_kernel(smoothing, 1, [](const auto& W) { return W.value(Real(0)); });
    std::ranges::fill(held, Real(0));
    for_each_index(rows.size(), step.threads, [&](size_t k) {
        const uint32_t i = rows[k].particle;
        const Real own = volume[i] * peak / (h[i] * h[i] * (smoothing.dimension == 3 ? h[i] : 1));
        const Real grown = size[i] == 1 ? 1 : std::pow(size[i], Real(smoothing.dimension));
        const Real whole = solidity[i] > 0 ? holds[i] / solidity[i] : 0;  // what is not crushed
        held[i] = std::min(whole * holds[i] * rows[k].weight / grown, std::max(Real(0), step.at_rest - own));
    });
}

}  // namespace

Strain::Strain(const Particles& particles)
    : f_{particles[deformation_x], particles[deformation_y], particles[deformation_z]},
      r_{particles[rotation_x], particles[rotation_y], particles[rotation_z]},
      growth_(particles[growth]) {}

Matrix3 Strain::rotation(const BondRow& row) const {
    const uint32_t i = row.particle;
    return {r_[0][i], r_[1][i], r_[2][i]};
}

Matrix3 Strain::strained(const BondRow& row, const Matrix3& rotation) const {
    const uint32_t i = row.particle;
    return Matrix3{f_[0][i], f_[1][i], f_[2][i]} * (1 / growth_[i]) + rotation * row.missing;
}

Matrix3 Strain::back_to_rest(const BondRow& row) const {
    const Matrix3 r = rotation(row), f = strained(row, r);
    return (is_believable(f.determinant()) ? inverse(f) : r.transposed()) * (1 / growth_[row.particle]);
}

Real Strain::volume_ratio(const BondRow& row) const { return strained(row, rotation(row)).determinant(); }

Real Strain::size_ratio(const BondRow& row, int dimension) const {
    const bool is_flat = row.missing.trace() > Real(3.5) - Real(dimension);
    const Real ratio = volume_ratio(row);
    return is_flat || !is_believable(ratio) ? 1 : std::pow(ratio, 1 / Real(dimension));
}

void attach_held_pairs(Particles& particles) {
    particles.declare(fields::held);
    particles.declare(hold);
    for (const auto* field : {&back_x, &back_y, &back_z}) particles.declare(*field);
}

void hold_pairs(const Step& step, const BondList& bonds) {
    const auto rows = bonds.rows();
    if (rows.empty()) return;
    const Strain strain(step.particles);
    const auto x = step.particles.edit(back_x), y = step.particles.edit(back_y), z = step.particles.edit(back_z);
    const auto holds = step.particles.edit(hold);
    const auto solidity = step.particles[fields::solidity];
    for_each_index(rows.size(), step.threads, [&](size_t k) {
        const uint32_t i = rows[k].particle;
        const Matrix3 back = strain.back_to_rest(rows[k]);
        x[i] = back.x, y[i] = back.y, z[i] = back.z;
        holds[i] = solidity[i] * clamp_to_one((strain.volume_ratio(rows[k]) - crushed) / (squeezed - crushed));
    });
    sum_held(step, bonds);

    const auto at = step.particles[fields::position];
    const auto h = step.particles[fields::support];
    const auto body = step.particles[fields::body];
    const auto apart_at_rest = [&](uint32_t i, uint32_t j) {
        const Vec3 way = step.neighbours.periodicity().shortest(at[i] - at[j]);
        const auto back = [&](uint32_t k) { return norm2(Matrix3{x[k], y[k], z[k]} * way); };
        const Real reach = std::max(h[i], h[j]), r = std::sqrt(std::max(back(i), back(j))) / reach;
        return clamp_to_one((r - come_near) / (1 - come_near));
    };
    step.neighbours.freedom().set(step.neighbours.list(), bonds, step.threads,
                                  [&](uint32_t i, uint32_t j, bool bonded) -> Real {
                                      if (bonded) return 1 - holds[i] * holds[j];
                                      if (body[i] != body[j]) return 1;
                                      return 1 - holds[i] * holds[j] * apart_at_rest(i, j);
                                  });
}

/// The rate at which compression grows is one of contacts alone: held pairs have no part in it.
Real longest_contact_step(const Step& step, const BondList& bonds) {
    if (!step.particles.has(pressure::starting_rate)) return std::numeric_limits<Real>::infinity();
    const auto closing = step.particles[pressure::starting_rate], by_walls = step.particles[pressure::wall_rate],
               holds = step.particles[hold];
    const auto rows = bonds.rows();
    const Real fastest = maximum_over(rows.size(), step.threads, [&](size_t k) {
        const uint32_t i = rows[k].particle;
        return holds[i] * (closing[i] + by_walls[i]);
    });
    return most_compressed / fastest;
}

}  // namespace panta::elastic
