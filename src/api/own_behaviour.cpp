#include "api/own_behaviour.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "kernels/lattice_sum.h"
#include "neighbours/particle_loop.h"

namespace panta {

namespace {

static_assert(sizeof(Vector) == sizeof(Vec3));
const Vector* as_vectors(std::span<const Vec3> values) { return reinterpret_cast<const Vector*>(values.data()); }
Vec3 inner(const Vector& v) { return {v.x, v.y, v.z}; }
Vector outer(const Vec3& v) { return {v.x, v.y, v.z}; }

class OwnModule final : public Module {
public:
    explicit OwnModule(std::shared_ptr<const OwnType> own) : own_(std::move(own)), behaviour_(own_->behaviour()) {}

    void attach(Particles& particles, Pipeline& pipeline) override {
        for (const Field<Real>& field : own_->fields()) particles.declare(field);
        const auto add = [&](bool has, Stage stage, const char* name, Run run) {
            if (has)
                pipeline.at(stage, std::string(own_->type().name) + name,
                            [this, run](const Step& step) { run_safely(step, run); });
        };
        add(behaviour_.pushes_particles(), Stage::forces, ".push", &OwnModule::push);
        add(behaviour_.pulls_neighbours(), Stage::forces, ".pull", &OwnModule::pull);
        add(behaviour_.moves_bodies(), Stage::forces, ".move", &OwnModule::move);
        add(!own_->fields().empty(), Stage::advance, ".advance", &OwnModule::advance);
    }

private:
    using Run = void (OwnModule::*)(const Step&) const;

    /// What a behaviour throws is told with its name.
    void run_safely(const Step& step, Run run) const {
        const auto failed = [&](const std::string& why) {
            return RunError("the behaviour " + std::string(own_->type().name) + " failed at " +
                            std::to_string(step.time) + " s" + why);
        };
        try {
            (this->*run)(step);
        } catch (const std::exception& error) {
            throw failed(std::string(": ") + error.what());
        } catch (...) {
            throw failed("");
        }
    }

    AllSeen see(const Step& step) const {
        Particles& particles = step.particles;
        AllSeen all;
        all.position = as_vectors(particles[fields::position]);
        all.velocity = as_vectors(particles[fields::velocity]);
        all.mass = particles[fields::mass].data();
        all.volume = particles[fields::volume].data();
        all.id = particles[fields::id].data();
        all.body = particles[fields::body].data();
        for (const Property<Real>& property : own_->properties()) {
            const PropertyValues<Real> given = step.tracks[property];
            std::vector<float>& values = all.properties.emplace_back(particles.size());
            for_each_index(values.size(), step.threads, [&](size_t i) { values[i] = given[i]; });
        }
        for (const Property<Vec3>& property : own_->vector_properties()) {
            const PropertyValues<Vec3> given = step.tracks[property];
            std::vector<Vector>& values = all.vectors.emplace_back(particles.size());
            for_each_index(values.size(), step.threads, [&](size_t i) { values[i] = outer(given[i]); });
        }
        for (const Field<Real>& field : own_->fields()) all.fields.push_back(particles.edit(field).data());
        return all;
    }
    /// Within the plane in two dimensions.
    static Vec3 inside(const Step& step, const Vector& v) {
        return {v.x, v.y, step.neighbours.smoothing().dimension == 2 ? 0 : v.z};
    }
    static Moment moment(const Step& step) { return {step.time, step.dt, outer(step.gravity)}; }
    PropertyValues<Real> weights(const Step& step) const { return step.tracks.weight_of(own_->type()); }

    void push(const Step& step) const {
        const AllSeen all = see(step);
        const PropertyValues<Real> weight = weights(step);
        const auto a = step.particles.edit(fields::acceleration);
        for_each_index(a.size(), step.threads, [&](size_t i) {
            if (weight[i] > 0) a[i] += weight[i] * inside(step, behaviour_.push(moment(step), Seen(all, i)));
        });
    }

    // The weight of a pair is the mean of both, so that forces stay opposite.
    void pull(const Step& step) const {
        const AllSeen all = see(step);
        const PropertyValues<Real> weight = weights(step);
        const auto x = step.particles[fields::position];
        const auto h = step.particles[fields::support], mass = step.particles[fields::mass];
        const auto a = step.particles.edit(fields::acceleration);
        const Smoothing& smoothing = step.neighbours.smoothing();
        for_each_index(a.size(), step.threads, [&](size_t i) {
            Vec3 force{};
            for (const uint32_t j : step.neighbours.list().particles_near(i)) {
                const Real pair = (weight[i] + weight[j]) / 2;
                if (!(pair > 0)) continue;
                const Vec3 d = step.neighbours.periodicity().shortest(x[i] - x[j]);
                const Real r = norm(d), reach = std::max(h[i], h[j]);
                if (!(r < reach)) continue;  // lists may reach further
                const Real W =
                    with_scalar_kernel(smoothing, reach, [&](const auto& kernel) { return kernel.value(r); });
                force +=
                    pair * inside(step, behaviour_.pull(moment(step), Seen(all, i), Seen(all, j), {outer(d), r, W}));
            }
            a[i] += force / mass[i];
        });
    }

