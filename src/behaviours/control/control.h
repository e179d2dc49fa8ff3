// The control behaviour: particles e follow guide points p, but keep their own fine motion (Thuerey, Keiser, Pauly and
// Ruede 2006, "Detail-preserving fluid control").
//
// Each point measures how well it is covered and the coarse velocity of the controlled particles around it,
//     c_p = sum_e V_e W(|x_e - p|, h_p)        u_p = sum_e V_e v_e W(|x_e - p|, h_p) / c_p
// and each controlled particle is pulled to points that lack cover, and dragged along with all of them,
//     a_e = weight [ attraction sum_p max(0, 1 - c_p) k_ep (p - x_e) / max(|p - x_e|, h_p / 2)
//                    + drag sum_p w_ep (v_p - detail u_p - (1 - detail) v_e) ]
//     k_ep = W(|x_e - p|, h_p) / W(0, h_p)     w_ep = k_ep / max(1, sum_q k_eq)
// With detail = 1 drag sees the coarse velocity alone, a smoothed velocity field as in the paper: what particles do
// besides is left to them. Two choices are ours. Drag is divided by the sum of weights where that is above one, so that
// `drag` is the rate at which a velocity is approached however densely a guide is sampled. And the pull of a point
// fades close to it: with a unit vector there, particles gathered on the points.
//
// W cubic spline, V volume m^3, v velocity m/s, h_p radius m. Momentum is not kept: guides push from outside.
#pragma once

#include <vector>

#include "behaviours/control/guide.h"
#include "behaviours/control/properties.h"
#include "kernels/kernel.h"
#include "neighbours/point_grid.h"
#include "step/pipeline.h"

namespace panta {

class Control final : public Module {
public:
    Control(std::vector<Guide> guides, int dimension, const Periodicity& periodicity);

    void attach(Particles& particles, Pipeline& pipeline) override;

private:
    /// What a point of a guide sees of the particles around it.
    struct Seen {
        Real cover = 0;  // c_p
        Vec3 velocity;   // u_p
    };

    void push(const Step& step) const;
    std::vector<Seen> look_around(const Step& step, const GuidePoints& points,
                                  const std::vector<uint32_t>& controlled) const;
    Real longest_step(const Step& step) const;

    std::vector<Guide> guides_;
    std::vector<Kernel<CubicSpline>> kernels_;  // by guide
    std::vector<Real> per_peak_;                // 1 / W(0), by guide
    Real reach_ = 0;                            // the largest radius
    Periodicity periodicity_;
};

}  // namespace panta
