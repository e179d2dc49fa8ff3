// The pair loop: for every particle, a body that sums over its neighbours with whole registers.
//
//     using Near = Reads<fields::position, fields::volume>;
//     for_each_neighbourhood<Near, Near>(step..., [&](const auto& i) HWY_ATTR {
//         Lanes sum = Lanes::zero();
//         i.particles([&](const auto& j) HWY_ATTR { sum += get<fields::volume>(j) * W.value(j, i.index); });
//         compression[i.index] = sum.total();
//     });
//
// The first field that a pass reads is where particles are: their position, or the one predicted for the end of the
// step. `j` stands for as many neighbours as the register holds: j.d = x_i - x_j (shortest image), j.r2, j.r,
// j.inverse_r, and the fields that the pass reads, by get<field>(j). Padding lies infinitely far away, where all
// kernels are zero.
#if defined(PANTA_NEIGHBOURS_PAIR_LOOP_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PANTA_NEIGHBOURS_PAIR_LOOP_INL_H
#undef PANTA_NEIGHBOURS_PAIR_LOOP_INL_H
#else
#define PANTA_NEIGHBOURS_PAIR_LOOP_INL_H
#endif

#include <hwy/cache_control.h>

#include "base/lanes-inl.h"
#include "kernels/shapes-inl.h"
#include "neighbours/neighbours.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

/// Added to squared distances (m^2), where it is lost in rounding unless two particles coincide: keeps 1 / r finite.
inline constexpr Real smallest_r2 = Real(1e-30);

/// A register full of neighbours of one particle. `plain`: all supports are the same and no axis is periodic, which is
/// the case that has to be fast.
template <class Near, bool plain_>
struct Pair {
    using Read = Near;
    static constexpr bool plain = plain_;
    Lanes3 d;                // x_i - x_j
    Lanes r2, r, inverse_r;  // |d|^2, |d|, 1 / |d|
    Lanes support;           // h_j, where supports differ
    uint32_t entry;          // the first, in the list of the particle
    Lanes fields[Near::records][4];
};

/// A register full of neighbours whose gradients were kept.
template <class Near>
struct KeptPair {
    using Read = Near;
    Lanes3 gradient;  // grad W_ij, as a multiple of PairGradients::unit()
    Lanes fields[Near::records][4];
};

/// The values of a field at the neighbours.
template <const auto& field, class AnyPair>
HWY_INLINE auto get(const AnyPair& j) {
    constexpr int at = AnyPair::Read::template offset<field>();
    static_assert(at >= 0, "a pass names the fields it reads at neighbours in its Reads");
    if constexpr (std::is_same_v<typename std::decay_t<decltype(field)>::Value, Vec3>) {
        return Lanes3{j.fields[at / 4][at % 4], j.fields[(at + 1) / 4][(at + 1) % 4],
                      j.fields[(at + 2) / 4][(at + 2) % 4]};
    } else {
        return j.fields[at / 4][at % 4];
    }
}

/// One set of neighbours as the loop sees it: its packed records and, where supports differ, their support radii.
template <class Near>
struct NearSet {
    const Real* records[Near::records > 0 ? Near::records : 1] = {};
    const Real* supports = nullptr;

    NearSet(const Particles& particles, RecordPacker& packer, bool uniform_support, const Threads& threads) {
        const auto arrays = packer.pack(particles, Near::list, threads);
        for (int k = 0; k < Near::records; ++k) records[k] = arrays[size_t(k)];
        if (uniform_support) return;
        static constexpr ReadField support[] = {{fields::support.name, 1}};
        supports = packer.pack(particles, support, threads)[0];
    }
};

/// Periodic images, for registers.
struct LanePeriod {
    bool any = false;
    Lanes3 period, inverse;

