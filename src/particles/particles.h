// A set of particles: columns of equal length, one per declared field.
//
// Every column knows its name, unit, type, initial value and lifetime, so that the operations below (append, remove,
// permute, hash, and reading or writing whole columns for files) serve all fields without naming any.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/threads.h"
#include "particles/field.h"

namespace panta {

/// One field of one set of particles, with its type known at run time only.
class Column {
public:
    std::string name;
    std::string unit;
    FieldType type = FieldType::real;
    Lifetime lifetime = Lifetime::state;

    size_t element_bytes() const { return bytes_of(type); }
    std::span<const std::byte> bytes() const { return data_; }
    /// Counts the changes: two equal versions of one column hold equal values.
    uint64_t version() const { return version_; }

    template <class T>
    std::span<const T> as() const {
        check(type == field_type<T>(), "a column is read as the type it was declared with");
        return {reinterpret_cast<const T*>(data_.data()), data_.size() / sizeof(T)};
    }
    template <class T>
    std::span<T> edit() {
        check(type == field_type<T>(), "a column is edited as the type it was declared with");
        return {reinterpret_cast<T*>(edit_bytes().data()), data_.size() / sizeof(T)};
    }
    std::span<std::byte> edit_bytes() {
        ++version_;
        return data_;
    }

private:
    friend class Particles;
    std::vector<std::byte> data_;
    std::vector<std::byte> initial_;
    uint64_t version_ = 0;
};

class Particles {
public:
    /// A set with the fields of namespace `fields`.
    Particles();

    size_t size() const { return size_; }

    /// Adds a column for `field`, filled with its initial value; declaring a field twice is harmless.
    template <class T>
    void declare(const Field<T>& field) {
        add_column(field.name, field.unit, field_type<T>(), field.lifetime,
                   std::as_bytes(std::span(&field.initial, 1)));
    }
    template <class T>
    bool has(const Field<T>& field) const {
        return find(field.name) != nullptr;
    }

    /// The values of a field, to read.
    template <class T>
    std::span<const T> operator[](const Field<T>& field) const {
        return column(field.name).template as<T>();
    }
    /// The values of a field, to change.
    template <class T>
    std::span<T> edit(const Field<T>& field) {
        return column(field.name).template edit<T>();
    }

    /// Adds `count` particles with fresh ids and initial values; returns the index of the first.
    size_t append(size_t count);
    /// Adds `count` particles with fresh ids that are otherwise like the one at `index`; returns the index of the
    /// first.
    size_t append_like(size_t index, size_t count);
    /// Removes the particles at `indices` (ascending); the others keep their order.
    void remove(std::span<const uint32_t> indices);
    /// Particle k becomes the particle that was at order[k].
    void permute(std::span<const uint32_t> order, const Threads& threads);
    /// Drops all particles and makes room for `count` that a file brings back, ids included.
    void restore_size(size_t count, uint64_t next_id);

    /// Hash of all state fields in id order: equal for equal states, whatever the order in memory.
    uint64_t hash() const;
    /// Indices of the particles in the order of their ids.
    std::vector<uint32_t> by_id() const;
    /// Fills scratch fields with NaN (whole numbers with all bits set), so that stale values show.
    void poison_scratch();

    const std::deque<Column>& columns() const { return columns_; }
    const Column* find(std::string_view name) const;
    Column* find(std::string_view name);
    uint64_t next_id() const { return next_id_; }
    /// Bytes of memory that the columns hold.
    size_t memory() const;

private:
    void add_column(std::string_view name, std::string_view unit, FieldType type, Lifetime lifetime,
                    std::span<const std::byte> initial);
    void resize(size_t count);
    const Column& column(std::string_view name) const;
    Column& column(std::string_view name);

    size_t size_ = 0;
    uint64_t next_id_ = 0;
    std::deque<Column> columns_;       // a deque keeps references valid while fields are declared
    std::vector<std::byte> permuted_;  // the spare buffer of permute
};

}  // namespace panta
