// K03: a column of water collapses in a closed tank. Kinetic and potential energy together never rise; measured is the
// largest rise above any earlier value, over the energy at the start, with every pressure method. Potential energy is
// zero at the floor, y = 0. Energy of compression is not counted: what it gives back shows as a rise.
#include <fmt/core.h>

#include <algorithm>

#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

CaseResult run_dam_break_energy(const CaseInput& input) {
    CaseResult result;
    result.plot = {"A column of water collapses", "time, s", "energy / energy at the start", {}};
    for (const auto& [name, method] : {std::pair("dfsph", PressureMethod::dfsph),
                                       {"iisph", PressureMethod::iisph},
                                       {"pcisph", PressureMethod::pcisph},
                                       {"pbf", PressureMethod::pbf},
                                       {"wcsph", PressureMethod::wcsph}}) {
        Scene scene = input.scene;
        scene.pressure.method = method;
        double start = 0, least = 0, rise = 0, when = 0;
        Series series{name, {}, Style::line};
        simulate(scene, input.threads, [&](const World& world) {
            const Energy energy = world.energy();
            const double all = energy.kinetic + energy.potential;
            if (world.time() == 0) start = least = all;
            if (all - least > rise) rise = all - least, when = world.time();
            least = std::min(least, all);
            series.curve.add(world.time(), all / start);
        });
        result.findings.push_back(input.judge(name, rise / start));
        result.notes.push_back(fmt::format("{}: the largest rise ends at {:.3f} s", name, when));
        result.plot.series.push_back(series);
    }
    return result;
}

}  // namespace panta::validation