    void move(const Step& step) const {
        const AllSeen all = see(step);
        const PropertyValues<Real> weight = weights(step);
        const auto body = step.particles[fields::body];
        const auto a = step.particles.edit(fields::acceleration);
        const std::vector<uint32_t> by_id = step.particles.by_id();  // members in an order that sorting does not change
        for (uint32_t b = 0; b < step.tracks.bodies(); ++b) {
            std::vector<uint32_t> indices;
            std::vector<Seen> members;
            for (const uint32_t i : by_id)
                if (body[i] == b && weight[i] > 0) indices.push_back(i), members.emplace_back(all, i);
            if (members.empty()) continue;
            std::vector<Vector> accelerations(members.size());
            behaviour_.move(moment(step), members, accelerations);
            for (size_t k = 0; k < indices.size(); ++k)
                a[indices[k]] += weight[indices[k]] * inside(step, accelerations[k]);
        }
    }

    void advance(const Step& step) const {
        const AllSeen all = see(step);
        const PropertyValues<Real> weight = weights(step);
        for_each_index(step.particles.size(), step.threads, [&](size_t i) {
            if (!(weight[i] > 0)) return;
            std::vector<float> next(all.fields.size());
            for (size_t k = 0; k < next.size(); ++k) next[k] = behaviour_.advance(moment(step), Seen(all, i), k);
            for (size_t k = 0; k < next.size(); ++k) all.fields[k][i] = next[k];
        });
    }

    std::shared_ptr<const OwnType> own_;
    const Behaviour& behaviour_;
};

/// What scenes could not name, or would confuse.
std::vector<Problem> problems_of(const OwnType& own, const scene::Catalogue& others) {
    const std::string name(own.type().name);
    std::vector<Problem> problems;
    const auto wrong = [&](const std::string& what, const std::string& hint) {
        problems.push_back({"behaviour " + name, what, hint});
    };
    if (name.empty()) wrong("it has no name", "return one from name()");
    if (std::ranges::any_of(others, [&](const auto& kind) { return kind.type->name == name; }))
        wrong("there is a behaviour of this name already", "give it another name");

    std::set<std::string_view> taken{"", "behaviour", own.type().weight.name};
    const auto take = [&](std::string_view property) {
        if (!taken.insert(property).second)
            wrong("a property must not be named \"" + std::string(property) + "\"",
                  "names of properties are not empty, not behaviour, not weight, and all different");
    };
    for (const Property<Real>& property : own.properties()) {
        take(property.name);
        if (!(property.initial >= property.about.min && property.initial <= property.about.max))
            wrong("the initial value of " + std::string(property.name) + " is not within its range", "");
    }
    for (const Property<Vec3>& property : own.vector_properties()) take(property.name);
    for (const Field<Real>& field : own.fields())
        if (!field.name.starts_with(name + ".") || !taken.insert(field.name).second)
            wrong("a field must not be named \"" + std::string(field.name) + "\"",
                  "names of fields begin with that of the behaviour and a dot, and are all different");
    return problems;
}

}  // namespace

OwnType::OwnType(std::shared_ptr<const Behaviour> behaviour)
    : behaviour_(std::move(behaviour)),
      name_(behaviour_->name()),
      doc_(behaviour_->doc()),
      property_infos_(behaviour_->properties()),
      vector_infos_(behaviour_->vector_properties()),
      field_infos_(behaviour_->fields()) {
    std::vector<AnyProperty> listed;
    for (const OwnProperty& info : property_infos_)
        listed.push_back(&properties_.emplace_back(Property<Real>{
            info.name, info.initial, {.unit = info.unit, .min = info.least, .max = info.most, .doc = info.doc}}));
    for (const OwnVectorProperty& info : vector_infos_)
        listed.push_back(&vector_properties_.emplace_back(
            Property<Vec3>{info.name, inner(info.initial), {.unit = info.unit, .doc = info.doc}}));
    std::vector<std::string_view> scalars;
    for (const OwnField& info : field_infos_) {
        fields_.push_back({info.name, info.unit, info.initial, Lifetime::state});
        scalars.push_back(info.name);
    }
    type_ = std::make_unique<BehaviourType>(BehaviourType{name_, doc_, std::move(listed), std::move(scalars)});
}

scene::Catalogue catalogue_with(const Behaviours& own) {
    scene::Catalogue all = scene::builtin_behaviours();
    for (const auto& behaviour : own) {
        const auto one = std::make_shared<const OwnType>(behaviour);
        throw_any(problems_of(*one, all));
        all.push_back({&one->type(), [one](const scene::Surroundings&) { return std::make_unique<OwnModule>(one); }});
    }
    return all;
}

}  // namespace panta
