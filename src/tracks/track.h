// A track: the behaviours of a body, each with a weight and with what was said of its properties.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "base/check.h"
#include "tracks/keyed.h"
#include "tracks/property.h"

namespace panta {

using AnyKeyed = std::variant<Keyed<Real>, Keyed<Vec3>>;

/// One behaviour of a track.
struct TrackEntry {
    explicit TrackEntry(const BehaviourType& kind) : type(&kind), given(kind.properties.size()) {}

    const BehaviourType* type;
    Keyed<Real> weight = 1;
    std::vector<std::optional<AnyKeyed>> given;  // by property of the type

    /// What was given for a property; null if nothing was, or if the behaviour has no such property.
    template <class T>
    const Keyed<T>* find(const Property<T>& property) const {
        const size_t k = index_of(property);
        return k < given.size() && given[k] ? &std::get<Keyed<T>>(*given[k]) : nullptr;
    }
    template <class T>
    TrackEntry& set(const Property<T>& property, std::type_identity_t<Keyed<T>> value) {
        const size_t k = index_of(property);
        check(k < given.size(), "the behaviour has the property that is set");
        given[k] = AnyKeyed(std::move(value));
        return *this;
    }

private:
    template <class T>
    size_t index_of(const Property<T>& property) const {
        return size_t(std::ranges::find(type->properties, AnyProperty(&property)) - type->properties.begin());
    }
};

using Track = std::vector<TrackEntry>;

/// The behaviour of that type in a track, or null.
inline const TrackEntry* find_behaviour(const Track& track, const BehaviourType& type) {
    const auto found = std::ranges::find(track, &type, &TrackEntry::type);
    return found == track.end() ? nullptr : &*found;
}

/// A property as a track gives it before anything has happened: for sampling bodies.
template <class T>
T initial_value(const Track& track, const Property<T>& property, double time = 0) {
    T sum{};
    Real weights = 0;
    for (const TrackEntry& entry : track)
        if (const Keyed<T>* given = entry.find(property)) {
            const Real weight = std::max(entry.weight.at(entry.weight.varies() ? 0 : time), Real(1e-6));
            sum += weight * given->at(given->varies() ? 0 : time);
            weights += weight;
        }
    return weights > 0 ? sum / weights : property.initial;
}

}  // namespace panta
