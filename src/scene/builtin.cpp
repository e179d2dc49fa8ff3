#include "scene/builtin.h"

#include "behaviours/fluid/fluid.h"
#include "behaviours/fluid/shifting.h"
#include "pressure/dfsph.h"
#include "pressure/pbf.h"
#include "pressure/pcisph.h"
#include "pressure/wcsph.h"

namespace panta::scene {

namespace {

/// The parameters of one behaviour for every body; those without it have its defaults, which no particle uses.
template <class Params>
std::vector<Params> by_body(const Scene& scene) {
    std::vector<Params> params;
    for (const Body& body : scene.bodies) {
        params.emplace_back();
        for (const Behaviour& behaviour : body.track)
            if (const auto* given = std::get_if<Params>(&behaviour)) params.back() = *given;
    }
    return params;
}

}  // namespace

void add_modules(const Scene& scene, Real expected_speed, World& world) {
    Real reference_speed = expected_speed;
    switch (scene.pressure.method) {
        case PressureMethod::dfsph:
            world.set_pressure(std::make_unique<Dfsph>(scene.pressure));
            break;
        case PressureMethod::iisph:
            world.set_pressure(std::make_unique<Iisph>(scene.pressure));
            break;
        case PressureMethod::pcisph: {
            const WorldSettings& settings = world.settings();
            const Real s = settings.spacing, volume = settings.smoothing.dimension == 3 ? s * s * s : s * s;
            world.set_pressure(
                std::make_unique<Pcisph>(scene.pressure, ResponseTable(settings.smoothing, scene.support * s, volume)));
            break;
        }
        case PressureMethod::pbf:
            world.set_pressure(std::make_unique<Pbf>(scene.pressure));
            break;
        case PressureMethod::wcsph: {
            auto pressure = std::make_unique<Wcsph>(scene.pressure, expected_speed);
            reference_speed = pressure->speed_of_sound();
            world.set_pressure(std::move(pressure));
            break;
        }
    }
    world.add_module(
        std::make_unique<Fluid>(by_body<FluidParams>(scene), scene.viscosity, reference_speed, scene.surface_tension));
    if (scene.shifting.strength > 0) world.add_module(std::make_unique<Shifting>(scene.shifting));
}

}  // namespace panta::scene