    explicit LanePeriod(const Periodicity& p) : any(p.any()), period(broadcast(p.period)) {
        const auto invert = [](Real x) { return x > 0 ? 1 / x : 0; };
        inverse = broadcast({invert(p.period.x), invert(p.period.y), invert(p.period.z)});
    }
    /// The shortest image of d; padding stays far away.
    HWY_INLINE Lanes3 shortest(const Lanes3& d) const {
        const auto fold = [](Lanes x, Lanes length, Lanes inverse_length) HWY_ATTR {
            const Lanes folded = x - length * round(x * inverse_length);
            const auto is_padding = hn::Gt(hn::Abs(x.v), hn::Set(LaneTag(), Real(1e17)));
            return Lanes(hn::IfThenElse(is_padding, x.v, folded.v));
        };
        return {fold(d.x, period.x, inverse.x), fold(d.y, period.y, inverse.y), fold(d.z, period.z, inverse.z)};
    }
};

/// Half floats that belong to the entry `at` of a block (see PairGradients): x of lane_count gradients; y and z are
/// eight and sixteen further.
HWY_INLINE hwy::float16_t* halves_of(uint16_t* block, size_t at) {
    const size_t group = at / list_padding * list_padding;
    return reinterpret_cast<hwy::float16_t*>(block + 3 * group + (at - group));
}

/// How far ahead loops ask memory for what they read or write in a row: that many entries of a list, that many halves.
/// The lists and gradients of all particles do not fit the cache of a core (docs/explanation/speed.md).
inline constexpr size_t listed_ahead = 128, kept_ahead = 1024;

using HalfTag = hn::Rebind<hwy::float16_t, LaneTag>;

/// One particle and its neighbours.
template <class Near, class NearWalls, bool plain>
struct Neighbourhood {
    uint32_t index;
    Lanes3 position;
    const LanePeriod& period;
    const NearSet<Near>& near;
    const NearSet<NearWalls>& near_walls;
    const uint32_t* list;
    uint32_t particle_count, wall_count;  // including padding
    uint16_t* halves;                     // of the block, and where those of this particle start
    uint32_t start;
    Real gradient_unit;
    const Real* freedom;  // of the block; none if all pairs are free

    /// What of a value of pairs acts as pressure does (pair_freedom.h). `held`: whether there are pairs that are not
    /// entirely free.
    template <bool held, class AnyPair>
    HWY_INLINE Lanes pressing(const AnyPair& j, Lanes value) const {
        if constexpr (held)
            return value * Lanes(hn::LoadU(LaneTag(), freedom + start + j.entry));
        else
            return value;
    }
    template <class Body>
    HWY_INLINE void particles(Body&& body) const {
        each(near, list, particle_count, body);
    }
    /// Like particles(); the body returns the gradient of its pairs, which is kept.
    template <class Body>
    HWY_INLINE void particles_keeping_gradients(Body&& body) const {
        const Lanes scale(1 / gradient_unit);
        size_t at = start;
        each(near, list, particle_count, [&](const auto& j) HWY_ATTR {
            const Lanes3 kept = scale * body(j);
            hwy::float16_t* to = halves_of(halves, at);
            __builtin_prefetch(to + kept_ahead, 1);
            hn::StoreU(hn::DemoteTo(HalfTag(), kept.x.v), HalfTag(), to);
            hn::StoreU(hn::DemoteTo(HalfTag(), kept.y.v), HalfTag(), to + list_padding);
            hn::StoreU(hn::DemoteTo(HalfTag(), kept.z.v), HalfTag(), to + 2 * list_padding);
            at += lane_count;
        });
    }
    template <class Body>
    HWY_INLINE void walls(Body&& body) const {
        each(near_walls, list + particle_count, wall_count, body);
    }
    bool at_wall() const { return wall_count > 0; }

private:
    template <class Set, class Body>
    HWY_INLINE void each(const NearSet<Set>& set, const uint32_t* begin, uint32_t count, Body&& body) const {
        for (const uint32_t* j = begin; j != begin + count; j += lane_count) {
            Pair<Set, plain> pair;
            hwy::Prefetch(j + listed_ahead);
            for (int k = 0; k < Set::records; ++k) load_records(set.records[k], j, pair.fields[k]);
            pair.entry = uint32_t(j - begin);
            pair.d = position - Lanes3{pair.fields[0][0], pair.fields[0][1], pair.fields[0][2]};
            if constexpr (!plain) {
                if (period.any) pair.d = period.shortest(pair.d);
                pair.support = Lanes(1);
                if (set.supports != nullptr) {
                    Lanes support[4];
                    load_records(set.supports, j, support);
                    pair.support = support[0];
                }
            }
            const auto [x, y, z] = pair.d;
            pair.r2 = multiply_add(x, x, multiply_add(y, y, multiply_add(z, z, Lanes(smallest_r2))));
            const Root root(pair.r2);
            pair.r = root.value;
            pair.inverse_r = root.inverse;
            body(pair);
        }
    }
};

