#include "run/checkpoints.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/error.h"
#include "io/checkpoint.h"

namespace panta {

namespace {

constexpr size_t kept = 2;  // should the newest be damaged, there is one more
constexpr std::string_view suffix = ".panta";

}  // namespace

Checkpoints::Checkpoints(std::filesystem::path folder, std::string scene)
    : folder_(std::move(folder)), scene_(std::move(scene)) {}

void Checkpoints::save(const World& world, const RunTally& tally) {
    std::vector<uint64_t> layers;
    for (const Inflow& inflow : world.inflows()) layers.push_back(inflow.layers);
    CheckpointWriter writer;
    writer.add("scene", scene_);
    writer.add_value("world", world.state());
    writer.add_value("tally", tally);
    writer.add("inflows", std::as_bytes(std::span(layers)));
    writer.add("particles", world.particles());
    if (world.has_moving_walls()) writer.add("walls", world.walls());
    writer.add("modules", world.saved_modules());
    writer.write(folder_ / fmt::format("step_{:010}{}", world.state().steps, suffix));

    // Those that were of no use do not take the place of sound ones.
    for (const std::filesystem::path& file : passed_over_) std::filesystem::remove(file);
    passed_over_.clear();
    const auto files = newest_first();
    for (size_t k = kept; k < files.size(); ++k) std::filesystem::remove(files[k]);
}

bool Checkpoints::restore(World& world, RunTally& tally, const std::function<void(const std::string&)>& note) {
    for (const std::filesystem::path& file : newest_first()) {
        try {
            const CheckpointReader reader(file);
            if (reader.text("scene") != scene_)
                throw InputError(file.string(), "this checkpoint was made for another scene",
                                 "resume with the scene as it was, or start anew with --overwrite");
            const auto bytes = reader.blob("inflows");
            std::vector<uint64_t> layers(bytes.size() / sizeof(uint64_t));
            std::ranges::copy(bytes, std::as_writable_bytes(std::span(layers)).begin());
            const auto state = reader.value<WorldState>("world");
            tally = reader.value<RunTally>("tally");
            reader.restore("particles", world.particles());
            if (world.has_moving_walls()) reader.restore("walls", world.walls());
            const auto modules = reader.has("modules") ? reader.blob("modules") : std::span<const std::byte>{};
            world.resume(state, layers, ByteReader(file.string(), modules));
            return true;
        } catch (const InputError& error) {
            // A damaged file is passed over if there is an older one.
            if (file == newest_first().back()) throw;
            note(fmt::format("{}; trying the checkpoint before it", error.what()));
            passed_over_.push_back(file);
        }
    }
    return false;
}

std::vector<std::filesystem::path> Checkpoints::newest_first() const {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(folder_))
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            if (entry.path().extension() == suffix) files.push_back(entry.path());
    std::ranges::sort(files, std::greater{});
    return files;
}

}  // namespace panta
