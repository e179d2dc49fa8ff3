// What a run did, in figures: collected step by step, written as JSON for --report and run.json.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "step/world.h"

namespace panta {

using StageSeconds = std::vector<std::pair<std::string, double>>;

/// Sums over the steps of a run; part of its checkpoints, so that a resumed run reports on all of it.
struct RunSums {
    uint64_t frames = 0;
    uint64_t particle_steps = 0;
    uint64_t iterations = 0, unconverged = 0;  // of pressure; steps in which its solve was given up
    double sum_of_errors = 0;
    uint64_t implicit_iterations = 0, implicit_unconverged = 0;  // the same of implicit forces
    uint64_t escaped = 0;  // most particles seen on the wrong side of a wall at the end of a frame
    double sum_of_mean_compression = 0;
    double worst_compression = 0;
    double wall_seconds = 0;      // spent before the last resume
    uint64_t peak_rss_bytes = 0;  // most memory held before the last resume
};

struct RunTally : RunSums {
    StageSeconds stages;  // seconds by stage, spent before the last resume

    void add(const StepReport& step, size_t particles);
    /// Looks for escaped particles at the end of a frame.
    void end_frame(const World& world);
    /// The tally for a checkpoint: what this process has spent so far is part of it.
    RunTally up_to_now(World& world, double wall_seconds_of_process) const;
};

/// What an emitter should have brought by now, and what it did.
struct Delivery {
    std::string body;
    uint64_t asked = 0, delivered = 0;  // particles
    double waited = 0;                  // m that the flow did not go, for want of room
};

/// The keys of the report, as the architecture names them.
struct RunReport {
    uint64_t particles = 0, steps = 0, frames = 0;
    double wall_seconds = 0, simulated_seconds = 0, million_particle_steps_per_second = 0;
    double mean_iterations = 0, mean_error = 0;  // of the pressure solver
    uint64_t unconverged_steps = 0;
    double mean_implicit_iterations = 0;  // of implicit forces
    uint64_t implicit_unconverged_steps = 0;
    double mean_compression = 0, worst_compression = 0;
    Energy energy;
    Balance drift;
    uint64_t escaped = 0, retried_steps = 0, peak_rss_bytes = 0, state_hash = 0;
    uint64_t removed = 0;     // particles that left the domain or went down an outflow
    double removed_mass = 0;  // kg, of these
    std::vector<Delivery> emitters;
    StageSeconds stages;  // seconds by stage
};

/// The report of a run that the process has spent `wall_seconds_of_process` on, since the start or the last resume.
RunReport make_report(const RunTally& tally, World& world, double wall_seconds_of_process);

/// The report as JSON; `more` is inserted at the top level as it is: (key, JSON value).
std::string to_json(const RunReport& report, const std::vector<std::pair<std::string, std::string>>& more = {});

/// The most memory this process has held, bytes.
uint64_t peak_memory();

}  // namespace panta
