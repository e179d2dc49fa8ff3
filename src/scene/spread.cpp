#include "scene/spread.h"

#include <algorithm>
#include <memory>

#include "pressure/pbf.h"

namespace panta::scene {

namespace {

/// The same particles and walls without weight, motion or any difference in density.
std::unique_ptr<World> bare_copy(const World& world, Colliders colliders) {
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
    std::ranges::copy(world.particles()[fields::volume], bare->particles().edit(fields::mass).begin());
    std::ranges::fill(bare->particles().edit(fields::velocity), Vec3{});
    bare->start();
    return bare;
}

}  // namespace

void spread(World& world, Colliders colliders) {
    constexpr Real enough = Real(0.01);  // compression
    constexpr int most_moves = 40;
    const std::unique_ptr<World> bare = bare_copy(world, std::move(colliders));
    const auto x = world.particles().edit(fields::position);
    for (int move = 0; move < most_moves; ++move) {
        const std::vector<uint32_t> by_id = bare->particles().by_id();
        for (size_t k = 0; k < by_id.size(); ++k) x[k] = bare->particles()[fields::position][by_id[k]];
        const StepReport report = bare->step(bare->time() + 1);
        if (report.worst_compression < enough) return;
        std::ranges::fill(bare->particles().edit(fields::velocity), Vec3{});
    }
}

}  // namespace panta::scene
