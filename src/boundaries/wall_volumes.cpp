#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "boundaries/wall_volumes.cpp"
#include <hwy/foreach_target.h>

#include "boundaries/wall_fields.h"
#include "boundaries/wall_volumes.h"
#include "neighbours/pair_loop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

/// V_b = factor_b / sum_b' W_bb'; on entry the volumes hold the factors.
void divide_by_density(Particles& walls, const Neighbours& neighbours, const Threads& threads) {
    using Near = Reads<fields::position>;
    const Particles none;
    const auto volume = walls.edit(fields::volume), solver_volume = walls.edit(wall::solver_volume);
    with_kernel(neighbours.smoothing(), [&]<class Shape>() {
        const PairKernel<Shape> W(neighbours, walls[fields::support]);
        for_each_neighbourhood<Near, Near>(neighbours, walls, none, threads, [&](const auto& i) HWY_ATTR {
            Lanes sum = Lanes::zero();
            i.particles([&](const auto& j) HWY_ATTR { sum += W.value(j, i.index); });
            const Real density = sum.total() + W.at_zero(i.index);
            volume[i.index] /= density;
            solver_volume[i.index] /= density;
        });
    });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <ranges>

#include "kernels/lattice_sum.h"
#include "neighbours/particle_loop.h"
#include "neighbours/point_grid.h"

namespace panta {

HWY_EXPORT(divide_by_density);

namespace {

/// What is missing in the compression of the first layer of fluid, over what the wall contributes with factor one.
template <class Shape>
Real factor(const Kernel<Shape>& W, double s, int layers, Real reach_of_walls) {
    const Kernel<Shape> over_wall(reach_of_walls * W.h(), W.dimension());
    const double volume = W.dimension() == 3 ? s * s * s : s * s;
    const int reach = int(W.h() / s) + 1;
    double fluid = 0, wall = 0;
    for (int k = 0; k <= reach; ++k) fluid += volume * layer_sum(W, s, k * s);
    // Of the two layers of a sheet, fluid sees the one on the far side.
    if (layers == 0) wall = layer_sum(over_wall, s, s) / (layer_sum(W, s, 0) + layer_sum(W, s, s));
    for (int k = 0; k < layers; ++k) {
        // The density of wall particles in layer k, all layers included.
        double density = 0;
        for (int other = 0; other < layers; ++other) density += layer_sum(W, s, (other - k) * s);
        wall += layer_sum(over_wall, s, (k + 1) * s) / density;
    }
    // At rest the lattice does not sum up to exactly one; the wall continues it.
    return Real((lattice_sum(W, s) - fluid) / wall);
}

}  // namespace

Real flat_wall_factor(const Smoothing& smoothing, Real support, Real spacing, int layers, Real reach) {
    return with_scalar_kernel(smoothing, support, [&](const auto& W) { return factor(W, spacing, layers, reach); });
}

void measure_wall_volumes(Particles& walls, const Smoothing& smoothing, const Periodicity& periodicity, Real spacing,
                          const Threads& threads) {
    if (walls.size() == 0) return;
    Neighbours neighbours(smoothing, periodicity);
    neighbours.attach(walls);
    Particles none;
    neighbours.update(walls, none, 0, threads);
    const auto layers = walls[wall::layers];
    const auto support = walls[fields::support];
    const auto start_from_factors = [&](std::span<Real> volume, Real reach) {
        std::vector<Real> factors;
        for (size_t b = 0; b < walls.size(); ++b) {
            while (factors.size() <= layers[b])
                factors.push_back(flat_wall_factor(smoothing, support[b], spacing, int(factors.size()), reach));
            volume[b] = factors[layers[b]];
        }
    };
    start_from_factors(walls.edit(fields::volume), 1);
    start_from_factors(walls.edit(wall::solver_volume), solver_reach);
    HWY_DYNAMIC_DISPATCH(divide_by_density)(walls, neighbours, threads);
}

void remeasure_wall_volumes(Particles& walls, size_t first, const Smoothing& smoothing, const Periodicity& periodicity,
                            Real spacing, const Threads& threads) {
    if (first == walls.size()) return;
    const auto x = walls.has(wall::rest_position) ? walls[wall::rest_position] : walls[fields::position];
    const Real reach = std::ranges::max(walls[fields::support]);
    PointGrid grid;
    grid.assign(x, reach, periodicity, threads);
    const auto reached_from = [&](const auto& indices) {
        std::vector<bool> is_reached(x.size());
        for (const uint32_t k : indices)
            grid.for_each_near(x[k], reach, [&](uint32_t b, const Vec3&) { is_reached[b] = true; });
        return indices_where(x.size(), threads, [&](size_t b) { return is_reached[b]; });
    };
    // Those that change, and all whom they see.
    const std::vector<uint32_t> changed = reached_from(std::views::iota(uint32_t(first), uint32_t(x.size())));
    const std::vector<uint32_t> seen = reached_from(changed);
    Particles part;
    part.declare(wall::layers);
    part.declare(wall::solver_volume);
    part.append(seen.size());
    std::ranges::copy(seen, part.edit(fields::body).begin());  // who it is, since measuring sorts
    const auto take = [&](const auto& values, const auto& field) {
        std::ranges::transform(seen, part.edit(field).begin(), [&](uint32_t b) { return values[b]; });
    };
    take(x, fields::position);
    take(walls[fields::support], fields::support);
    take(walls[wall::layers], wall::layers);
    measure_wall_volumes(part, smoothing, periodicity, spacing, threads);
    const auto give_back = [&](const auto& field) {
        const auto body = part[fields::body];
        const auto measured = part[field];
        const auto to = walls.edit(field);
        for (size_t k = 0; k < part.size(); ++k)
            if (std::ranges::binary_search(changed, body[k])) to[body[k]] = measured[k];
    };
    give_back(fields::volume);
    give_back(wall::solver_volume);
}

}  // namespace panta
#endif  // HWY_ONCE
