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
    const uint64_t ids = version_of(particles, fields::id.name), volumes = version_of(particles, fields::volume.name),
                   solidity = version_of(particles, fields::solidity.name),
                   supports = version_of(particles, fields::support.name);
    const bool moved = ids != seen_ids_ || index_of_.size() != particles.next_id();
    if (moved) {
        index(particles);
        drop_missing(bonds);
    }
    const bool changed = bonds.version() != seen_bonds_;
    if (changed || supports != seen_supports_) weigh(bonds, particles, smoothing, threads);
    if (moved || changed || supports != seen_supports_ || volumes != seen_volumes_ || solidity != seen_solidity_) {
        lay_out(bonds, particles);
        const Shares shares{particles[fields::volume], particles[fields::solidity]};
        threads.for_blocks(rows_.size(), row_block, [&](size_t begin, size_t end) {
            for (size_t row = begin; row < end; ++row) fill(bonds, shares, smoothing.dimension, row);
        });
    }
    seen_ids_ = ids, seen_volumes_ = volumes, seen_solidity_ = solidity, seen_supports_ = supports,
    seen_bonds_ = bonds.version();
}

void BondList::index(const Particles& particles) {
    index_of_.assign(particles.next_id(), none);
    const auto ids = particles[fields::id];
    for (uint32_t i = 0; i < ids.size(); ++i) index_of_[ids[i]] = i;
}

void BondList::drop_missing(Bonds& bonds) const {
    std::vector<uint64_t> gone;
    for (const uint64_t owner : bonds.owners())
        if (owner >= index_of_.size() || index_of_[owner] == none) gone.push_back(owner);
    bonds.drop(gone);
}

void BondList::weigh(const Bonds& bonds, const Particles& particles, const Smoothing& smoothing,
                     const Threads& threads) {
    const auto h = particles[fields::support];
    const auto rests = bonds.rests();
    weights_.resize(bonds.size());
    threads.for_blocks(bonds.owners().size(), row_block, [&](size_t begin, size_t end) {
        for (size_t owner = begin; owner < end; ++owner) {
            const Real mine = h[index_of_[bonds.owners()[owner]]];
            with_scalar_kernel(smoothing, mine, [&](const auto& W) {
                for (uint32_t k = bonds.starts()[owner]; k < bonds.starts()[owner + 1]; ++k) {
                    const Real theirs = h[index_of_[bonds.partners()[k]]], r = norm(rests[k]);
                    // Where supports differ, the mean over both, as everywhere.
                    weights_[k] = theirs == mine
                                      ? W.value(r)
                                      : (W.value(r) + std::decay_t<decltype(W)>(theirs, W.dimension()).value(r)) / 2;
                }
                return 0;
            });
        }
    });
}

void BondList::lay_out(const Bonds& bonds, const Particles& particles) {
    row_of_.assign(particles.size(), none);
    const auto owners = bonds.owners();
    for (uint32_t k = 0; k < owners.size(); ++k) row_of_[index_of_[owners[k]]] = k;
    rows_.clear();
    owner_of_.clear();
    uint32_t next = 0;
    for (uint32_t i = 0; i < row_of_.size(); ++i) {
        if (row_of_[i] == none) continue;
        const uint32_t owner = row_of_[i], count = bonds.starts()[owner + 1] - bonds.starts()[owner];
        const uint32_t padded = (count + list_padding - 1) / list_padding * list_padding;
        row_of_[i] = uint32_t(rows_.size());
        owner_of_.push_back(owner);
        BondRow& row = rows_.emplace_back();
        row.particle = i;
        row.first = next;
        row.last = next += padded;
    }
    places_.resize(next);
    outward_.resize(4 * size_t(next));
    inward_.resize(4 * size_t(next));
    scaled_inward_.resize(next);
}

void BondList::fill(const Bonds& bonds, const Shares& shares, int dimension, size_t number) {
    const auto [volume, solidity] = shares;
    BondRow& row = rows_[number];
    const uint32_t begin = bonds.starts()[owner_of_[number]], end = bonds.starts()[owner_of_[number] + 1];
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
        const uint32_t partner = index_of_[bonds.partners()[k]], twin = bonds.twins()[k];
        const Real whole = volume[partner] * weights_[k], u = solidity[partner] * whole;
        const Real back = volume[row.particle] * solidity[row.particle] * weights_[twin];
        const Vec3 r = bonds.rests()[k], q = u * r;
        places_[entry] = record_floats * partner;
        put(outward_, entry, q, u);
        put(inward_, entry, back * bonds.rests()[twin], back);
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
    // In two dimensions the third is without bonds, always: it must not look flat.
    if (dimension == 2) m[2] = trace / 2;
    const PseudoInverse k = pseudo_inverse(m, flat);
    row.inverse = k.inverse;
    row.missing = k.missing;
    if (dimension == 2) row.inverse.diagonal.z = 0, row.missing.diagonal.z = 1;
}

size_t BondList::memory() const {
    return (index_of_.capacity() + row_of_.capacity() + owner_of_.capacity() + places_.capacity()) * sizeof(uint32_t) +
           (weights_.capacity() + outward_.capacity() + inward_.capacity() + scaled_inward_.capacity()) * sizeof(Real) +
           rows_.capacity() * sizeof(BondRow);
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
