#include "validation/heat_strip.h"

#include "scene/build.h"

namespace panta::validation {

std::unique_ptr<World> build_warm(const Scene& scene, int threads, const std::vector<HeatParams>& by_body) {
    scene::BuiltWorld built = scene::build(scene, Threads(threads));
    const Real support = scene.support * scene.spacing;
    built.world->add_module(std::make_unique<Heat>(by_body, built.world->settings().smoothing, support, scene.spacing));
    return std::move(built.world);
}

void heat_wall_left_of(World& world, Real x, Real temperature) {
    Particles& walls = world.walls();
    heat::declare_walls(walls);
    for (size_t j = 0; j < walls.size(); ++j) {
        if (walls[fields::position][j].x > x) continue;
        walls.edit(heat::wall_temperature)[j] = temperature;
        walls.edit(heat::wall_contact)[j] = 1;
    }
}

void advance_to(World& world, double time) {
    while (world.time() < time) world.step(time);
}

}  // namespace panta::validation
