#include "behaviours/fluid/fluid.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "behaviours/fluid/implicit_viscosity.h"
#include "behaviours/fluid/viscosity.h"
#include "neighbours/particle_loop.h"

namespace panta {

namespace {

// dt <= factor h^2 / nu. The sum of the pair weights is 14 nu / h^2 in the plane and 28 in space, up to half more at a
// wall; an explicit step is stable up to 2 over about that. 0.09 was seen to blow up between plates.
constexpr Real diffusion_factor = Real(0.04);

}  // namespace

Fluid::Fluid(std::vector<FluidParams> params, const ViscosityParams& viscosity, Real reference_speed)
    : params_(std::move(params)), viscosity_(viscosity), reference_speed_(reference_speed) {}

void Fluid::attach(Particles& particles, Pipeline& pipeline) {
    const auto any = [&](Real FluidParams::*member) {
        return std::ranges::any_of(params_, [&](const FluidParams& p) { return p.*member > 0; });
    };
    laminar_ = any(&FluidParams::viscosity);
    artificial_ = any(&FluidParams::artificial_viscosity);
    if (!laminar_ && !artificial_) return;

    particles.declare(fluid::viscosity);
    particles.declare(fluid::artificial);
    pipeline.at(Stage::forces, "fluid.viscosity", [this](const Step& step) { add_viscosity(step); })
        .reads_neighbours(
            Reads<fields::position, fields::volume, fields::velocity, fluid::viscosity, fluid::artificial>{});
    if (laminar_) pipeline.solve("fluid.implicit_viscosity", [this](const Step& step) { return solve_laminar(step); });
    const bool all_explicit = viscosity_.method == ViscosityMethod::explicit_force;
    pipeline.limit_step("viscosity", [this, all_explicit](const Step& step) {
        return longest_step(thickest(step, all_explicit), step);
    });
}

void Fluid::set_viscosities(const Step& step) const {
    const auto body = step.particles[fields::body];
    const auto h = step.particles[fields::support];
    const auto viscosity = step.particles.edit(fluid::viscosity), artificial = step.particles.edit(fluid::artificial);
    for_each_index(body.size(), step.threads, [&](size_t i) {
        const FluidParams& p = params_[body[i]];
        viscosity[i] = p.viscosity;
        artificial[i] = p.artificial_viscosity * p.density * reference_speed_ * h[i] / 2;
    });
}

void Fluid::add_viscosity(const Step& step) const {
    set_viscosities(step);
    fluid::add_viscosity(step, laminar_ && !is_implicit(step), artificial_);
}

SolveReport Fluid::solve_laminar(const Step& step) const {
    if (!is_implicit(step)) return {};
    return fluid::add_implicit_viscosity(step, viscosity_);
}

bool Fluid::is_implicit(const Step& step) const {
    switch (viscosity_.method) {
        case ViscosityMethod::explicit_force:
            return false;
        case ViscosityMethod::implicit_solve:
            return true;
        case ViscosityMethod::automatic:
            return step.kick > longest_step(thickest(step, true), step);
    }
    fail_check("every method of viscosity is implicit or not");
}

Real Fluid::thickest(const Step& step, bool with_laminar) const {
    const Real artificial = reference_speed_ * step.neighbours.largest_support() / 2;
    Real thickest = 0;
    for (const FluidParams& p : params_)
        thickest =
            std::max(thickest, (with_laminar ? p.viscosity / p.density : 0) + p.artificial_viscosity * artificial);
    return thickest;
}

Real Fluid::longest_step(Real kinematic, const Step& step) const {
    const Real h = step.neighbours.largest_support();
    return kinematic > 0 ? diffusion_factor * h * h / kinematic : std::numeric_limits<Real>::infinity();
}

}  // namespace panta
