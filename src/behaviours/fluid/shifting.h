// Particle shifting (Lind et al. 2012): particles that follow the flow line up along its streamlines, and sums over
// them become poor. After each step they are moved a little from where they crowd to where they are few,
//
//     dx_i = -s h U dt grad C_i,      grad C_i = sum_j V_j grad W_ij,      |dx_i| <= a tenth of the spacing
//
// U is the speed of the fastest particle, s the strength. Velocities stay, so momentum is conserved. For flows without
// a free surface: particles at a surface, and those that see one of these, are not shifted, for there grad C points
// out.
#pragma once

#include "behaviours/fluid/params.h"
#include "step/pipeline.h"

namespace panta {

class Shifting final : public Module {
public:
    explicit Shifting(const ShiftingParams& params) : params_(params) {}
    void attach(Particles& particles, Pipeline& pipeline) override;

private:
    void shift(const Step& step) const;

    ShiftingParams params_;
};

}  // namespace panta
