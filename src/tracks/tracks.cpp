#include "tracks/tracks.h"

#include <algorithm>
#include <array>

#include "neighbours/particle_loop.h"
#include "tracks/scalars.h"

namespace panta {

namespace {

constexpr Real no_weight = Real(1e-6);  // counts if nothing else does

/// Evaluates keys for the scalars x of `count` particles. Loops have no branches, so that they run on lanes.
template <class T>
void follow(const Keyed<T>& keyed, const Real* x, size_t count, T* values) {
    std::fill_n(values, count, keyed.keys.front().value);
    for (size_t k = 0; k + 1 < keyed.keys.size(); ++k) {
        const Key<T>&a = keyed.keys[k], &b = keyed.keys[k + 1];
        const Real from = Real(a.at), to = Real(b.at), per_length = Real(1 / (b.at - a.at));
        const T start = a.value, end = b.value, way = end - start;
        const auto go = [&](const auto& ease) {
            for (size_t i = 0; i < count; ++i) {
                const Real s = std::min(Real(1), (x[i] - from) * per_length);
                const T between = start + ease(s) * way;
                const T onwards = x[i] < to ? between : end;
                values[i] = x[i] >= from ? onwards : values[i];
            }
        };
        if (keyed.ease == Ease::linear)
            go([](Real s) { return s; });
        else if (keyed.ease == Ease::smooth)
            go([](Real s) { return s * s * (3 - 2 * s); });
        else
            go([](Real) { return Real(0); });
    }
}

}  // namespace

/// Neighbouring rows of the columns, few enough that the first-level cache holds what is computed for them.
struct Tracks::Strip {
    static constexpr size_t longest = 512;

    size_t begin;
    std::span<const uint32_t> body;  // of its particles
    std::vector<uint32_t> bodies;    // those that occur

