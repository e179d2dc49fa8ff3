#include "behaviours/fluid/fluid.h"

#include <algorithm>
#include <limits>

#include "behaviours/fluid/viscosity.h"
#include "neighbours/particle_loop.h"

namespace panta {

namespace {

// dt <= factor h^2 / nu. The sum of the pair weights is 14 nu / h^2 in the plane and 28 in space, up to half more at a
// wall; an explicit step is stable up to 2 over about that. 0.09 was seen to blow up between plates.
constexpr Real diffusion_factor = Real(0.04);

}  // namespace

Fluid::Fluid(std::vector<FluidParams> params, Real reference_speed)
    : params_(std::move(params)), reference_speed_(reference_speed) {}

void Fluid::attach(Particles& particles, Pipeline& pipeline) {
    const auto any = [&](Real FluidParams::*member) {
        return std::ranges::any_of(params_, [&](const FluidParams& p) { return p.*member > 0; });
    };
    if (any(&FluidParams::viscosity)) {
        particles.declare(fluid::viscosity);
        pipeline.at(Stage::forces, "fluid.viscosity", [this](const Step& step) { add_laminar(step); })
            .reads_neighbours(Reads<fields::position, fields::volume, fields::velocity, fluid::viscosity>{});
    }
    if (any(&FluidParams::artificial_viscosity)) {
        particles.declare(fluid::artificial);
        pipeline.at(Stage::forces, "fluid.artificial_viscosity", [this](const Step& step) { add_artificial(step); })
            .reads_neighbours(Reads<fields::position, fields::volume, fields::velocity, fluid::artificial>{});
    }
    pipeline.limit_step("viscosity", [this](const Step& step) { return longest_step(step); });
}

void Fluid::add_laminar(const Step& step) const {
    const auto body = step.particles[fields::body];
    const auto viscosity = step.particles.edit(fluid::viscosity);
    for_each_index(body.size(), step.threads, [&](size_t i) { viscosity[i] = params_[body[i]].viscosity; });
    fluid::add_laminar_viscosity(step);
}

void Fluid::add_artificial(const Step& step) const {
    const auto body = step.particles[fields::body];
    const auto h = step.particles[fields::support];
    const auto artificial = step.particles.edit(fluid::artificial);
    for_each_index(body.size(), step.threads, [&](size_t i) {
        const FluidParams& p = params_[body[i]];
        artificial[i] = p.artificial_viscosity * p.density * reference_speed_ * h[i] / 2;
    });
    fluid::add_artificial_viscosity(step);
}

Real Fluid::longest_step(const Step& step) const {
    const Real h = step.neighbours.largest_support();
    Real thickest = 0;  // kinematic, m^2/s
    for (const FluidParams& p : params_)
        thickest = std::max(thickest, p.viscosity / p.density + p.artificial_viscosity * reference_speed_ * h / 2);
    return thickest > 0 ? diffusion_factor * h * h / thickest : std::numeric_limits<Real>::infinity();
}

}  // namespace panta