template <bool plain, class Near, class NearWalls, class Body>
void sweep(const NeighbourList& list, const PairGradients& gradients, const PairFreedom& freedom,
           std::span<const Vec3> positions, const LanePeriod& period, const NearSet<Near>& near,
           const NearSet<NearWalls>& near_walls, const Threads& threads, const Body& body) {
    const auto blocks = list.blocks();
    const auto ranges = list.ranges();
    threads.run(blocks.size(), [&](size_t b) HWY_ATTR {
        const NeighbourList::Block& block = blocks[b];
        for (uint32_t i = block.first; i < block.last; ++i) {
            const NeighbourList::Range& range = ranges[i];
            body(Neighbourhood<Near, NearWalls, plain>{
                i, broadcast(positions[i]), period, near, near_walls, block.entries.get() + range.start,
                range.particles, range.walls, gradients.block(b), range.start, gradients.unit(), freedom.block(b)});
        }
    });
}

/// Calls body(neighbourhood) for every particle, block by block on all threads.
template <class Near, class NearWalls, class Body>
void for_each_neighbourhood(const Neighbours& neighbours, const Particles& particles, const Particles& walls,
                            const Threads& threads, const Body& body) {
    static_assert(Near::list[0].components == 3, "a pair loop reads positions first");
    const bool uniform = neighbours.uniform_support();
    const NearSet<Near> near(particles, neighbours.particle_records(), uniform, threads);
    const NearSet<NearWalls> near_walls(walls, neighbours.wall_records(), uniform, threads);
    const LanePeriod period(neighbours.periodicity());
    const auto positions = particles[Near::position()];
    if (uniform && !period.any)
        sweep<true>(neighbours.list(), neighbours.gradients(), neighbours.freedom(), positions, period, near,
                    near_walls, threads, body);
    else
        sweep<false>(neighbours.list(), neighbours.gradients(), neighbours.freedom(), positions, period, near,
                     near_walls, threads, body);
}

/// One particle and the particles near it, whose gradients were kept.
template <class Near>
struct KeptNeighbourhood {
    uint32_t index;
    const NearSet<Near>& near;
    const uint32_t* list;
    uint32_t count;  // including padding
    uint16_t* halves;
    uint32_t start;

    template <class Body>
    HWY_INLINE void particles(Body&& body) const {
        for (uint32_t k = 0; k < count; k += lane_count) {
            KeptPair<Near> pair;
            for (int r = 0; r < Near::records; ++r) load_records(near.records[r], list + k, pair.fields[r]);
            const hwy::float16_t* from = halves_of(halves, start + k);
            hwy::Prefetch(from + kept_ahead);
            hwy::Prefetch(list + k + listed_ahead);
            const auto promoted = [&](size_t offset) HWY_ATTR {
                return Lanes(hn::PromoteTo(LaneTag(), hn::LoadU(HalfTag(), from + offset)));
            };
            pair.gradient = {promoted(0), promoted(list_padding), promoted(2 * list_padding)};
            body(pair);
        }
    }
};

