// The validation cases. Each is a folder with scene.json and reference.json, and a function that runs the scene and
// measures it.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"
#include "validation/plot.h"
#include "validation/reference.h"
#include "validation/report.h"

namespace panta::validation {

/// What a case is given.
struct CaseInput {
    std::string name;
    Scene scene;
    Reference reference;
    int threads = 0;  // 0: as many as the machine has

    /// Compares a measured value with the target of that name.
    Finding judge(const std::string& target, double measured) const {
        return validation::judge(name, reference.target(target), measured);
    }
};

/// What a case found.
struct CaseResult {
    std::vector<Finding> findings;
    std::vector<std::string> notes;  // numbers without a threshold, one sentence each
    Plot plot;
};

struct Case {
    std::string_view name;  // of its folder too
    std::string_view summary;
    CaseResult (*run)(const CaseInput&);
};

/// All cases, in the order in which they run.
std::span<const Case> cases();

/// The case of that name. Throws InputError that lists the names there are.
const Case& find_case(std::string_view name);

/// Runs a case whose folder is in `folder`. Throws InputError if a file is missing or wrong, RunError if the run fails.
CaseResult run_case(const Case& the_case, const std::filesystem::path& folder, int threads);

CaseResult run_hydrostatic(const CaseInput& input);
CaseResult run_tank_at_rest(const CaseInput& input);
CaseResult run_dam_break_front(const CaseInput& input);
CaseResult run_poiseuille(const CaseInput& input);
CaseResult run_couette(const CaseInput& input);
CaseResult run_square_drop(const CaseInput& input);
CaseResult run_drop_oscillation(const CaseInput& input);
CaseResult run_free_fall(const CaseInput& input);
CaseResult run_taylor_green(const CaseInput& input);
CaseResult run_rayleigh_taylor(const CaseInput& input);
CaseResult run_buoyancy(const CaseInput& input);
CaseResult run_volume_control(const CaseInput& input);
CaseResult run_obstacle_array(const CaseInput& input);
CaseResult run_two_layers(const CaseInput& input);
CaseResult run_dam_break_energy(const CaseInput& input);
CaseResult run_dam_break_impact(const CaseInput& input);
CaseResult run_lid_cavity(const CaseInput& input);
CaseResult run_cube_drop(const CaseInput& input);
CaseResult run_rising_bubble(const CaseInput& input);
CaseResult run_heat_conduction(const CaseInput& input);
CaseResult run_stefan(const CaseInput& input);

}  // namespace panta::validation
