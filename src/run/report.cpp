#include "run/report.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace panta {

void RunTally::add(const StepReport& step, size_t particles) {
    particle_steps += particles;
    iterations += uint64_t(step.pressure.iterations);
    unconverged += step.pressure.converged ? 0 : 1;
    sum_of_errors += step.pressure.error;
    implicit_iterations += uint64_t(step.implicit_forces.iterations);
    implicit_unconverged += step.implicit_forces.converged ? 0 : 1;
    sum_of_mean_compression += step.mean_compression;
    worst_compression = std::max(worst_compression, double(step.worst_compression));
}

void RunTally::end_frame(const World& world) {
    ++frames;
    escaped = std::max(escaped, uint64_t(world.count_escaped()));
}

RunTally RunTally::up_to_now(World& world, double wall_seconds_of_process) const {
    RunTally now = *this;
    now.wall_seconds += wall_seconds_of_process;
    now.peak_rss_bytes = std::max(peak_rss_bytes, peak_memory());
    Profile sums;
    for (const StageSeconds& part : {stages, world.profile().seconds()})
        for (const auto& [name, seconds] : part) sums.add(name, seconds);
    now.stages = sums.seconds();
    return now;
}

RunReport make_report(const RunTally& earlier, World& world, double wall_seconds_of_process) {
    const RunTally tally = earlier.up_to_now(world, wall_seconds_of_process);
    const WorldState& state = world.state();
    const double steps = std::max(1., double(state.steps));
    RunReport report;
    report.particles = world.particles().size();
    report.steps = state.steps;
    report.frames = tally.frames;
    report.wall_seconds = tally.wall_seconds;
    report.simulated_seconds = state.time;
    if (tally.wall_seconds > 0)
        report.million_particle_steps_per_second = double(tally.particle_steps) / tally.wall_seconds / 1e6;
    report.mean_iterations = double(tally.iterations) / steps;
    report.mean_error = tally.sum_of_errors / steps;
    report.unconverged_steps = tally.unconverged;
    report.mean_implicit_iterations = double(tally.implicit_iterations) / steps;
    report.implicit_unconverged_steps = tally.implicit_unconverged;
    report.mean_compression = tally.sum_of_mean_compression / steps;
    report.worst_compression = tally.worst_compression;
    report.energy = world.energy();
    report.drift = world.balance();
    report.escaped = std::max(tally.escaped, uint64_t(world.count_escaped()));
    report.removed = state.totals.removed;
    report.removed_mass = state.totals.removed_mass;
    report.retried_steps = state.totals.retried_steps;
    report.peak_rss_bytes = tally.peak_rss_bytes;
    report.state_hash = world.hash();
    for (const Inflow& inflow : world.inflows())
        report.emitters.push_back({world.name_of_body(inflow.body), inflow.asked(state.time - double(state.last_dt)),
                                   inflow.delivered, inflow.waited});
    report.stages = tally.stages;
    return report;
}

std::string to_json(const RunReport& report, const std::vector<std::pair<std::string, std::string>>& more) {
    nlohmann::ordered_json json;
    json["particles"] = report.particles;
    json["steps"] = report.steps;
    json["frames"] = report.frames;
    json["wall_seconds"] = report.wall_seconds;
    json["simulated_seconds"] = report.simulated_seconds;
    json["million_particle_steps_per_second"] = report.million_particle_steps_per_second;
    json["pressure"]["mean_iterations"] = report.mean_iterations;
    json["pressure"]["mean_residual"] = report.mean_error;
    json["pressure"]["unconverged_steps"] = report.unconverged_steps;
    json["viscosity"]["mean_iterations"] = report.mean_implicit_iterations;
    json["viscosity"]["unconverged_steps"] = report.implicit_unconverged_steps;
    json["compression"]["mean"] = report.mean_compression;
    json["compression"]["worst"] = report.worst_compression;
    json["energy"]["kinetic"] = report.energy.kinetic;
    json["energy"]["potential"] = report.energy.potential;
    json["mass"]["drift"] = report.drift.mass_drift;
    json["momentum"]["drift"] = report.drift.momentum_drift;
    json["volume"]["drift"] = report.drift.volume_drift;
    json["escaped"] = report.escaped;
    json["removed"]["particles"] = report.removed;
    json["removed"]["mass"] = report.removed_mass;
    if (!report.emitters.empty()) json["emitters"] = nlohmann::ordered_json::array();
    for (const Delivery& emitter : report.emitters)
        json["emitters"].push_back({{"body", emitter.body},
                                    {"asked", emitter.asked},
                                    {"delivered", emitter.delivered},
                                    {"waited", emitter.waited}});
    json["retried_steps"] = report.retried_steps;
    json["peak_rss_bytes"] = report.peak_rss_bytes;
    json["state_hash"] = fmt::format("{:016x}", report.state_hash);
    json["stages"] = nlohmann::ordered_json::object();
    for (const auto& [name, seconds] : report.stages) json["stages"][name] = seconds;
    for (const auto& [key, value] : more) json[key] = nlohmann::ordered_json::parse(value);
    return json.dump(2) + "\n";
}

uint64_t peak_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return uint64_t(usage.ru_maxrss) * 1024;
}

}  // namespace panta
