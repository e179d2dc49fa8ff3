#include "behaviours/fluid/fluid.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "behaviours/fluid/implicit_viscosity.h"
#include "behaviours/fluid/surface_tension.h"
#include "behaviours/fluid/viscosity.h"
#include "neighbours/particle_loop.h"

namespace panta {

namespace {

// dt <= factor h^2 / nu. The sum of the pair weights is 14 nu / h^2 in the plane and 28 in space, up to half more at a
// wall; an explicit step is stable up to 2 over about that. 0.09 was seen to blow up between plates.
constexpr Real diffusion_factor = Real(0.04);

bool any_has(const std::vector<FluidParams>& params, Real FluidParams::*member) {
    return std::ranges::any_of(params, [&](const FluidParams& p) { return p.*member > 0; });
}

}  // namespace

Fluid::Fluid(std::vector<FluidParams> params, const ViscosityParams& viscosity, Real reference_speed,
             const TensionParams& tension)
    : params_(std::move(params)), viscosity_(viscosity), tension_(tension), reference_speed_(reference_speed) {}

void Fluid::attach(Particles& particles, Pipeline& pipeline) {
    laminar_ = any_has(params_, &FluidParams::viscosity);
    artificial_ = any_has(params_, &FluidParams::artificial_viscosity);
    if (laminar_ || artificial_) attach_viscosity(particles, pipeline);
    if (any_has(params_, &FluidParams::surface_tension) || any_has(params_, &FluidParams::adhesion))
        attach_tension(particles, pipeline);
}

void Fluid::attach_viscosity(Particles& particles, Pipeline& pipeline) {
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

void Fluid::attach_tension(Particles& particles, Pipeline& pipeline) {
    particles.declare(fluid::tension_root);
    particles.declare(fluid::adhesion);
    const bool with_adhesion = any_has(params_, &FluidParams::adhesion);
    pipeline.at(Stage::forces, "fluid.tensions", [this](const Step& step) { set_tensions(step); });
    if (tension_.method == TensionMethod::akinci) {
        particles.declare(fluid::inwards);
        pipeline.at(Stage::forces, "fluid.inwards", fluid::measure_inwards)
            .reads_neighbours(Reads<fields::position, fields::volume>{});
    }
    Pass& pass = pipeline.at(Stage::forces, "fluid.surface_tension", [this, with_adhesion](const Step& step) {
        fluid::add_surface_tension(step, tension_.method, with_adhesion);
    });
    if (tension_.method == TensionMethod::akinci)
        pass.reads_neighbours(Reads<fields::position, fields::volume, fluid::tension_root, fluid::inwards>{});
    else
        pass.reads_neighbours(Reads<fields::position, fields::volume, fluid::tension_root>{});
    pipeline.limit_step("surface_tension", [this](const Step& step) {
        Real longest = std::numeric_limits<Real>::infinity();
        for (const FluidParams& p : params_)
            longest = std::min(longest, fluid::longest_tension_step(std::max(p.surface_tension, p.adhesion), p.density,
                                                                    step.neighbours.largest_support()));
        return longest;
    });
}

void Fluid::set_tensions(const Step& step) const {
    const auto body = step.particles[fields::body];
    const auto root = step.particles.edit(fluid::tension_root), adhesion = step.particles.edit(fluid::adhesion);
    for_each_index(body.size(), step.threads, [&](size_t i) {
        root[i] = std::sqrt(params_[body[i]].surface_tension);
        adhesion[i] = params_[body[i]].adhesion;
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