/// Calls body(neighbourhood) for every particle, with the gradients that the last pass to do so kept.
template <class Near, class Body>
void for_each_kept_neighbourhood(const Neighbours& neighbours, const Particles& particles, const Threads& threads,
                                 const Body& body) {
    const NearSet<Near> near(particles, neighbours.particle_records(), true, threads);
    const auto blocks = neighbours.list().blocks();
    const auto ranges = neighbours.list().ranges();
    threads.run(blocks.size(), [&](size_t b) HWY_ATTR {
        const NeighbourList::Block& block = blocks[b];
        uint16_t* halves = neighbours.gradients().block(b);
        for (uint32_t i = block.first; i < block.last; ++i) {
            const NeighbourList::Range& range = ranges[i];
            body(KeptNeighbourhood<Near>{i, near, block.entries.get() + range.start, range.particles, halves,
                                         range.start});
        }
    });
}

/// A kernel for registers of neighbours; where supports differ it is the mean over both (shooting-gathering, LEN 3.20).
template <class Shape>
class PairKernel {
public:
    /// `part`: how much of the support radii the kernel reaches over, up to one.
    PairKernel(const Neighbours& neighbours, std::span<const Real> supports, Real part = 1)
        : dimension_(neighbours.smoothing().dimension),
          uniform_(neighbours.uniform_support()),
          part_(part),
          supports_(supports),
          common_(part * neighbours.largest_support(), dimension_) {}

    /// W_ij.
    template <class Near, bool plain>
    HWY_INLINE Lanes value(const Pair<Near, plain>& j, uint32_t i) const {
        if (plain || uniform_) return common_.value(j);
        return Lanes(Real(0.5)) * (of(supports_[i]).value(j) + of(j.support).value(j));
    }
    /// (dW_ij/dr) / r, so that grad W_ij = j.d * slope_over_r.
    template <class Near, bool plain>
    HWY_INLINE Lanes slope_over_r(const Pair<Near, plain>& j, uint32_t i) const {
        if (plain || uniform_) return common_.slope_over_r(j);
        return Lanes(Real(0.5)) * (of(supports_[i]).slope_over_r(j) + of(j.support).slope_over_r(j));
    }
    /// W_ii.
    Real at_zero(uint32_t i) const {
        const Real h = uniform_ ? common_h() : part_ * supports_[i];
        return Real(Shape::norm(dimension_)) / (h * h * (dimension_ == 3 ? h : 1));
    }

private:
    /// The constants of one support radius, or of a register of them.
    struct Scales {
        Lanes inverse_h, value_scale, slope_scale;

        HWY_INLINE Scales(Lanes h, int dimension) : inverse_h(Lanes(1) / h) {
            const Lanes inverse2 = inverse_h * inverse_h;
            value_scale = Lanes(Real(Shape::norm(dimension))) * (dimension == 3 ? inverse2 * inverse_h : inverse2);
            slope_scale = value_scale * inverse_h;
        }
        HWY_INLINE Scales(Real h, int dimension) : Scales(Lanes(h), dimension) {}
        template <class Near, bool plain>
        HWY_INLINE Lanes value(const Pair<Near, plain>& j) const {
            return value_scale * Shape::value(j.r * inverse_h);
        }
        template <class Near, bool plain>
        HWY_INLINE Lanes slope_over_r(const Pair<Near, plain>& j) const {
            return slope_scale * j.inverse_r * Shape::slope(j.r * inverse_h);
        }
    };
    HWY_INLINE Scales of(Lanes support) const { return {Lanes(part_) * support, dimension_}; }
    HWY_INLINE Scales of(Real support) const { return {part_ * support, dimension_}; }
    Real common_h() const { return 1 / hn::GetLane(common_.inverse_h.v); }

    int dimension_;
    bool uniform_;
    Real part_;
    std::span<const Real> supports_;
    Scales common_;
};

/// Calls work.template operator()<Shape>() with the kernel of the world.
template <class Work>
void with_kernel(const Smoothing& smoothing, Work&& work) {
    switch (smoothing.shape) {
        case KernelShape::cubic_spline:
            return work.template operator()<CubicSpline>();
        case KernelShape::wendland_c2:
            return work.template operator()<WendlandC2>();
    }
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
