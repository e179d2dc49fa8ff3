#include "scene/spread.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "neighbours/particle_loop.h"
#include "pressure/pbf.h"

namespace panta::scene {

namespace {

/// The walls, and particles of these bodies, without weight, motion or any difference in density.
std::unique_ptr<World> bare_copy(const World& world, Colliders colliders, const std::vector<bool>& bodies) {
    WorldSettings settings = world.settings();
    settings.gravity = Vec3{};
    settings.domain.reset();
    settings.outflows.clear();
    settings.step = {};
    settings.step.fixed = Real(0.1);  // s: pressure undoes what has been compressed by a few percent in one move
    auto bare = std::make_unique<World>(settings, Threads(world.threads().count()));
    bare->walls() = world.walls();
    bare->particles() = world.particles();
    bare->set_colliders(std::move(colliders));
    bare->set_pressure(std::make_unique<Pbf>(PressureParams{}, Real(0)));
    const auto body = world.particles()[fields::body];
    bare->particles().remove(indices_where(body.size(), world.threads(), [&](size_t i) { return !bodies[body[i]]; }));
    std::ranges::copy(bare->particles()[fields::volume], bare->particles().edit(fields::mass).begin());
    std::ranges::fill(bare->particles().edit(fields::velocity), Vec3{});
    bare->start();
    return bare;
}

}  // namespace

void spread(World& world, Colliders colliders, const std::vector<bool>& bodies) {
    constexpr Real enough = Real(0.01);  // compression
    constexpr int most_moves = 40;
    const std::unique_ptr<World> bare = bare_copy(world, std::move(colliders), bodies);
    const Particles& moved = bare->particles();
    const auto x = world.particles().edit(fields::position);  // in the order of ids, which begin at zero
    Real least = std::numeric_limits<Real>::infinity();
    std::vector<Vec3> before(x.begin(), x.end());
    for (int move = 0; move < most_moves; ++move) {
        const Real worst = bare->step(bare->time() + 1).worst_compression;  // before this move
        // A body that is a little too large for where it is finds no rest.
        if (worst < least) std::ranges::copy(before, x.begin());
        if (worst < enough) return;
        least = std::min(least, worst);
        for (size_t k = 0; k < moved.size(); ++k) before[moved[fields::id][k]] = moved[fields::position][k];
        std::ranges::fill(bare->particles().edit(fields::velocity), Vec3{});
    }
}

}  // namespace panta::scene
