// panta bench: how fast, in figures that can be compared between days and machines.
//
// Every figure stands beside the machine unit (benchmarks/machine_unit.cpp), measured before and after the case on the
// same machine: plain scalar SPH for 97 thousand particles on one thread.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>

#include "base/error.h"
#include "base/random.h"
#include "benchmarks/machine_unit.h"
#include "commands.h"
#include "io/atomic_file.h"
#include "run/report.h"
#include "scene/build.h"
#include "scene/load.h"

namespace panta::cli {

namespace {

struct Arguments {
    std::string name, report, pressure = "wcsph";
    double particles = 200000;
    int threads = 0, steps = 0;
    double dt = 0;       // s; 0: 0.5 ms at 58 particles per metre, in proportion to the spacing
    double seconds = 0;  // of a film with the automatic time step; 0: a number of steps that are all the same
};

struct Measured {
    RunReport report;
    double seconds_per_step = 0;
    double neighbour_seconds_per_step = 0;
};

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// As many steps as the work of ten million particle-steps, so that small cases are not all start.
int step_count(const Arguments& arguments, double particles) {
    return arguments.steps > 0 ? arguments.steps : std::max(20, int(1e7 / particles));
}

/// The dam break of the peer: a 1 m cube of water in the corner of a closed tank of 3 x 2 x 1 m, support of 2.15
/// spacings, kinematic viscosity 0.01 m^2/s. The speed of sound of wcsph is the highest that a fixed step allows;
/// solvers stop at a mean compression of 0.1 %, as the peer's do, also where the fluid is calm. A film takes the
/// automatic time step and 25 frames a second.
Measured dam_break(const Arguments& arguments) {
    const int side = std::max(4, int(std::lround(std::cbrt(arguments.particles))));
    const double spacing = 1. / side, support = 2.15;
    const double dt = arguments.dt > 0 ? arguments.dt : 0.0005 * 58 / side;
    const bool film = arguments.seconds > 0;
    const bool limited = arguments.pressure == "wcsph" && !film;
    const double highest_speed = std::sqrt(2 * 9.81), sound_limited = 0.1 * 0.25 * support * spacing / dt;
    const scene::Scene scene =
        parse_scene(fmt::format(R"({{"format": 1, "spacing": {:.9g}, "support": {}, "duration": 1,
                         "step": {{{}}}, "pressure": {{"method": "{}", "expected_speed": {}, "noise": 1e6}},
                         "bodies": [{{"name": "water", "shape": {{"box": {{"min": [0, 0, 0], "max": [1, 1, 1]}}}},
                             "track": [{{"behaviour": "fluid", "viscosity": 10, "artificial_viscosity": 0}}]}}],
                         "boundaries": [{{"box": {{"min": [0, 0, 0], "max": [3, 2, 1]}}}}]}})",
                                spacing, support, film ? "" : fmt::format(R"("fixed": {})", dt), arguments.pressure,
                                limited ? std::min(highest_speed, sound_limited) : highest_speed),
                    "dam_break", ".");
    scene::BuiltWorld built = scene::build(scene, Threads(arguments.threads));
    World& world = *built.world;

    RunTally tally;
    const int steps = step_count(arguments, double(world.particles().size()));
    const auto start = Clock::now();
    if (film) {
        const int frames = int(std::ceil(25 * arguments.seconds));
        for (int frame = 1; frame <= frames; ++frame)
            for (const double end = std::min(frame / 25., arguments.seconds); world.time() < end;)
                tally.add(world.step(end), world.particles().size());
    } else {
        for (int k = 0; k < steps; ++k) tally.add(world.step(1e9), world.particles().size());
    }
    const double seconds = seconds_since(start);

    Measured measured{make_report(tally, world, seconds), 0, 0};
    const double taken = double(measured.report.steps);
    measured.seconds_per_step = seconds / taken;
    for (const auto& [stage, spent] : measured.report.stages)
        if (stage == "neighbours") measured.neighbour_seconds_per_step = spent / taken;
    return measured;
}

