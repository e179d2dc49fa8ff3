// panta check: is the scene right, and what will it need? Nothing is run.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <thread>

#include "commands.h"
#include "plugins.h"
#include "scene/count.h"
#include "scene/load.h"
#include "scene_errors.h"
#include "time_text.h"

namespace panta::cli {

namespace {

// 1234567 bytes as "1.2 MB".
std::string in_bytes(double bytes) {
    constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    std::size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < std::size(units)) bytes /= 1000, unit++;
    return fmt::format("{:.{}f} {}", bytes, unit == 0 || bytes >= 100 ? 0 : 1, units[unit]);
}

void print_part(const char* kind, const scene::Needs::Part& part) {
    fmt::print("  {:<10} {:<24} {:>12.0f} particles", kind, part.name, std::round(part.particles));
    if (part.carved > 0) fmt::print(", {:.0f} carved away", part.carved);
    if (!part.note.empty()) fmt::print("; {}", part.note);
    fmt::print("\n");
}

void print_needs(const Scene& scene, const scene::Needs& needs) {
    for (const auto& part : needs.bodies) print_part("body", part);
    for (const auto& part : needs.boundaries) print_part("boundary", part);
    fmt::print("{}{:.0f} particles and {:.0f} boundary particles in {} dimensions, spacing {} m\n",
               needs.exact ? "" : "about ", std::round(needs.particles), std::round(needs.wall_particles),
               scene.dimension, scene.spacing);
    if (!needs.exact)
        fmt::print("estimated from volumes and areas: beyond {:.0f} particles they are not counted one by one\n",
                   scene::most_counted);
    fmt::print("{} frames, {} s at {} frames per second\n", needs.frames, double(needs.frames) / scene.frame_rate,
               scene.frame_rate);
    fmt::print("memory up to {}, disk about {}\n", in_bytes(needs.memory), in_bytes(needs.disk));
    if (needs.work > 0) {
        const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
        fmt::print("very roughly {} on {} cores, longer with solids and thick fluids\n", as_time(needs.work / cores),
                   cores);
    }
}

}  // namespace

void add_check(CLI::App& app) {
    CLI::App* command = app.add_subcommand("check", "Tell every problem of a scene, or what it will need");
    auto file = std::make_shared<std::string>();
    command->add_option("scene", *file, "Scene file")->required();
    const auto plugins = Plugins::option_of(*command);
    command->callback([file, plugins] {
        const scene::Catalogue behaviours = plugins->behaviours();
        const Scene scene = load_scene(*file, behaviours);
        const scene::Needs needs = with_name_of_scene(*file, [&] { return scene::count(scene); });
        fmt::print("{}: fine\n", *file);
        print_needs(scene, needs);
    });
}

}  // namespace panta::cli
