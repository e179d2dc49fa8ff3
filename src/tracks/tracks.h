// The tracks of all bodies, evaluated once per step: what every property and weight is for every particle.
//
// What a body's track keys over time, or not at all, is one number per body. Only what some body keys over a scalar of
// its particles becomes a column. Where several behaviours of a body give the same property, it is their mean by
// weight; where their weights are all zero, the plain mean.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "base/threads.h"
#include "particles/particles.h"
#include "tracks/track.h"

namespace panta {

/// The values of one property or weight in this step.
template <class T>
class PropertyValues {
public:
    PropertyValues(std::span<const T> by_body, std::span<const uint32_t> body, std::span<const T> column)
        : by_body_(by_body.data()), body_(body.data()), column_(column.empty() ? nullptr : column.data()) {}

    /// Of a particle.
    T operator[](size_t i) const { return column_ ? column_[i] : by_body_[body_[i]]; }

private:
    const T* by_body_;
    const uint32_t* body_;
    const T* column_;
};

class Tracks {
public:
    /// One track per body.
    explicit Tracks(std::vector<Track> by_body = {});

    /// Declares the scalars that keys are over and that nobody else declares.
    void attach(Particles& particles) const;
    /// Once per step, before anything else uses properties.
    void evaluate(const Particles& particles, double time, const Threads& threads);
    /// The step was accepted.
    void advance(Particles& particles, Real dt, const Threads& threads) const;

    PropertyValues<Real> operator[](const Property<Real>& property) const { return values(reals_, &property); }
    PropertyValues<Vec3> operator[](const Property<Vec3>& property) const { return values(vectors_, &property); }
    PropertyValues<Real> weight_of(const BehaviourType& type) const { return (*this)[type.weight]; }

    size_t bodies() const { return tracks_.size(); }
    const Track& track(size_t body) const { return tracks_[body]; }
    /// The value of all particles of a body, where the property does not vary.
    Real of_body(const Property<Real>& property, size_t body) const { return slot(reals_, &property).by_body[body]; }
    /// Particles of one body may differ in one of these.
    bool varies(std::initializer_list<const Property<Real>*> properties) const {
        return std::ranges::any_of(properties, [&](const auto* property) { return slot(reals_, property).varies; });
    }
    /// Whether it changes over time, or differs among the particles of the body.
    bool is_keyed(const Property<Real>& property, size_t body) const { return slot(reals_, &property).keyed[body]; }
    /// Whether all particles have the same value, at any time.
    bool is_common(const Property<Real>& property) const;
    /// Whether some body has the behaviour.
    bool any(const BehaviourType& type) const;
    /// Whether some body may at some time have a value above zero.
    bool any_above_zero(const Property<Real>& property) const;

private:
    /// What one behaviour of a body gives for a property, and how much that counts.
    template <class T>
    struct Given {
        const Keyed<T>* value;
        const Keyed<Real>* weight;
    };
    template <class T>
    struct Slot {
        std::vector<std::vector<Given<T>>> by_entry;  // by body; none: the initial value of the property
        bool varies = false;
        std::vector<bool> keyed = {};  // by body
        std::vector<T> by_body = {};
        std::vector<T> column = {};
    };
    /// A scalar that some key is over.
    struct Over {
        std::string name;
        std::span<const Real> values = {};  // in this step
        std::vector<Real> computed = {};    // where they are if no field holds them
    };
    template <class T>
    using Slots = std::map<const Property<T>*, Slot<T>>;

    template <class T>
    static const Slot<T>& slot(const Slots<T>& slots, const Property<T>* property) {
        const auto found = slots.find(property);
        check(found != slots.end(), "a property belongs to a behaviour that the tracks know");
        return found->second;
    }
    template <class T>
    PropertyValues<T> values(const Slots<T>& slots, const Property<T>* property) const {
        const Slot<T>& held = slot(slots, property);
        return {held.by_body, body_, held.column};
    }
    template <class T>
    void add_slot(Slots<T>& slots, const Property<T>& property);
    void add_weight(const BehaviourType& type);

    /// What all particles of a body have in common.
    template <class T>
    void evaluate_bodies(Slots<T>& slots, double time);
    /// Where they may differ, for the particles of a strip.
    struct Strip;
    template <class T>
    void fill_columns(Slots<T>& slots, const Strip& strip, double time) const;
    /// The values that all of them would have as particles of that body.
    template <class T>
    void fill_strip(const Slot<T>& slot, uint32_t body, const Strip& strip, double time, T* values) const;

    std::vector<Track> tracks_;
    Slots<Real> reals_;
    Slots<Vec3> vectors_;
    std::vector<Over> overs_;
    std::span<const uint32_t> body_;  // of the particles, in this step
};

}  // namespace panta
