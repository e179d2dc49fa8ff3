#include "tracks/tracks.h"

#include <algorithm>
#include <array>

#include "neighbours/particle_loop.h"
#include "tracks/scalars.h"

namespace panta {

namespace {

constexpr Real no_weight = Real(1e-6);  // counts if nothing else does

/// Particles of a column that are evaluated together: loops over them have no branches, so that they run on lanes.
constexpr size_t strip = 256;
template <class T>
using Strip = std::array<T, strip>;

/// Evaluates keys for the scalars x of `count` particles.
template <class T>
void follow(const Keyed<T>& keyed, const Real* x, size_t count, Strip<T>& values) {
    std::fill_n(values.begin(), count, keyed.keys.front().value);
    for (size_t k = 0; k + 1 < keyed.keys.size(); ++k) {
        const Key<T>&a = keyed.keys[k], &b = keyed.keys[k + 1];
        const Real from = Real(a.at), per_length = Real(1 / (b.at - a.at));
        const T start = a.value, way = b.value - a.value;
        const auto go = [&](const auto& ease) {
            for (size_t i = 0; i < count; ++i) {
                const Real s = std::min(Real(1), (x[i] - from) * per_length);
                values[i] = x[i] >= from ? start + ease(s) * way : values[i];
            }
        };
        if (keyed.ease == Ease::linear)
            go([](Real s) { return s; });
        else if (keyed.ease == Ease::smooth)
            go([](Real s) { return s * s * (3 - 2 * s); });
        else
            go([](Real) { return Real(0); });
    }
    const Key<T>& last = keyed.keys.back();
    for (size_t i = 0; i < count; ++i) values[i] = x[i] >= Real(last.at) ? last.value : values[i];
}

}  // namespace

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
        if (keyed.varies() && std::ranges::find(overs_, keyed.over) == overs_.end()) overs_.push_back(keyed.over);
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
    for (const std::string& over : overs_) declare_scalar(over, particles);
}

void Tracks::evaluate(const Particles& particles, double time, const Threads& threads) {
    body_ = particles[fields::body];
    for (const std::string& over : overs_) {
        std::vector<Real>& values = scalars_[over];
        values.resize(particles.size());
        measure_scalar(over, particles, threads, values);
    }
    evaluate_slots(reals_, time, threads);
    evaluate_slots(vectors_, time, threads);
}

void Tracks::advance(Particles& particles, Real dt, const Threads& threads) const {
    if (!particles.has(fields::age)) return;
    const auto age = particles.edit(fields::age);
    for_each_index(age.size(), threads, [&](size_t i) { age[i] += dt; });
}

template <class T>
void Tracks::evaluate_slots(Slots<T>& slots, double time, const Threads& threads) {
    for (auto& [property, slot] : slots) {
        if (slot.varies) {
            fill_column(slot, time, threads);
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
void Tracks::fill_column(Slot<T>& slot, double time, const Threads& threads) {
    slot.column.resize(body_.size());
    const auto value_of = [&]<class V>(const Keyed<V>& keyed, size_t begin, size_t count, Strip<V>& values) {
        if (keyed.varies())
            follow(keyed, scalars_.find(keyed.over)->second.data() + begin, count, values);
        else
            std::fill_n(values.begin(), count, keyed.at(time));
    };
    const auto fill_strip = [&](size_t begin, size_t count) {
        const uint32_t* body = body_.data() + begin;
        T* column = slot.column.data() + begin;
        std::vector<bool> is_here(slot.by_entry.size());
        for (size_t i = 0; i < count; ++i) is_here[body[i]] = true;
        for (uint32_t b = 0; b < is_here.size(); ++b) {
            if (!is_here[b]) continue;
            Strip<T> values;
            const auto& entries = slot.by_entry[b];
            if (entries.empty()) {
                std::fill_n(values.begin(), count, slot.by_body[b]);
            } else if (entries.size() == 1) {
                value_of(*entries.front().value, begin, count, values);
            } else {
                Strip<T> sum{};
                Strip<Real> weights{}, weight;
                for (const Given<T>& given : entries) {
                    value_of(*given.value, begin, count, values);
                    value_of(*given.weight, begin, count, weight);
                    for (size_t i = 0; i < count; ++i) {
                        const Real w = std::max(weight[i], no_weight);
                        sum[i] += w * values[i];
                        weights[i] += w;
                    }
                }
                for (size_t i = 0; i < count; ++i) values[i] = sum[i] / weights[i];
            }
            for (size_t i = 0; i < count; ++i) column[i] = body[i] == b ? values[i] : column[i];
        }
    };
    threads.for_blocks(body_.size(), particle_block, [&](size_t begin, size_t end) {
        for (; begin < end; begin += strip) fill_strip(begin, std::min(strip, end - begin));
    });
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