/// Neighbour search alone, everything found anew every time: sorting, cells and lists of a jittered lattice.
Measured neighbours(const Arguments& arguments) {
    const int side = std::max(4, int(std::lround(std::cbrt(arguments.particles))));
    const Threads threads(arguments.threads);
    Particles particles, walls;
    Neighbours search({}, {});
    search.attach(particles);
    const auto row = size_t(side), count = row * row * row;
    particles.append(count);
    const Random random(1);
    for (size_t i = 0; i < count; ++i) {
        const size_t x = i % row, y = i / row % row, z = i / row / row;
        const Vec3 cell{Real(x), Real(y), Real(z)};
        particles.edit(fields::position)[i] = cell + Real(0.1) * random.in_cube(i, 0);
        particles.edit(fields::support)[i] = Real(2.15);
    }
    const int steps = step_count(arguments, double(count));
    const Real far = 1;  // so far a particle travels that a skin is of no use
    search.update(particles, walls, far, threads);
    const auto start = Clock::now();
    for (int k = 0; k < steps; ++k) {
        particles.edit(fields::position)[0].x += Real(0.001);
        search.update(particles, walls, far, threads);
    }
    const double seconds = seconds_since(start);

    Measured measured;
    measured.seconds_per_step = measured.neighbour_seconds_per_step = seconds / steps;
    measured.report.particles = count;
    measured.report.steps = uint64_t(steps);
    measured.report.wall_seconds = seconds;
    measured.report.million_particle_steps_per_second = double(count) * steps / seconds / 1e6;
    measured.report.peak_rss_bytes = peak_memory();
    measured.report.state_hash = particles.hash();
    measured.report.stages = {{"neighbours", seconds}};
    return measured;
}

void bench(const Arguments& arguments) {
    if (!arguments.report.empty()) demand_writable(arguments.report);
    if (arguments.seconds > 0 && arguments.name != "dam_break")
        throw InputError("--seconds", "only dam_break can be filmed; leave it out, or measure dam_break");
    const double unit_before = machine_unit_ms();
    const Measured measured = arguments.name == "dam_break" ? dam_break(arguments) : neighbours(arguments);
    const double unit = std::min(unit_before, machine_unit_ms());

    const double hundred_thousands = double(measured.report.particles) / 1e5;
    const double units = measured.seconds_per_step * 1e3 / unit / hundred_thousands;
    const double neighbour_units = measured.neighbour_seconds_per_step * 1e3 / unit / hundred_thousands;
    const double bytes = double(measured.report.peak_rss_bytes) / double(measured.report.particles);
    fmt::print(
        "{}: {} particles, {} steps, {:.2f} ms a step, {:.3f} million particle-steps/s, {:.0f} bytes a particle\n",
        arguments.name, measured.report.particles, measured.report.steps, measured.seconds_per_step * 1e3,
        measured.report.million_particle_steps_per_second, bytes);
    if (arguments.seconds > 0)
        fmt::print("{:.2f} s of film in {:.1f} s, {:.1f} units\n", measured.report.simulated_seconds,
                   measured.report.wall_seconds, measured.report.wall_seconds * 1e3 / unit);
    fmt::print("machine unit {:.1f} ms; units per 100k particles: {:.3f} a step, {:.3f} of it neighbour search\n", unit,
               units, neighbour_units);
    for (const auto& [stage, seconds] : measured.report.stages)
        fmt::print("  {:<28} {:8.3f} ms a step\n", stage, seconds / double(measured.report.steps) * 1e3);
    if (!arguments.report.empty())
        write_file(
            arguments.report,
            to_json(measured.report, {{"case", '"' + arguments.name + '"'},
                                      {"seconds_per_step", fmt::format("{}", measured.seconds_per_step)},
                                      {"bytes_per_particle", fmt::format("{}", bytes)},
                                      {"machine_unit_ms", fmt::format("{}", unit)},
                                      {"wall_units", fmt::format("{}", measured.report.wall_seconds * 1e3 / unit)},
                                      {"units_per_100k", fmt::format("{}", units)},
                                      {"neighbour_units_per_100k", fmt::format("{}", neighbour_units)}}));
}

}  // namespace

void add_bench(CLI::App& app) {
    CLI::App* command = app.add_subcommand("bench", "Measure speed beside the machine unit");
    auto arguments = std::make_shared<Arguments>();
    command->add_option("case", arguments->name, "dam_break or neighbours")
        ->required()
        ->check(CLI::IsMember({"dam_break", "neighbours"}));
    command->add_option("--particles", arguments->particles, "About so many particles")->check(CLI::Range(64., 1e9));
    command->add_option("--pressure", arguments->pressure, "Pressure method");
    command->add_option("--threads", arguments->threads, "Threads (default: all cores)")->check(CLI::Range(1, 1024));
    command->add_option("--steps", arguments->steps, "Steps to measure")->check(CLI::PositiveNumber);
    command->add_option("--dt", arguments->dt, "Time step in seconds (default: 0.0005 at 200000 particles)")
        ->check(CLI::PositiveNumber);
    command->add_option("--seconds", arguments->seconds, "A film of so many seconds with the automatic time step")
        ->check(CLI::PositiveNumber)
        ->excludes("--steps")
        ->excludes("--dt");
    command->add_option("--report", arguments->report, "Write the figures as JSON to this file");
    command->callback([arguments] { bench(*arguments); });
}

}  // namespace panta::cli
