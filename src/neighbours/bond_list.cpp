#include "neighbours/bond_list.h"

#include <algorithm>

#include "kernels/lattice_sum.h"
#include "methods/pseudo_inverse.h"
#include "neighbours/neighbours.h"
#include "neighbours/particle_loop.h"

namespace panta {

namespace {

// Of the largest eigenvalue of M: a direction below counts as one without bonds. A layer of particles one spacing thick
// is above it, a few particles nearly in a line below.
constexpr double flat = 0.1;
constexpr size_t row_block = 256;   // rows per task
constexpr Real edge = Real(0.999);  // of the support: beyond, the kernel is zero, and rounding says who is inside

uint64_t version_of(const Particles& particles, std::string_view field) { return particles.find(field)->version(); }

/// Where the number of a component of an entry is: x, y, z, and the weight.
constexpr size_t place_of(size_t entry, size_t component) {
    return entry / list_padding * 4 * list_padding + component * list_padding + entry % list_padding;
}

}  // namespace

void BondList::update(Bonds& bonds, const Particles& particles, const Smoothing& smoothing, const Threads& threads) {
    Versions now{version_of(particles, fields::id.name), version_of(particles, fields::volume.name),
                 version_of(particles, fields::solidity.name), version_of(particles, fields::support.name),
                 bonds.version()};
    const bool moved = now.ids != seen_.ids || index_of_.size() != particles.next_id();
    if (moved) {
        index(particles);
        drop_missing(bonds);
        now.bonds = bonds.version();
    }
    if (!moved && now == seen_) return;
    ++updates_;
    if (moved || now.bonds != seen_.bonds) lay_out(bonds, !moved);
    const bool any_share = note_shares(particles, moved, threads);
    threads.for_blocks(rows_.size(), row_block, [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; ++row)
            if (is_stale(bonds, row, any_share)) fill(bonds, smoothing, row);
    });
    seen_ = now;
}

void BondList::index(const Particles& particles) {
    index_of_.assign(particles.next_id(), none);
    shares_.resize(particles.size());
    has_new_share_.resize(particles.size());
    const auto ids = particles[fields::id];
    for (uint32_t i = 0; i < ids.size(); ++i) index_of_[ids[i]] = i;
}

void BondList::drop_missing(Bonds& bonds) const {
    std::vector<uint64_t> gone;
    for (const uint64_t owner : bonds.owners())
        if (owner >= index_of_.size() || index_of_[owner] == none) gone.push_back(owner);
    bonds.drop(gone);
}

/// Puts the rows in the order of the particles. With `keep`, those that have room for their entries stay where they
/// are, with what they were filled with.
void BondList::lay_out(const Bonds& bonds, bool keep) {
    constexpr uint32_t sparse = 2;  // times the room that is needed: then all are moved together
    const auto owners = bonds.owners();
    const auto padded = [&](uint32_t owner) {
        const uint32_t count = bonds.starts()[owner + 1] - bonds.starts()[owner];
        return (count + list_padding - 1) / list_padding * list_padding;
    };
    uint32_t needed = 0;
    std::vector<uint32_t> owner_at(shares_.size(), none);
    for (uint32_t k = 0; k < owners.size(); ++k) owner_at[index_of_[owners[k]]] = k, needed += padded(k);
    keep = keep && places_.size() < sparse * size_t(needed);
    const std::vector<BondRow> old = std::move(rows_);
    const std::vector<uint32_t> old_row_of = std::move(row_of_);

    rows_.clear();
    rows_.reserve(owners.size());
    owner_of_.clear();
    row_of_.assign(owner_at.size(), none);
    uint32_t next = keep ? uint32_t(places_.size()) : 0;
    for (uint32_t i = 0; i < owner_at.size(); ++i) {
        if (owner_at[i] == none) continue;
        const uint32_t length = padded(owner_at[i]);
        row_of_[i] = uint32_t(rows_.size());
        owner_of_.push_back(owner_at[i]);
        BondRow& row = rows_.emplace_back();
        if (keep && old_row_of[i] != none) row = old[old_row_of[i]];
        if (row.room < length) {
            row = {};
            row.first = next;
            row.room = length;
            next += length;
        }
        row.particle = i;
        row.last = row.first + length;
    }
    places_.resize(next);
    outward_.resize(4 * size_t(next));
    inward_.resize(4 * size_t(next));
    scaled_inward_.resize(next);
}

/// Finds out who has another share than rows were filled with; returns whether there is somebody.
bool BondList::note_shares(const Particles& particles, bool moved, const Threads& threads) {
    const auto volume = particles[fields::volume], solidity = particles[fields::solidity],
               support = particles[fields::support];
    for_each_index(shares_.size(), threads, [&](size_t i) {
        const Share share{volume[i], solidity[i], support[i]};
        has_new_share_[i] = moved || share != shares_[i];
        shares_[i] = share;
    });
    return maximum_over(shares_.size(), threads, [&](size_t i) { return Real(has_new_share_[i]); }) > 0;
}

