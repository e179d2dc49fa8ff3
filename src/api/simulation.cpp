// The public face: names fields by text, keeps count of frames, and turns the engine's errors into public ones.
#include <algorithm>

#include "api/own_behaviour.h"
#include "base/error.h"
#include "io/frame.h"
#include "panta/panta.h"
#include "run/report.h"
#include "scene/build.h"
#include "scene/load.h"

namespace panta {

namespace {

/// Runs `work`; whatever goes wrong leaves as BadInput or RunFailed.
template <class Work>
auto with_public_errors(const Work& work) {
    try {
        return work();
    } catch (const InputError& error) {
        throw BadInput(error.what());
    } catch (const RunError& error) {
        throw RunFailed(error.what());
    }
}

Values values_of(FieldType type) {
    switch (type) {
        case FieldType::u32:
            return Values::words;
        case FieldType::u64:
            return Values::long_words;
        default:
            return Values::reals;
    }
}

/// The fields that outlive a step and are not the engine's own.
std::vector<FieldInfo> fields_of(const Particles& particles) {
    std::vector<FieldInfo> fields;
    for (const Column& column : particles.columns())
        if (column.lifetime == Lifetime::state)
            fields.push_back({column.name, column.unit, values_of(column.type), components_of(column.type)});
    return fields;
}

}  // namespace

struct Simulation::Inside {
    scene::Catalogue catalogue;
    Scene scene;
    std::unique_ptr<World> world;
    RunTally tally;
    std::vector<std::string> bodies;
    std::vector<FieldInfo> fields;

    explicit Inside(const Behaviours& behaviours) : catalogue(catalogue_with(behaviours)) {}
    void build(Scene asked, int threads) {
        scene = std::move(asked);
        world = scene::build(scene, Threads(threads), catalogue).world;
        for (const scene::Body& body : scene.bodies) bodies.push_back(body.name);
        fields = fields_of(world->particles());
    }

    double frame_end() const { return double(tally.frames + 1) / scene.frame_rate; }

    template <class T>
    std::span<const T> view(std::string_view name, Values values) const {
        const auto known = std::ranges::find(fields, name, &FieldInfo::name);
        if (known == fields.end()) throw BadInput("there is no field \"" + std::string(name) + "\"");
        if (known->values != values) throw BadInput("the field \"" + std::string(name) + "\" holds other values");
        const auto bytes = world->particles().find(name)->bytes();
        return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
};

Simulation Simulation::from_file(const std::filesystem::path& scene, int threads, const Behaviours& behaviours) {
    return with_public_errors([&] {
        auto inside = std::make_unique<Inside>(behaviours);
        inside->build(load_scene(scene, inside->catalogue), threads);
        return Simulation(std::move(inside));
    });
}

Simulation Simulation::from_text(std::string_view scene, const std::filesystem::path& folder, int threads,
                                 const Behaviours& behaviours) {
    return with_public_errors([&] {
        auto inside = std::make_unique<Inside>(behaviours);
        inside->build(parse_scene(scene, "scene", folder, inside->catalogue), threads);
        return Simulation(std::move(inside));
    });
}

Simulation::Simulation(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

StepFigures Simulation::step() {
    World& world = *inside_->world;
    const double frame_end = inside_->frame_end();
    const StepReport report = with_public_errors([&] { return world.step(frame_end); });
    inside_->tally.add(report, world.particles().size());
    if (world.time() >= frame_end) inside_->tally.end_frame(world);
    return {report.dt,     report.limit, report.attempts, report.mean_compression, report.worst_compression,
            report.fastest};
}

void Simulation::advance_frame() {
    const uint64_t before = frame();
    while (frame() == before) step();
}

double Simulation::time() const { return inside_->world->time(); }
std::uint64_t Simulation::frame() const { return inside_->tally.frames; }
std::uint64_t Simulation::frame_count() const { return std::uint64_t(scene::frame_count(inside_->scene)); }
bool Simulation::finished() const { return frame() >= frame_count(); }
std::size_t Simulation::particle_count() const { return inside_->world->particles().size(); }
const std::vector<std::string>& Simulation::bodies() const { return inside_->bodies; }
const std::vector<FieldInfo>& Simulation::fields() const { return inside_->fields; }
std::span<const std::uint64_t> Simulation::ids() const { return long_words(fields::id.name); }

std::span<const float> Simulation::reals(std::string_view field) const {
    return inside_->view<float>(field, Values::reals);
}
std::span<const std::uint32_t> Simulation::words(std::string_view field) const {
    return inside_->view<std::uint32_t>(field, Values::words);
}
std::span<const std::uint64_t> Simulation::long_words(std::string_view field) const {
    return inside_->view<std::uint64_t>(field, Values::long_words);
}

Figures Simulation::figures() const {
    const RunReport report = make_report(inside_->tally, *inside_->world, 0);
    Figures figures;
    figures.steps = report.steps;
    figures.frames = report.frames;
    figures.retried_steps = report.retried_steps;
    figures.mean_compression = report.mean_compression;
    figures.worst_compression = report.worst_compression;
    figures.mass_drift = report.drift.mass_drift;
    figures.momentum_drift = report.drift.momentum_drift;
    figures.volume_drift = report.drift.volume_drift;
    figures.escaped = report.escaped;
    figures.state_hash = report.state_hash;
    return figures;
}

void Simulation::write_frame(const std::filesystem::path& file) const {
    with_public_errors([&] {
        const std::string ending = file.extension().string();
        if (ending != ".vtp" && ending != ".ply")
            throw InputError(file.string(), "frames are written as .vtp or .ply", "end the name with one of them");
        const World& world = *inside_->world;
        (ending == ".vtp" ? write_vtp : write_ply)(file, world.particles(), world.time(), world.settings().periodicity);
    });
}

}  // namespace panta
