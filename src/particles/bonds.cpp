#include "particles/bonds.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "base/hash.h"

namespace panta {

namespace {

constexpr uint32_t no_row = std::numeric_limits<uint32_t>::max();

}  // namespace

std::span<Vec3> Bonds::edit_rests() {
    ++version_;
    return rests_;
}

void Bonds::append(uint64_t owner, uint64_t partner, const Vec3& rest) {
    if (owners_.empty() || owners_.back() != owner) {
        if (!owners_.empty()) starts_.push_back(uint32_t(partners_.size()));
        owners_.push_back(owner);
    }
    partners_.push_back(partner);
    rests_.push_back(rest);
}

void Bonds::close() {
    check(partners_.size() < no_row, "a table has fewer than four billion bonds");
    if (!owners_.empty()) starts_.push_back(uint32_t(partners_.size()));
    check(find_twins(), "every bond has a bond back, and only one");
}

void Bonds::add(std::vector<Bond> bonds) {
    if (bonds.empty()) return;
    const auto key = [](const Bond& a) { return std::pair(a.owner, a.partner); };
    std::ranges::sort(bonds, {}, key);
    const Bonds old = std::move(*this);
    *this = Bonds();
    version_ = old.version_ + 1;
    size_t next = 0;
    const auto append_new_before = [&](const auto& is_before) {
        for (; next < bonds.size() && is_before(bonds[next]); ++next)
            append(bonds[next].owner, bonds[next].partner, bonds[next].rest);
    };
    for (size_t row = 0; row < old.owners_.size(); ++row)
        for (uint32_t k = old.starts_[row]; k < old.starts_[row + 1]; ++k) {
            const std::pair here(old.owners_[row], old.partners_[k]);
            append_new_before([&](const Bond& bond) { return key(bond) < here; });
            append(here.first, here.second, old.rests_[k]);
        }
    append_new_before([](const Bond&) { return true; });
    close();
}

void Bonds::drop(std::span<const uint64_t> ids) {
    const auto is_dropped = [&](uint64_t id) { return std::ranges::binary_search(ids, id); };
    if (std::ranges::none_of(owners_, is_dropped)) return;
    const Bonds old = std::move(*this);
    *this = Bonds();
    version_ = old.version_ + 1;
    for (size_t row = 0; row < old.owners_.size(); ++row) {
        if (is_dropped(old.owners_[row])) continue;
        for (uint32_t k = old.starts_[row]; k < old.starts_[row + 1]; ++k)
            if (!is_dropped(old.partners_[k])) append(old.owners_[row], old.partners_[k], old.rests_[k]);
    }
    close();
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
    *this = std::move(saved);
}

}  // namespace panta
