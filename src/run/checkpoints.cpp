#include "run/checkpoints.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "base/bytes.h"
#include "base/error.h"

namespace panta {

namespace {

constexpr size_t kept = 2;  // should the newest be damaged, there is one more
constexpr std::string_view suffix = ".panta";

template <class T>
std::vector<T> values(std::span<const std::byte> bytes) {
    std::vector<T> all(bytes.size() / sizeof(T));
    const auto to = std::as_writable_bytes(std::span(all));
    std::ranges::copy(bytes.first(to.size()), to.begin());
    return all;
}

/// Per stage: u32 length of its name, the name, f64 seconds.
std::vector<std::byte> to_bytes(const StageSeconds& stages) {
    ByteWriter writer;
    for (const auto& [name, seconds] : stages) {
        writer.value(uint32_t(name.size()));
        writer.append(std::as_bytes(std::span(name)));
        writer.value(seconds);
    }
    return writer.bytes();
}
StageSeconds to_stages(const std::filesystem::path& file, std::span<const std::byte> bytes) {
    ByteReader reader(file.string(), bytes);
    StageSeconds stages;
    while (reader.remaining() > 0) {
        const std::string name(reader.text(reader.value<uint32_t>()));
        stages.emplace_back(name, reader.value<double>());
    }
    return stages;
}

}  // namespace

Checkpoints::Checkpoints(std::filesystem::path folder, SceneIdentity scene)
    : folder_(std::move(folder)), scene_(std::move(scene)) {}

void Checkpoints::save(const World& world, const RunTally& tally) {
    const std::vector<InflowState> inflows(world.inflows().begin(), world.inflows().end());
    CheckpointWriter writer;
    std::vector<uint64_t> contents;
    contents.reserve(scene_.files.size());
    for (const SceneIdentity::File& file : scene_.files) contents.push_back(file.content);
    writer.add("scene", scene_.text);
    writer.add("files", std::as_bytes(std::span(contents)));
    writer.add_value("world", world.state());
    writer.add_value("tally", static_cast<const RunSums&>(tally));
    writer.add("stages", to_bytes(tally.stages));
    writer.add("inflows", std::as_bytes(std::span(inflows)));
    writer.add("particles", world.particles());
    if (world.walls_change()) {
        writer.add("walls", world.walls());
        writer.add("tiles", world.saved_tiles());
    }
    writer.add("modules", world.saved_modules());
    const std::filesystem::path written = folder_ / fmt::format("step_{:010}{}", world.state().steps, suffix);
    writer.write(written);
    own_.insert(written);

    // Those that were of no use do not take the place of sound ones. One that cannot be removed does no harm.
    std::error_code ignored;
    for (const std::filesystem::path& file : passed_over_)
        if (file != written) std::filesystem::remove(file, ignored);
    passed_over_.clear();
    const auto files = newest_first();
    for (size_t k = kept; k < files.size(); ++k)
        if (may_be_removed(files[k])) std::filesystem::remove(files[k], ignored);
}

bool Checkpoints::may_be_removed(const std::filesystem::path& file) {
    if (own_.contains(file)) return true;
    if (others_.contains(file)) return false;
    std::optional<CheckpointReader> reader;
    try {
        reader.emplace(file);
    } catch (const OtherFormat&) {
        others_.insert(file);
        return false;
    } catch (const InputError&) {
        return true;  // damaged
    }
    try {
        demand_same_scene(*reader, file);
    } catch (const InputError&) {
        others_.insert(file);
        return false;
    }
    return true;
}

bool Checkpoints::restore(World& world, RunTally& tally, const std::function<void(const std::string&)>& note) {
    const auto files = newest_first();
    for (const std::filesystem::path& file : files) {
        // A damaged file is passed over if there is an older one.
        std::optional<CheckpointReader> reader;
        try {
            reader.emplace(file);
        } catch (const OtherFormat&) {
            throw;
        } catch (const InputError& error) {
            if (file == files.back()) throw;
            note(fmt::format("{}; trying the checkpoint before it", error.what()));
            passed_over_.push_back(file);
            continue;
        }

        // A sound one of another scene is not: what is older would not fit either.
        demand_same_scene(*reader, file);
        const auto inflows = values<InflowState>(reader->blob("inflows"));
        const auto state = reader->value<WorldState>("world");
        tally = {reader->value<RunSums>("tally"), to_stages(file, reader->blob("stages"))};
        reader->restore("particles", world.particles());
        if (world.walls_change() || reader->has("walls")) reader->restore("walls", world.walls());
        if (reader->has("tiles")) world.restore_tiles(ByteReader(file.string(), reader->blob("tiles")));
        const auto modules = reader->has("modules") ? reader->blob("modules") : std::span<const std::byte>{};
        world.resume(state, inflows, ByteReader(file.string(), modules));
        own_.insert(file);
        return true;
    }
    return false;
}

void Checkpoints::demand_same_scene(const CheckpointReader& checkpoint, const std::filesystem::path& file) const {
    if (checkpoint.text("scene") != scene_.text)
        throw InputError(file.string(), "this checkpoint was made for another scene",
                         "resume with the scene as it was, start anew with --overwrite, or take the file away if it "
                         "does not belong here");
    const auto saved = values<uint64_t>(checkpoint.blob("files"));
    std::vector<Problem> changed;
    for (size_t k = 0; k < scene_.files.size(); ++k)
        if (k >= saved.size() || saved[k] != scene_.files[k].content)
            changed.push_back({scene_.files[k].path.string(),
                               "this file has changed since the checkpoint " + file.string() + " was written",
                               "resume with the file as it was, or start anew with --overwrite"});
    if (!changed.empty()) throw InputError(std::move(changed));
}

std::vector<std::filesystem::path> Checkpoints::newest_first() const {
    std::vector<std::filesystem::path> files;
    std::error_code ignored;  // no folder, no checkpoints
    for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored))
        if (entry.path().extension() == suffix) files.push_back(entry.path());
    std::ranges::sort(files, std::greater{});
    return files;
}

}  // namespace panta
