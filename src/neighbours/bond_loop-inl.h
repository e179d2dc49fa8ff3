// The loop over bonds: for every particle that has bonds, a body that sums over them with whole registers.
//
//     using Near = Reads<fields::position>;
//     for_each_bonded<Near>(bonds, step..., [&](const auto& i) HWY_ATTR {
//         Lanes3 sum = Lanes3::zero();
//         i.outward([&](const auto& j) HWY_ATTR { sum.add_scaled(j.u, get<fields::position>(j) - mine); });
//     });
//
// `j` stands for as many partners as the register holds: j.q = u r0 and j.u of the bond from i to j (outward) or back
// (inward), and the fields that the pass reads at partners, by get<field>(j). Sums run in the order of the partners'
// ids.
#if defined(PANTA_NEIGHBOURS_BOND_LOOP_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PANTA_NEIGHBOURS_BOND_LOOP_INL_H
#undef PANTA_NEIGHBOURS_BOND_LOOP_INL_H
#else
#define PANTA_NEIGHBOURS_BOND_LOOP_INL_H
#endif

#include "neighbours/bond_list.h"
#include "neighbours/pair_loop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

/// A register full of bonds of one particle.
template <class Near>
struct BondLanes {
    using Read = Near;
    Lanes3 q;        // u r0
    Lanes u;         // inward: as scaled, or as it is
    uint32_t entry;  // the first
    Lanes fields[Near::records][4];
};

/// One particle and its bonds.
template <class Near>
struct Bonded {
    const BondRow& row;
    const BondList& list;
    const NearSet<Near>& near;

    uint32_t index() const { return row.particle; }
    template <class Body>
    HWY_INLINE void outward(Body&& body) const {
        each(
            list.outward(), [](BondLanes<Near>&) {}, body);
    }
    /// The weights are those of the list.
    template <class Body>
    HWY_INLINE void inward(Body&& body) const {
        each(
            list.inward(), [](BondLanes<Near>&) {}, body);
    }
    /// The weights are those that were scaled.
    template <class Body>
    HWY_INLINE void scaled_inward(Body&& body) const {
        const Real* scaled = list.scaled_inward();
        each(
            list.inward(), [&](BondLanes<Near>& j) HWY_ATTR { j.u = Lanes(hn::LoadU(LaneTag(), scaled + j.entry)); },
            body);
    }

private:
    template <class Adjust, class Body>
    HWY_INLINE void each(const Real* numbers, const Adjust& adjust, Body&& body) const {
        const LaneTag d;
        const uint32_t* places = list.places();
        for (uint32_t entry = row.first; entry != row.last; entry += lane_count) {
            BondLanes<Near> bonds;
            bonds.entry = entry;
            for (int k = 0; k < Near::records; ++k) load_records(near.records[k], places + entry, bonds.fields[k]);
            const Real* from = numbers + size_t(entry) / list_padding * 4 * list_padding + entry % list_padding;
            bonds.q = {Lanes(hn::LoadU(d, from)), Lanes(hn::LoadU(d, from + list_padding)),
                       Lanes(hn::LoadU(d, from + 2 * list_padding))};
            bonds.u = Lanes(hn::LoadU(d, from + 3 * list_padding));
            adjust(bonds);
            body(bonds);
        }
    }
};

/// Rows per task: fixed, so that work is the same for any number of threads.
inline constexpr size_t bond_block = 256;

/// Calls body(bonded) for every particle that has bonds, on all threads.
template <class Near, class Body>
void for_each_bonded(const BondList& list, const Neighbours& neighbours, const Particles& particles,
                     const Threads& threads, const Body& body) {
    const NearSet<Near> near(particles, neighbours.particle_records(), true, threads);
    const auto rows = list.rows();
    threads.for_blocks(rows.size(), bond_block, [&](size_t begin, size_t end) HWY_ATTR {
        for (size_t k = begin; k < end; ++k) body(Bonded<Near>{rows[k], list, near});
    });
}

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
