// The checkpoints of one run: written in turn, the last two kept, the newest sound one found again.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "run/report.h"
#include "step/world.h"

namespace panta {

class Checkpoints {
public:
    /// `scene` is the resolved text of the scene: a checkpoint only fits the scene it was made for.
    Checkpoints(std::filesystem::path folder, std::string scene);

    /// Saves the world and the figures of the run so far, and drops all but the last two checkpoints.
    void save(const World& world, const RunTally& tally);
    /// Continues from the newest checkpoint that can be read; `note` tells of damaged ones. False if there is none.
    bool restore(World& world, RunTally& tally, const std::function<void(const std::string&)>& note);

private:
    std::vector<std::filesystem::path> newest_first() const;

    std::filesystem::path folder_;
    std::string scene_;
    std::vector<std::filesystem::path> passed_over_;  // files that could not be resumed from
};

}  // namespace panta