    Strip(size_t first, std::span<const uint32_t> body_of_particles, size_t all_bodies)
        : begin(first), body(body_of_particles) {
        std::vector<uint8_t> occurs(all_bodies);
        for (const uint32_t b : body) occurs[b] = 1;
        for (uint32_t b = 0; b < all_bodies; ++b)
            if (occurs[b]) bodies.push_back(b);
    }
};

Tracks::Tracks(std::vector<Track> by_body) : tracks_(std::move(by_body)) {
    add_slot(reals_, matter::density);
    add_slot(reals_, matter::volume);
    for (const Track& track : tracks_)
        for (const TrackEntry& entry : track) {
            add_weight(*entry.type);
            for (const AnyProperty& any : entry.type->properties) {
                if (const auto* real = std::get_if<const Property<Real>*>(&any))
                    add_slot(reals_, **real);
                else
                    add_slot(vectors_, *std::get<const Property<Vec3>*>(any));
            }
        }

    // Which scalars are asked for.
    const auto note = [&](const auto& keyed) {
        if (keyed.varies() && std::ranges::find(overs_, keyed.over, &Over::name) == overs_.end())
            overs_.push_back({keyed.over});
    };
    for (const Track& track : tracks_)
        for (const TrackEntry& entry : track) {
            note(entry.weight);
            for (const auto& given : entry.given)
                if (given) std::visit(note, *given);
        }
}

template <class T>
void Tracks::add_slot(Slots<T>& slots, const Property<T>& property) {
    const auto [at, is_new] = slots.try_emplace(&property);
    if (!is_new) return;
    Slot<T>& slot = at->second;
    slot.by_entry.resize(tracks_.size());
    slot.keyed.resize(tracks_.size());
    slot.by_body.resize(tracks_.size(), property.initial);
    for (size_t body = 0; body < tracks_.size(); ++body) {
        for (const TrackEntry& entry : tracks_[body])
            if (const Keyed<T>* given = entry.find(property)) slot.by_entry[body].push_back({given, &entry.weight});
        const bool is_mean = slot.by_entry[body].size() > 1;
        for (const Given<T>& given : slot.by_entry[body]) {
            slot.varies |= given.value->varies() || (is_mean && given.weight->varies());
            if (!given.value->is_constant() || (is_mean && !given.weight->is_constant())) slot.keyed[body] = true;
        }
    }
}

void Tracks::add_weight(const BehaviourType& type) {
    const auto [at, is_new] = reals_.try_emplace(&type.weight);
    if (!is_new) return;
    static const Keyed<Real> one = 1;
    Slot<Real>& slot = at->second;
    slot.by_entry.resize(tracks_.size());
    slot.keyed.resize(tracks_.size());
    slot.by_body.resize(tracks_.size(), 0);  // bodies without the behaviour have none of it
    for (size_t body = 0; body < tracks_.size(); ++body)
        if (const TrackEntry* entry = find_behaviour(tracks_[body], type)) {
            slot.by_entry[body].push_back({&entry->weight, &one});
            slot.varies |= entry->weight.varies();
            slot.keyed[body] = !entry->weight.is_constant();
        }
}

void Tracks::attach(Particles& particles) const {
    for (const Over& over : overs_) declare_scalar(over.name, particles);
}

void Tracks::evaluate(const Particles& particles, double time, const Threads& threads) {
    body_ = particles[fields::body];
    evaluate_bodies(reals_, time);
    evaluate_bodies(vectors_, time);
    if (overs_.empty()) return;

    // Fill all columns of a strip while its scalars are at hand.
    for (Over& over : overs_) over.values = measure_scalar(over.name, particles, threads, over.computed);
    threads.for_blocks(body_.size(), particle_block, [&](size_t begin, size_t end) {
        for (; begin < end; begin += Strip::longest) {
            const Strip strip(begin, body_.subspan(begin, std::min(Strip::longest, end - begin)), tracks_.size());
            fill_columns(reals_, strip, time);
            fill_columns(vectors_, strip, time);
        }
    });
}

void Tracks::advance(Particles& particles, Real dt, const Threads& threads) const {
    if (!particles.has(fields::age)) return;
    const auto age = particles.edit(fields::age);
    for_each_index(age.size(), threads, [&](size_t i) { age[i] += dt; });
}

template <class T>
void Tracks::evaluate_bodies(Slots<T>& slots, double time) {
    for (auto& [property, slot] : slots) {
        if (slot.varies) {
            slot.column.resize(body_.size());
            continue;
        }
        for (size_t body = 0; body < slot.by_entry.size(); ++body) {
            const auto& entries = slot.by_entry[body];
            if (entries.empty()) continue;
            if (entries.size() == 1) {
                slot.by_body[body] = entries.front().value->at(time);
                continue;
            }
            T sum{};
            Real weights = 0;
            for (const Given<T>& given : entries) {
                const Real weight = std::max(given.weight->at(time), no_weight);
                sum += weight * given.value->at(time);
                weights += weight;
            }
            slot.by_body[body] = sum / weights;
        }
    }
}

template <class T>
void Tracks::fill_columns(Slots<T>& slots, const Strip& strip, double time) const {
    for (auto& [property, slot] : slots) {
        if (!slot.varies) continue;
        T* column = slot.column.data() + strip.begin;
        if (strip.bodies.size() == 1) {
            fill_strip(slot, strip.bodies.front(), strip, time, column);
            continue;
        }
        for (const uint32_t b : strip.bodies) {
            std::array<T, Strip::longest> values;
            fill_strip(slot, b, strip, time, values.data());
            for (size_t i = 0; i < strip.body.size(); ++i) column[i] = strip.body[i] == b ? values[i] : column[i];
        }
    }
}

template <class T>
void Tracks::fill_strip(const Slot<T>& slot, uint32_t body, const Strip& strip, double time, T* values) const {
    const size_t count = strip.body.size();
    const auto value_of = [&]<class V>(const Keyed<V>& keyed, V* found) {
        if (keyed.varies()) {
            const Over& over = *std::ranges::find(overs_, keyed.over, &Over::name);
            follow(keyed, over.values.data() + strip.begin, count, found);
        } else {
            std::fill_n(found, count, keyed.at(time));
        }
    };
    const auto& entries = slot.by_entry[body];
    if (entries.empty()) {
        std::fill_n(values, count, slot.by_body[body]);
    } else if (entries.size() == 1) {
        value_of(*entries.front().value, values);
    } else {
        std::array<T, Strip::longest> sum{};
        std::array<Real, Strip::longest> weights{}, weight;
        for (const Given<T>& given : entries) {
            value_of(*given.value, values);
            value_of(*given.weight, weight.data());
            for (size_t i = 0; i < count; ++i) {
                const Real w = std::max(weight[i], no_weight);
                sum[i] += w * values[i];
                weights[i] += w;
            }
        }
        for (size_t i = 0; i < count; ++i) values[i] = sum[i] / weights[i];
    }
}

bool Tracks::is_common(const Property<Real>& property) const {
    const Slot<Real>& held = slot(reals_, &property);
    const auto same = [](const Given<Real>& a, const Given<Real>& b) {
        return *a.value == *b.value && *a.weight == *b.weight;
    };
    return !held.varies && std::ranges::all_of(held.by_entry, [&](const auto& entries) {
        return std::ranges::equal(entries, held.by_entry.front(), same);
    });
}

bool Tracks::any(const BehaviourType& type) const {
    return std::ranges::any_of(tracks_, [&](const Track& track) { return find_behaviour(track, type) != nullptr; });
}

bool Tracks::any_above_zero(const Property<Real>& property) const {
    const auto& bodies = slot(reals_, &property).by_entry;
    return std::ranges::any_of(bodies, [&](const auto& entries) {
        if (entries.empty()) return property.initial > 0;
        return std::ranges::any_of(
            entries, [](const Given<Real>& given) { return given.value->largest([](Real v) { return v; }) > 0; });
    });
}

}  // namespace panta
