#include "particles/bonds.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"

namespace panta {

std::span<Vec3> Bonds::edit_rests() {
    ++version_;
    std::ranges::fill(changed_in_, version_);
    return rests_;
}

/// Leaves an empty table of the next version, with room for as many bonds; returns what was there.
Bonds Bonds::start_anew() {
    Bonds old = std::move(*this);
    *this = Bonds();
    version_ = old.version_ + 1;
    partners_.reserve(old.partners_.size());
    rests_.reserve(old.rests_.size());
    return old;
}

void Bonds::append(const Bond& bond) {
    if (owners_.empty() || owners_.back() != bond.owner) {
        owners_.push_back(bond.owner);
        starts_.push_back(starts_.back());
        changed_in_.push_back(version_);
    }
    partners_.push_back(bond.partner);
    rests_.push_back(bond.rest);
    ++starts_.back();
}

void Bonds::append_row(const Bonds& from, size_t row) {
    const uint32_t begin = from.starts_[row], end = from.starts_[row + 1];
    owners_.push_back(from.owners_[row]);
    changed_in_.push_back(from.changed_in_[row]);
    partners_.insert(partners_.end(), from.partners_.begin() + begin, from.partners_.begin() + end);
    rests_.insert(rests_.end(), from.rests_.begin() + begin, from.rests_.begin() + end);
    starts_.push_back(starts_.back() + (end - begin));
}

void Bonds::close() {
    check(partners_.size() < no_row, "a table has fewer than four billion bonds");
    check(find_twins(), "every bond has a bond back, and only one");
}

void Bonds::add(std::vector<Bond> bonds) {
    if (bonds.empty()) return;
    std::ranges::sort(bonds, {}, [](const Bond& bond) { return std::pair(bond.owner, bond.partner); });
    const Bonds old = start_anew();
    auto next = bonds.cbegin();
    const auto append_new_while = [&](const auto& is_before) {
        for (; next != bonds.cend() && is_before(*next); ++next) append(*next);
    };
    for (size_t row = 0; row < old.owners_.size(); ++row) {
        const uint64_t owner = old.owners_[row];
        append_new_while([&](const Bond& bond) { return bond.owner < owner; });
        // Most have no new partner.
        if (next == bonds.cend() || next->owner != owner) {
            append_row(old, row);
            continue;
        }
        for (uint32_t k = old.starts_[row]; k < old.starts_[row + 1]; ++k) {
            const uint64_t partner = old.partners_[k];
            append_new_while([&](const Bond& bond) { return bond.owner == owner && bond.partner < partner; });
            append({owner, partner, old.rests_[k]});
        }
        append_new_while([&](const Bond& bond) { return bond.owner == owner; });
    }
    append_new_while([](const Bond&) { return true; });
    close();
}

void Bonds::drop(std::span<const uint64_t> ids) {
    const auto is_dropped = [&](uint64_t id) { return std::ranges::binary_search(ids, id); };
    // Find the rows that lose a partner by the bonds back.
    std::vector<bool> is_dropped_row(owners_.size()), loses(owners_.size());
    bool any = false;
    for (const uint64_t id : ids) {
        const size_t row = row_of(id);
        if (row == no_row) continue;
        any = is_dropped_row[row] = true;
        for (uint32_t k = starts_[row]; k < starts_[row + 1]; ++k) loses[row_of(partners_[k])] = true;
    }
    if (!any) return;
    const Bonds old = start_anew();
    for (size_t row = 0; row < old.owners_.size(); ++row) {
        if (is_dropped_row[row]) continue;
        if (!loses[row]) {
            append_row(old, row);
            continue;
        }
        for (uint32_t k = old.starts_[row]; k < old.starts_[row + 1]; ++k)
            if (!is_dropped(old.partners_[k])) append({old.owners_[row], old.partners_[k], old.rests_[k]});
    }
    close();
}

size_t Bonds::row_of(uint64_t owner) const {
    const auto found = std::ranges::lower_bound(owners_, owner);
    return found != owners_.end() && *found == owner ? size_t(found - owners_.begin()) : no_row;
}

bool Bonds::find_twins() {
    twins_.assign(partners_.size(), 0);
    std::vector<uint32_t> row_of(owners_.empty() ? 0 : owners_.back() + 1, no_row);
    for (uint32_t row = 0; row < owners_.size(); ++row) row_of[owners_[row]] = row;
    // Owners ascend, and so do the partners of each: a row meets its bonds back in the order in which it has its own.
    std::vector<uint32_t> next(starts_);
    for (uint32_t row = 0; row < owners_.size(); ++row)
        for (uint32_t k = starts_[row]; k < starts_[row + 1]; ++k) {
            const uint64_t partner = partners_[k];
            if (partner == owners_[row] || partner >= row_of.size() || row_of[partner] == no_row) return false;
            const uint32_t there = row_of[partner], back = next[there]++;
            if (back >= starts_[there + 1] || partners_[back] != owners_[row]) return false;
            twins_[k] = back;
        }
    return true;
}

uint64_t Bonds::hash() const {
    if (partners_.empty()) return 0;
    uint64_t hash = hash_bytes(owners_.data(), owners_.size() * sizeof(uint64_t));
    hash = hash_bytes(starts_.data(), starts_.size() * sizeof(uint32_t), hash);
    hash = hash_bytes(partners_.data(), partners_.size() * sizeof(uint64_t), hash);
    return hash_bytes(rests_.data(), rests_.size() * sizeof(Vec3), hash);
}

void Bonds::save(ByteWriter& writer) const {
    writer.list(owners_);
    writer.list(starts_);
    writer.list(partners_);
    writer.list(rests_);
}

void Bonds::restore(ByteReader& reader) {
    Bonds saved;
    saved.owners_ = reader.list<uint64_t>();
    saved.starts_ = reader.list<uint32_t>();
    saved.partners_ = reader.list<uint64_t>();
    saved.rests_ = reader.list<Vec3>();
    const bool fits = saved.starts_.size() == saved.owners_.size() + 1 && saved.starts_.front() == 0 &&
                      saved.starts_.back() == saved.partners_.size() && std::ranges::is_sorted(saved.starts_) &&
                      std::ranges::is_sorted(saved.owners_) && saved.rests_.size() == saved.partners_.size();
    if (!fits || !saved.find_twins()) reader.refuse("has bonds that do not fit together");
    saved.version_ = version_ + 1;
    saved.changed_in_.assign(saved.owners_.size(), saved.version_);
    *this = std::move(saved);
}

}  // namespace panta
