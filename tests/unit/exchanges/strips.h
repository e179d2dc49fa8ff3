// Strips for tests of heat: a body that rests between two walls at x = 0 and x = length, endless along y.
#pragma once

#include <cmath>
#include <numbers>

#include "exchanges/heat/heat.h"
#include "scenes/worlds.h"

namespace panta::test {

/// Side by side bodies of density 1, each of that length, on a lattice; ten rows.
struct Strip {
    Real spacing = Real(0.025);
    std::vector<Real> lengths = {1};
    Real jitter = 0;
    std::string kernel = "cubic_spline";

    Real support() const { return Real(2.5) * spacing; }
    std::string scene() const {
        const std::string height = std::to_string(10 * spacing);
        std::string bodies;
        Real from = 0;
        for (const Real length : lengths) {
            bodies +=
                std::string(bodies.empty() ? "" : ",") + R"({"shape": {"box": {"min": [)" + std::to_string(from) +
                R"(, 0], "max": [)" + std::to_string(from + length) + ", " + height + R"(]}}, "jitter": )" +
                std::to_string(jitter) +
                R"(, "track": [{"behaviour": "fluid", "density": 1, "viscosity": 0, "artificial_viscosity": 0}]})";
            from += length;
        }
        return R"({"format": 1, "dimension": 2, "gravity": [0, 0], "support": 2.5, "kernel": ")" + kernel +
               R"(", "spacing": )" + std::to_string(spacing) + R"(, "periodic": {"y": [0, )" + height +
               R"(]}, "bodies": [)" + bodies + R"(], "boundaries": [{"box": {"min": [0, 0], "max": [)" +
               std::to_string(from) + ", " + height + R"(]}, "open": ["-y", "+y"], "layers": 3}]})";
    }
    /// With heat by body.
    std::unique_ptr<World> world(const std::vector<HeatParams>& params, int threads = 1) const {
        auto world = world_of(scene(), threads);
        world->add_module(std::make_unique<Heat>(params, world->settings().smoothing, support(), spacing));
        return world;
    }
};

/// Walls with x below the middle of the strip, or those above, get a temperature.
inline void heat_wall(World& world, bool left, Real temperature) {
    Particles& walls = world.walls();
    heat::declare_walls(walls);
    for (size_t j = 0; j < walls.size(); ++j) {
        if ((walls[fields::position][j].x < 0.1f) != left) continue;
        walls.edit(heat::wall_temperature)[j] = temperature;
        walls.edit(heat::wall_contact)[j] = 1;
    }
}

/// Sets temperatures over x of a body that does not melt.
template <class Profile>
void set_profile(World& world, const heat::Material& material, const Profile& profile) {
    for (size_t i = 0; i < world.particles().size(); ++i)
        set_temperature(world.particles(), i, material,
                        Real(profile(double(world.particles()[fields::position][i].x))));
}

inline void run_until(World& world, double end) {
    while (world.time() < end) world.step(end);
}

}  // namespace panta::test
