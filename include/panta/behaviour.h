// Behaviours of your own: what a scene may name in a track besides the built-in ones. A behaviour says what it is
// called, which properties a scene may give it (constant or keyed, like all properties), which numbers it keeps for
// every particle, and what forces it exerts, of up to three kinds:
//
//     on single particles      push()     an acceleration, from one particle alone
//     between neighbours       pull()     a force between two particles that are near each other
//     on bodies as a whole     move()     accelerations of all particles of a body at once
//
// Forces are multiplied with the weight of the behaviour. Functions are called from several threads at a time and must
// not change anything but what they are given.
//
// A program hands its behaviours to panta::Simulation. The command line takes them from a plug-in, a shared library
// that needs this header alone and has two functions:
//
//     extern "C" int panta_plugin_version() { return panta::plugin_version; }
//     extern "C" void panta_plugin(panta::Behaviours& behaviours) { behaviours.push_back(std::make_shared<Swirl>()); }
//
// See docs/how-to/add-a-behaviour.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace panta {

struct Vector {
    float x = 0, y = 0, z = 0;
};
inline Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector operator*(float s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
inline float dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// A property, as scenes name it.
struct OwnProperty {
    std::string name;
    std::string unit;  // "m/s"; "1" for plain numbers
    float initial = 0;
    float least = -1e18f, most = 1e18f;  // what is allowed
    std::string doc = {};                // one sentence
};

/// A property that is a vector.
struct OwnVectorProperty {
    std::string name;
    std::string unit;
    Vector initial;
    std::string doc;
};

/// A number that every particle keeps from step to step: saved, sorted, exported, and open to keys.
struct OwnField {
    std::string name;  // begins with that of the behaviour: "swirl.way"
    std::string unit;
    float initial = 0;
};

/// All particles in one step; what passes see of them through `Seen`.
struct AllSeen {
    const Vector *position = nullptr, *velocity = nullptr;
    const float *mass = nullptr, *volume = nullptr;
    const std::uint64_t* id = nullptr;
    const std::uint32_t* body = nullptr;
    std::vector<std::vector<float>> properties;  // by property of the behaviour, by particle
    std::vector<std::vector<Vector>> vectors;    // the same of vector properties
    std::vector<float*> fields;                  // by field of the behaviour
};

/// One particle in one step.
class Seen {
public:
    Seen(const AllSeen& all, std::size_t index) : all_(&all), index_(index) {}

    const Vector& position() const { return all_->position[index_]; }  // m
    const Vector& velocity() const { return all_->velocity[index_]; }  // m/s
    float mass() const { return all_->mass[index_]; }                  // kg
    float volume() const { return all_->volume[index_]; }              // m^3 at rest; m^2 in two dimensions
    std::uint64_t id() const { return all_->id[index_]; }
    std::uint32_t body() const { return all_->body[index_]; }
    float property(std::size_t k) const { return all_->properties[k][index_]; }
    const Vector& vector_property(std::size_t k) const { return all_->vectors[k][index_]; }
    float field(std::size_t k) const { return all_->fields[k][index_]; }

private:
    const AllSeen* all_;
    std::size_t index_;
};

/// One particle as another one sees it.
struct Between {
    Vector d;     // m, from the other to the one; across the end of a periodic axis if that is shorter
    float r = 0;  // m, its length
    float W = 0;  // 1/m^3, the kernel; 1/m^2 in two dimensions
};

/// What is the same for all particles of a step.
struct Moment {
    double time = 0;  // s, at the start of the step
    float dt = 0;     // s
    Vector gravity;   // m/s^2
};

class Behaviour {
public:
    virtual ~Behaviour() = default;

    virtual std::string name() const = 0;  // as scenes write it
    virtual std::string doc() const = 0;   // one sentence
    virtual std::vector<OwnProperty> properties() const { return {}; }
    virtual std::vector<OwnVectorProperty> vector_properties() const { return {}; }
    virtual std::vector<OwnField> fields() const { return {}; }

    // Which kinds of force there are; the others are never asked for.
    virtual bool pushes_particles() const { return false; }
    virtual bool pulls_neighbours() const { return false; }
    virtual bool moves_bodies() const { return false; }

    // In two dimensions, what leads out of the plane is left out.

    /// Acceleration of a particle, m/s^2.
    virtual Vector push(const Moment&, const Seen& /*particle*/) const { return {}; }
    /// Force of `other` on `one`, N. That of `one` on `other` must be the opposite, or momentum is not conserved.
    virtual Vector pull(const Moment&, const Seen& /*one*/, const Seen& /*other*/, const Between&) const { return {}; }
    /// Adds to the accelerations of all particles of one body.
    virtual void move(const Moment&, std::span<const Seen> /*members*/, std::span<Vector> /*accelerations*/) const {}
    /// The step was accepted: returns the new value of field k of a particle; all its fields have their old values.
    /// Where the behaviour has no weight they keep them.
    virtual float advance(const Moment&, const Seen& particle, std::size_t k) const { return particle.field(k); }
};

using Behaviours = std::vector<std::shared_ptr<const Behaviour>>;

/// Changes when plug-ins have to be built again.
inline constexpr int plugin_version = 1;

}  // namespace panta
