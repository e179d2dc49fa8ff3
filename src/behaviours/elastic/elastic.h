// The elastic behaviour: particles that remember where their neighbours were (total Lagrangian, physics in docs).
//
// A particle enters when its weight becomes positive: it is bonded to all elastic particles of its body within its
// support, as they are now. It leaves when its weight becomes zero: its bonds are dropped. With x_ij = x_j - x_i, r0
// the same when the bond was made, V volume, s solidity (the weight, up to one), W kernel, u_ij = V_j s_j W_ij, and w_i
// the joint weight of the particle and its partners (sums.h), less if it has hardly any bonds (`loose` in sums.cpp):
//     M_i = sum_j u_ij r0_ij r0_ij^T     K_i = M_i^+ (pseudo-inverse: one formula for volumes, sheets and strings)
//     F_i = sum_j u_ij x_ij (K_i r0_ij)^T + R_i (I - M_i K_i)
//     R_i = rotation nearest to F_i      eps_i = sym(R_i^T F_i) - g_i I  S_i = 2 mu eps_i + lambda tr(eps_i) I
//     P_i = w_i R_i S_i                  mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - 2 nu))
// with the growth g_i = (volume now / volume when it entered)^(1 / dimension), in directions that have bonds: what is
// given another volume by its track is at rest at another size
// (corotated linear elasticity: Becker et al. 2009, Peer et al. 2018, Kugelstadt, Bender et al. 2021). F does not see
// patterns that alternate from particle to particle; they cost the energy (Ganzenmueller 2015, with the weights of F)
//     c_i / 2 sum_j u_ij |x_ij - F_i r0_ij|^2,     c_i = alpha w_i E V_i / (weighted mean of |r0_ij|^2)
// whose derivative through F vanishes, since F is the fit that makes it smallest. The bond from i exerts on j, and with
// the opposite sign on i, the force
//     f = -u_ij [ V_i P_i K_i r0_ij + c_i (x_ij - F_i r0_ij) ]
// Damping adds beta times the rate of change of both. Forces are those of the end of the step (solve.h).
// With creep, r0 follows the present shape but not the volume: dr0/dt = creep (R^T x_ij / (g z) - r0), where z is the
// root, cubic in space, of det F / g^d. What hardens, hardens as it lies: when weights or E rise, the new part of a
// bond is at rest now, so that r0 is the mean of the old part's and R^T x_ij / g.
// Stress stays as it was, and melting and freezing again pumps no energy into stretched bonds.
#pragma once

#include "behaviours/elastic/params.h"
#include "behaviours/elastic/properties.h"
#include "neighbours/bond_list.h"
#include "particles/bonds.h"
#include "step/pipeline.h"

namespace panta {

class Elastic final : public Module {
public:
    explicit Elastic(const ElasticSolveParams& solve = {}) : solve_(solve) {}

    void attach(Particles& particles, Pipeline& pipeline) override;
    void save(ByteWriter& writer) const override { bonds_.save(writer); }
    void restore(ByteReader& reader) override { bonds_.restore(reader); }
    uint64_t hash() const override { return bonds_.hash(); }

    const Bonds& bonds() const { return bonds_; }
    const BondList& bond_list() const { return list_; }

private:
    Real longest_step(const Step& step) const;
    void set_properties(const Step& step) const;
    void change_members(const Step& step);
    void leave(const Step& step, std::span<const uint32_t> leaving);
    void enter(const Step& step, std::span<const uint32_t> entering);
    void follow(const Step& step);
    void harden(const Step& step);
    void creep(const Step& step);
    template <class Kept, class Size>
    void move_rests(const Step& step, const Kept& kept, const Size& size);

    ElasticSolveParams solve_;
    Bonds bonds_;
    BondList list_;
    std::vector<bool> pressed_;  // bodies on which pressure acted in the last step
};

}  // namespace panta
