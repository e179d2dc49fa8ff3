#include "particles/particles.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/hash.h"

namespace panta {

namespace {

constexpr size_t block = 8192;  // particles per task; large enough that starting a task costs nothing

void move_elements(std::span<const std::byte> from, std::span<std::byte> to, std::span<const uint32_t> order,
                   size_t element, size_t begin, size_t end) {
    const auto copy = [&]<size_t bytes>() {
        for (size_t k = begin; k < end; ++k) std::memcpy(&to[k * bytes], &from[order[k] * bytes], bytes);
    };
    switch (element) {
        case 4:
            return copy.template operator()<4>();
        case 8:
            return copy.template operator()<8>();
        case 12:
            return copy.template operator()<12>();
        default:
            fail_check("elements of columns have 4, 8 or 12 bytes");
    }
}

}  // namespace

Particles::Particles() {
    declare(fields::id);
    declare(fields::body);
    declare(fields::position);
    declare(fields::velocity);
    declare(fields::mass);
    declare(fields::volume);
    declare(fields::support);
}

size_t Particles::append(size_t count) {
    const size_t first = size_;
    resize(size_ + count);
    const auto ids = edit(fields::id);
    for (size_t k = first; k < size_; ++k) ids[k] = next_id_++;
    return first;
}

size_t Particles::append_like(size_t index, size_t count) {
    check(index < size_, "new particles are like one that is there");
    const size_t first = append(count);
    for (Column& column : columns_) {
        if (column.name == fields::id.name) continue;
        const size_t element = column.element_bytes();
        for (size_t k = first; k < size_; ++k)
            std::memcpy(&column.data_[k * element], &column.data_[index * element], element);
    }
    return first;
}

void Particles::resize(size_t count) {
    for (Column& column : columns_) {
        const size_t element = column.element_bytes();
        column.data_.resize(count * element);
        for (size_t k = size_; k < count; ++k) std::memcpy(&column.data_[k * element], column.initial_.data(), element);
        ++column.version_;
    }
    size_ = count;
}

void Particles::remove(std::span<const uint32_t> indices) {
    if (indices.empty()) return;
    check(std::is_sorted(indices.begin(), indices.end()) && indices.back() < size_, "removed indices are ascending");
    for (Column& column : columns_) {
        const size_t element = column.element_bytes();
        size_t kept = indices.front(), next = 0;
        for (size_t k = kept; k < size_; ++k) {
            if (next < indices.size() && indices[next] == k) {
                ++next;
                continue;
            }
            std::memmove(&column.data_[kept++ * element], &column.data_[k * element], element);
        }
    }
    resize(size_ - indices.size());
}

void Particles::permute(std::span<const uint32_t> order, const Threads& threads) {
    check(order.size() == size_, "an order names every particle once");
    for (Column& column : columns_) {
        if (column.lifetime == Lifetime::scratch) continue;
        permuted_.resize(column.data_.size());
        threads.for_blocks(size_, block, [&](size_t begin, size_t end) {
            move_elements(column.data_, permuted_, order, column.element_bytes(), begin, end);
        });
        column.data_.swap(permuted_);
        ++column.version_;
    }
}

void Particles::restore_size(size_t count, uint64_t next_id) {
    size_ = 0;
    resize(count);
    next_id_ = next_id;
}

std::vector<uint32_t> Particles::by_id() const {
    const auto ids = (*this)[fields::id];
    std::vector<uint32_t> order(size_);
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return ids[a] < ids[b]; });
    return order;
}

uint64_t Particles::hash() const {
    const std::vector<uint32_t> order = by_id();
    std::vector<std::byte> sorted;
    uint64_t hash = size_;
    for (const Column& column : columns_) {
        if (column.lifetime == Lifetime::scratch) continue;
        sorted.resize(column.data_.size());
        move_elements(column.data_, sorted, order, column.element_bytes(), 0, size_);
        hash = hash_bytes(column.name.data(), column.name.size(), hash);
        hash = hash_bytes(sorted.data(), sorted.size(), hash);
    }
    return hash;
}

void Particles::poison_scratch() {
    for (Column& column : columns_)
        if (column.lifetime == Lifetime::scratch) {
            std::fill(column.data_.begin(), column.data_.end(), std::byte{0xff});  // a NaN in every float
            ++column.version_;
        }
}

void Particles::add_column(std::string_view name, std::string_view unit, FieldType type, Lifetime lifetime,
                           std::span<const std::byte> initial) {
    if (const Column* known = find(name)) {
        check(known->type == type && known->lifetime == lifetime, "a field is declared the same way everywhere");
        return;
    }
    Column& column = columns_.emplace_back();
    column.name = name;
    column.unit = unit;
    column.type = type;
    column.lifetime = lifetime;
    column.initial_.assign(initial.begin(), initial.end());
    const size_t element = column.element_bytes();
    column.data_.resize(size_ * element);
    for (size_t k = 0; k < size_; ++k) std::memcpy(&column.data_[k * element], initial.data(), element);
}

const Column* Particles::find(std::string_view name) const {
    for (const Column& column : columns_)
        if (column.name == name) return &column;
    return nullptr;
}
Column* Particles::find(std::string_view name) { return const_cast<Column*>(std::as_const(*this).find(name)); }

const Column& Particles::column(std::string_view name) const {
    const Column* column = find(name);
    check(column != nullptr, "a field is declared before it is used");
    return *column;
}
Column& Particles::column(std::string_view name) { return const_cast<Column&>(std::as_const(*this).column(name)); }

size_t Particles::memory() const {
    size_t total = permuted_.capacity();
    for (const Column& column : columns_) total += column.data_.capacity();
    return total;
}

}  // namespace panta