bool BondList::is_stale(const Bonds& bonds, size_t number, bool any_share) const {
    const BondRow& row = rows_[number];
    const auto is_new = [&](uint32_t place) { return has_new_share_[place / record_floats] != 0; };
    if (row.filled_in == 0 || bonds.changed_in()[owner_of_[number]] > seen_.bonds) return true;
    return any_share &&
           (has_new_share_[row.particle] != 0 || std::any_of(&places_[row.first], &places_[row.last - 1] + 1, is_new));
}

void BondList::fill(const Bonds& bonds, const Smoothing& smoothing, size_t number) {
    with_scalar_kernel(smoothing, shares_[rows_[number].particle].support, [&](const auto& W) {
        fill_with(bonds, W, number);
        return 0;
    });
}

/// `W`: the kernel of the particle.
template <class Kernel>
void BondList::fill_with(const Bonds& bonds, const Kernel& W, size_t number) {
    BondRow& row = rows_[number];
    const Share mine = shares_[row.particle];
    const uint32_t begin = bonds.starts()[owner_of_[number]], end = bonds.starts()[owner_of_[number] + 1];
    // Where supports differ, the mean over both, as everywhere.
    const auto weight_of = [&](Real r, Real support) {
        return support == mine.support ? W.value(r) : (W.value(r) + Kernel(support, W.dimension()).value(r)) / 2;
    };
    const auto put = [](std::vector<Real>& to, size_t entry, const Vec3& q, Real u) {
        to[place_of(entry, 0)] = q.x, to[place_of(entry, 1)] = q.y, to[place_of(entry, 2)] = q.z;
        to[place_of(entry, 3)] = u;
    };
    std::array<double, 6> m{};
    Vec3 sum;
    double weight = 0, most = 0;
    for (uint32_t entry = row.first; entry < row.last; ++entry) {
        const uint32_t k = begin + (entry - row.first);
        if (k >= end) {
            places_[entry] = record_floats * row.particle;
            put(outward_, entry, {}, 0);
            put(inward_, entry, {}, 0);
            continue;
        }
        const uint32_t partner = index_of_[bonds.partners()[k]];
        const Share& theirs = shares_[partner];
        const Vec3 r = bonds.rests()[k], r_back = bonds.rests()[bonds.twins()[k]];
        const Real whole = theirs.volume * weight_of(norm(r), theirs.support), u = theirs.solidity * whole;
        const Real back = mine.volume * mine.solidity * weight_of(norm(r_back), theirs.support);
        const Vec3 q = u * r;
        places_[entry] = record_floats * partner;
        put(outward_, entry, q, u);
        put(inward_, entry, back * r_back, back);
        m[0] += double(r.x) * q.x, m[1] += double(r.y) * q.y, m[2] += double(r.z) * q.z;
        m[3] += double(r.y) * q.z, m[4] += double(r.z) * q.x, m[5] += double(r.x) * q.y;
        sum += q;
        weight += u;
        most += whole;
    }
    const double trace = m[0] + m[1] + m[2];
    row.sum = sum;
    row.weight = Real(weight);
    row.share = most > 0 ? Real(weight / most) : 0;
    row.mean_r2 = weight > 0 ? Real(trace / weight) : 0;
    row.filled_in = updates_;
    // In two dimensions the third is without bonds, always: it must not look flat.
    const int dimension = W.dimension();
    if (dimension == 2) m[2] = trace / 2;
    const PseudoInverse k = pseudo_inverse(m, flat);
    row.inverse = k.inverse;
    row.missing = k.missing;
    if (dimension == 2) row.inverse.diagonal.z = 0, row.missing.diagonal.z = 1;
}

size_t BondList::memory() const {
    return (index_of_.capacity() + row_of_.capacity() + owner_of_.capacity() + places_.capacity()) * sizeof(uint32_t) +
           (outward_.capacity() + inward_.capacity() + scaled_inward_.capacity()) * sizeof(Real) +
           shares_.capacity() * sizeof(Share) + has_new_share_.capacity() + rows_.capacity() * sizeof(BondRow);
}

std::vector<NearPair> pairs_near(std::span<const uint32_t> indices, const Neighbours& neighbours,
                                 const Particles& particles, const Threads& threads) {
    const auto x = particles[fields::position];
    const auto h = particles[fields::support];
    return threads.reduce_blocks(
        indices.size(), row_block, std::vector<NearPair>{},
        [&](size_t begin, size_t end) {
            std::vector<NearPair> part;
            for (size_t k = begin; k < end; ++k) {
                const uint32_t i = indices[k];
                for (const uint32_t j : neighbours.list().particles_near(i)) {
                    // Lists may reach further than supports.
                    const Vec3 way = neighbours.periodicity().shortest(x[j] - x[i]);
                    const Real reach = edge * std::max(h[i], h[j]);
                    if (norm2(way) < reach * reach) part.push_back({i, j, way});
                }
            }
            return part;
        },
        [](std::vector<NearPair> all, const std::vector<NearPair>& part) {
            all.insert(all.end(), part.begin(), part.end());
            return all;
        });
}

}  // namespace panta
