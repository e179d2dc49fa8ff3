// F01 with the solvers of pressure at the end of the step: water at rest in a tank keeps its height, is compressed by
// no more than the tolerance, and calms down after the lattice that it starts from has given way.
//
// The height is twice the mean height of all particles. Kinetic energies are means over frames.
#include <algorithm>

#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

double mean_compression(const Particles& particles) {
    double sum = 0;
    for (const Real c : particles[fields::compression]) sum += std::max(Real(0), c - 1);
    return sum / double(particles.size());
}

}  // namespace

CaseResult run_tank_at_rest(const CaseInput& input) {
    const Reference& reference = input.reference;
    const double early_from = reference.number("early_from"), early_to = reference.number("early_to"),
                 late_from = reference.number("late_from");
    CaseResult result;
    result.plot = {"A tank at rest", "t, s", "height over that at the start", {}};
    double most_compressed = 0, liveliest = 0;
    for (const auto& [name, method] : {std::pair("dfsph", PressureMethod::dfsph),
                                       {"iisph", PressureMethod::iisph},
                                       {"pcisph", PressureMethod::pcisph},
                                       {"pbf", PressureMethod::pbf}}) {
        Scene scene = input.scene;
        scene.pressure.method = method;
        Series heights{name, {}, Style::line};
        double at_start = 0, early = 0, early_count = 0, late = 0, late_count = 0;
        simulate(scene, input.threads, [&](const World& world) {
            const double t = world.time(), height = 2 * centre_of_mass(world).y, kinetic = world.energy().kinetic;
            if (t == 0) at_start = height;
            heights.curve.add(t, height / at_start);
            if (t >= early_from && t <= early_to) early += kinetic, ++early_count;
            if (t >= late_from) late += kinetic, ++late_count;
            most_compressed = std::max(most_compressed, mean_compression(world.particles()));
        });
        liveliest = std::max(liveliest, late / late_count * early_count / early);
        result.findings.push_back(input.judge(std::string("height_") + name, heights.curve.y.back()));
        result.plot.series.push_back(heights);
    }
    result.findings.push_back(input.judge("compression", most_compressed));
    result.findings.push_back(input.judge("kinetic_energy", liveliest));
    return result;
}

}  // namespace panta::validation
