// What a pass reads at its neighbours, packed into records of four floats.
//
// A pass lists the fields: `Reads<fields::position, fields::volume, fields::velocity, fluid::stiffness>`. Their floats
// are laid out one after the other and cut into records of four, each record an array of its own with one more element
// than there are particles: the ghost that pads neighbour lists, infinitely far away and zero otherwise. A neighbour
// then costs one 16-byte load per record. A record whose fields did not change since it was packed is used again, also
// by a pass that reads fewer of them, so the record of positions is packed once per step.
#pragma once

#include <array>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "base/threads.h"
#include "particles/particles.h"

namespace panta {

/// Components of one field as a pass reads them.
struct ReadField {
    std::string_view name;
    int components = 0;
};

template <const auto&... read>
struct Reads {
    static constexpr int floats = (0 + ... + components_of(field_type<typename std::decay_t<decltype(read)>::Value>()));
    static constexpr int records = (floats + 3) / 4;
    static constexpr std::array<ReadField, sizeof...(read)> list = {
        ReadField{read.name, components_of(field_type<typename std::decay_t<decltype(read)>::Value>())}...};

    /// The field that comes first.
    static constexpr const auto& position() {
        const auto& front = [](const auto& first, const auto&...) -> const auto& { return first; }
        (read...);
        return front;
    }

    /// Where the floats of `field` start.
    template <const auto& field>
    static constexpr int offset() {
        int at = 0;
        for (const ReadField& entry : list) {
            if (entry.name == field.name) return at;
            at += entry.components;
        }
        return -1;
    }
};

/// The packed records of one set of particles.
class RecordPacker {
public:
    /// Packs the floats of `reads` and returns one array of records per four floats.
    std::vector<const Real*> pack(const Particles& particles, std::span<const ReadField> reads, const Threads& threads);

    size_t memory() const;

    /// While it lives, nothing is packed but these fields and support radii.
    class Limit {
    public:
        Limit(RecordPacker& packer, std::span<const ReadField> fields) : packer_(packer) {
            packer_.is_limited_ = true;
            packer_.allowed_ = fields;
        }
        ~Limit() { packer_.is_limited_ = false; }
        Limit(const Limit&) = delete;
        Limit& operator=(const Limit&) = delete;

    private:
        RecordPacker& packer_;
    };

private:
    struct Lane {
        const Column* column = nullptr;
        int component = 0;
        uint64_t version = 0;
        bool operator==(const Lane&) const = default;
    };
    struct Record {
        std::array<Lane, 4> lanes;
        size_t size = 0;
        uint64_t last_use = 0;
        std::vector<Real> storage;  // over-allocated, so that `data` is aligned
        Real* data = nullptr;
    };
    Record& room_for_one();
    Record& packed(const std::array<Lane, 4>& lanes, size_t size, const Threads& threads);

    bool may_read(std::string_view name) const;

    std::deque<Record> records_;
    bool is_limited_ = false;
    std::span<const ReadField> allowed_;
    uint64_t uses_ = 0;
};

}  // namespace panta
