#include "api/own_behaviour.h"

#include <algorithm>

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
        const std::string name(own_->type().name);
        if (behaviour_.pushes_particles())
            pipeline.at(Stage::forces, name + ".push", [this](const Step& step) { push(step); });
        if (behaviour_.pulls_neighbours())
            pipeline.at(Stage::forces, name + ".pull", [this](const Step& step) { pull(step); });
        if (behaviour_.moves_bodies())
            pipeline.at(Stage::forces, name + ".move", [this](const Step& step) { move(step); });
        if (!own_->fields().empty())
            pipeline.at(Stage::advance, name + ".advance", [this](const Step& step) { advance(step); });
    }

private:
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
    static Moment moment(const Step& step) { return {step.time, step.dt, outer(step.gravity)}; }
    PropertyValues<Real> weights(const Step& step) const { return step.tracks.weight_of(own_->type()); }

    void push(const Step& step) const {
        const AllSeen all = see(step);
        const PropertyValues<Real> weight = weights(step);
        const auto a = step.particles.edit(fields::acceleration);
        for_each_index(a.size(), step.threads, [&](size_t i) {
            if (weight[i] > 0) a[i] += weight[i] * inner(behaviour_.push(moment(step), Seen(all, i)));
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
                const Real r = norm(d);
                const Real W = with_scalar_kernel(smoothing, std::max(h[i], h[j]),
                                                  [&](const auto& kernel) { return kernel.value(r); });
                force += pair * inner(behaviour_.pull(moment(step), Seen(all, i), Seen(all, j), {outer(d), r, W}));
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
            for (size_t k = 0; k < indices.size(); ++k) a[indices[k]] += weight[indices[k]] * inner(accelerations[k]);
        }
    }

    void advance(const Step& step) const {
        const AllSeen all = see(step);
        for (size_t k = 0; k < own_->fields().size(); ++k)
            for_each_index(step.particles.size(), step.threads,
                           [&](size_t i) { all.fields[k][i] = behaviour_.advance(moment(step), Seen(all, i), k); });
    }

    std::shared_ptr<const OwnType> own_;
    const Behaviour& behaviour_;
};

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
        const std::string_view name = one->type().name;
        if (std::ranges::any_of(all, [&](const auto& kind) { return kind.type->name == name; }))
            throw InputError("behaviour " + std::string(name), "there is a behaviour of this name already",
                             "give it another name");
        all.push_back({&one->type(), [one](const scene::Surroundings&) { return std::make_unique<OwnModule>(one); }});
    }
    return all;
}

}  // namespace panta
