// The checkpoints of one run: written in turn, the last two kept, the newest sound one found again.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "io/checkpoint.h"
#include "run/report.h"
#include "run/scene_identity.h"
#include "step/world.h"

namespace panta {

class Checkpoints {
public:
    /// A checkpoint only fits the scene it was made for.
    Checkpoints(std::filesystem::path folder, SceneIdentity scene);

    /// Saves the world and the figures of the run so far, and drops all but the last two checkpoints, and damaged ones.
    /// A checkpoint of another scene is never dropped.
    void save(const World& world, const RunTally& tally);
    /// Continues from the newest checkpoint that is sound; `note` tells of damaged ones. False if there is none. Throws
    /// InputError if that one was made for another scene, if a file of the scene has changed, or if all are damaged.
    bool restore(World& world, RunTally& tally, const std::function<void(const std::string&)>& note);
    /// True if there is none, sound or not.
    bool empty() const { return newest_first().empty(); }

private:
    void demand_same_scene(const CheckpointReader& checkpoint, const std::filesystem::path& file) const;
    bool may_be_removed(const std::filesystem::path& file);
    std::vector<std::filesystem::path> newest_first() const;

    std::filesystem::path folder_;
    SceneIdentity scene_;
    std::set<std::filesystem::path> own_, others_;    // files that are known to be of this scene, or of another
    std::vector<std::filesystem::path> passed_over_;  // damaged files that could not be resumed from
};

}  // namespace panta
