#include "run/warning.h"

#include <fmt/core.h>

#include <algorithm>

namespace panta {

namespace {

constexpr double usual = 0.01;  // runs of all methods that go well stay below half of it

bool is_weakly_compressible(const scene::Scene& scene) { return scene.pressure.method == PressureMethod::wcsph; }

}  // namespace

double unremarkable_compression(const scene::Scene& scene) {
    if (is_weakly_compressible(scene)) return double(scene.pressure.compression) + usual;
    // One tolerance is what a solver leaves, another what fluid yields at the expected speed.
    return std::max(usual, 2 * double(scene.pressure.tolerance.largest([](Real value) { return value; })));
}

std::string compression_warning(const scene::Scene& scene, const RunReport& report) {
    const double allowed = unremarkable_compression(scene);
    if (report.mean_compression <= allowed) return "";  // not so for NaN
    const std::string step = scene.step.fixed > 0
                                 ? fmt::format("a shorter step (\"fixed\" below {:g})", scene.step.fixed)
                                 : fmt::format("a smaller \"cfl\" (below {:g})", scene.step.cfl.at(0));
    return fmt::format(
        "warning: particles were compressed by {:.1f} % in the mean over the run, {:.1f} % at worst; more than {:g} % "
        "means that it cannot be relied on. What may help: a finer \"spacing\", {}, more room for what is pressed "
        "together, {}or another pressure method",
        100 * report.mean_compression, 100 * report.worst_compression, 100 * allowed, step,
        is_weakly_compressible(scene) ? "a higher \"expected_speed\", " : "");
}

}  // namespace panta
