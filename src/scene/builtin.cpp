#include "scene/builtin.h"

#include "behaviours/control/control.h"
#include "behaviours/elastic/elastic.h"
#include "behaviours/fluid/fluid.h"
#include "behaviours/fluid/shifting.h"
#include "exchanges/heat/heat.h"
#include "pressure/dfsph.h"
#include "pressure/pbf.h"
#include "pressure/pcisph.h"
#include "pressure/wcsph.h"
#include "scene/guides.h"

namespace panta::scene {

const Catalogue& builtin_behaviours() {
    // One line each.
    static const Catalogue all{
        {&fluid::type(),
         [](const Surroundings& s) {
             return std::make_unique<Fluid>(s.world.tracks(), s.scene.viscosity, s.reference_speed,
                                            s.scene.surface_tension);
         }},
        {&elastic::type(), [](const Surroundings& s) { return std::make_unique<Elastic>(s.scene.elasticity); }},
        {&heat::type(),
         [](const Surroundings& s) {
             const WorldSettings& settings = s.world.settings();
             return std::make_unique<Heat>(s.world.tracks(), settings.smoothing, s.scene.support * settings.spacing,
                                           settings.spacing);
         }},
        {&control::type(),
         [](const Surroundings& s) {
             const WorldSettings& settings = s.world.settings();
             return std::make_unique<Control>(guides_of(s.scene), s.scene.dimension, settings.periodicity);
         }},
    };
    return all;
}

void add_modules(const Scene& scene, const Catalogue& catalogue, Real expected_speed, World& world) {
    Real reference_speed = expected_speed;
    switch (scene.pressure.method) {
        case PressureMethod::dfsph:
            world.set_pressure(std::make_unique<Dfsph>(scene.pressure, expected_speed));
            break;
        case PressureMethod::iisph:
            world.set_pressure(std::make_unique<Iisph>(scene.pressure, expected_speed));
            break;
        case PressureMethod::pcisph: {
            const WorldSettings& settings = world.settings();
            const Real s = settings.spacing, volume = settings.smoothing.dimension == 3 ? s * s * s : s * s;
            world.set_pressure(std::make_unique<Pcisph>(scene.pressure, expected_speed,
                                                        response_table(settings.smoothing, scene.support * s, volume)));
            break;
        }
        case PressureMethod::pbf:
            world.set_pressure(std::make_unique<Pbf>(scene.pressure, expected_speed));
            break;
        case PressureMethod::wcsph: {
            auto pressure = std::make_unique<Wcsph>(scene.pressure, reference_speed);
            reference_speed = pressure->speed_of_sound();
            world.set_pressure(std::move(pressure));
            break;
        }
    }
    for (const BehaviourKind& kind : catalogue)
        if (world.tracks().any(*kind.type)) world.add_module(kind.make({scene, world, reference_speed}));
    if (scene.shifting.strength.largest([](Real s) { return s; }) > 0)
        world.add_module(std::make_unique<Shifting>(scene.shifting));
}

}  // namespace panta::scene
