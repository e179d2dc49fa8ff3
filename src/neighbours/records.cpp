#include "neighbours/records.h"

#include <algorithm>
#include <cstdint>

namespace panta {

namespace {

constexpr size_t block = 8192;         // particles per task
constexpr size_t most_records = 6;     // kept for use by a later pass; the longest unused one is packed over
constexpr Real far_away = Real(1e18);  // its square is still a finite float

}  // namespace

std::vector<const Real*> RecordPacker::pack(const Particles& particles, std::span<const ReadField> reads,
                                            const Threads& threads) {
    std::vector<Lane> lanes;
    for (const ReadField& read : reads) {
        const Column* column = particles.find(read.name);
        check(column != nullptr, "a pass reads declared fields at its neighbours");
        check(may_read(read.name), "a pass reads at its neighbours what it says that it reads");
        for (int k = 0; k < read.components; ++k) lanes.push_back({column, k, column->version()});
    }
    lanes.resize((lanes.size() + 3) / 4 * 4);

    check(lanes.size() <= 4 * most_records, "a pass reads at most 24 floats at its neighbours");
    std::vector<const Real*> arrays;
    for (size_t k = 0; k < lanes.size(); k += 4)
        arrays.push_back(packed({lanes[k], lanes[k + 1], lanes[k + 2], lanes[k + 3]}, particles.size(), threads).data);
    return arrays;
}

bool RecordPacker::may_read(std::string_view name) const {
    return !is_limited_ || name == fields::support.name ||
           std::ranges::find(allowed_, name, &ReadField::name) != allowed_.end();
}

RecordPacker::Record& RecordPacker::room_for_one() {
    // A record of values that have changed since is of no use to anybody.
    for (Record& record : records_)
        for (const Lane& lane : record.lanes)
            if (lane.column != nullptr && lane.column->version() != lane.version) return record;
    // Otherwise a new one, or the one that was not used for longest.
    if (records_.size() < most_records) return records_.emplace_back();
    return *std::min_element(records_.begin(), records_.end(),
                             [](const Record& a, const Record& b) { return a.last_use < b.last_use; });
}

RecordPacker::Record& RecordPacker::packed(const std::array<Lane, 4>& lanes, size_t size, const Threads& threads) {
    ++uses_;
    const auto serves = [](const Lane& packed, const Lane& wanted) {
        return wanted.column == nullptr || packed == wanted;
    };
    for (Record& record : records_)
        if (record.size == size && std::ranges::equal(record.lanes, lanes, serves)) {
            record.last_use = uses_;
            return record;
        }

    Record& record = room_for_one();
    record.lanes = lanes;
    record.size = size;
    record.last_use = uses_;
    record.storage.resize(4 * (size + 1) + 8);
    record.data = record.storage.data();
    while (reinterpret_cast<uintptr_t>(record.data) % 32 != 0) ++record.data;

    // Interleave four columns.
    struct Source {
        const Real* data;
        size_t stride;
    };
    static constexpr Real zero = 0;
    std::array<Source, 4> from;
    for (size_t k = 0; k < 4; ++k) {
        if (lanes[k].column == nullptr) {
            from[k] = {&zero, 0};
        } else {
            const size_t stride = size_t(components_of(lanes[k].column->type));
            from[k] = {reinterpret_cast<const Real*>(lanes[k].column->bytes().data()) + lanes[k].component, stride};
        }
    }
    Real* const to = record.data;
    threads.for_blocks(size, block, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i)
            for (size_t k = 0; k < 4; ++k) to[4 * i + k] = from[k].data[i * from[k].stride];
    });

    // The ghost: infinitely far away, with a support radius that can be divided by.
    for (size_t k = 0; k < 4; ++k) {
        const std::string_view name =
            lanes[k].column != nullptr ? std::string_view(lanes[k].column->name) : std::string_view();
        to[4 * size + k] = name.ends_with("position") ? far_away : Real(name == fields::support.name);
    }
    return record;
}

size_t RecordPacker::memory() const {
    size_t total = 0;
    for (const Record& record : records_) total += record.storage.capacity() * sizeof(Real);
    return total;
}

}  // namespace panta
