#include "behaviours/fluid/fluid.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "behaviours/fluid/cohesion.h"
#include "behaviours/fluid/implicit_viscosity.h"
#include "behaviours/fluid/surface_tension.h"
#include "behaviours/fluid/viscosity.h"
#include "neighbours/particle_loop.h"
#include "step/velocity_sums.h"

namespace panta {

namespace {

// dt <= factor h^2 / nu. The sum of the pair weights is 14 nu / h^2 in the plane and 28 in space, up to half more at a
// wall; an explicit step is stable up to 2 over about that. 0.09 was seen to blow up between plates.
constexpr Real diffusion_factor = Real(0.04);

}  // namespace

Fluid::Fluid(const Tracks& tracks, const ViscosityParams& viscosity, Real reference_speed, const TensionParams& tension)
    : viscosity_(viscosity),
      tension_(tension),
      reference_speed_(reference_speed),
      laminar_(tracks.any_above_zero(fluid::viscosity)),
      artificial_(tracks.any_above_zero(fluid::artificial_viscosity)),
      tension_acts_(tracks.any_above_zero(fluid::surface_tension)),
      adhesion_acts_(tracks.any_above_zero(fluid::adhesion)),
      cohesion_acts_(tracks.any_above_zero(fluid::cohesion)),
      is_common_(tracks.is_common(fluid::type().weight) && tracks.is_common(fluid::viscosity) &&
                 tracks.is_common(fluid::artificial_viscosity) && tracks.is_common(matter::density) &&
                 tracks.is_common(matter::volume)) {}

void Fluid::attach(Particles& particles, Pipeline& pipeline) {
    if (laminar_ || artificial_) attach_viscosity(particles, pipeline);
    if (tension_acts_ || adhesion_acts_) attach_tension(particles, pipeline);
    if (cohesion_acts_) attach_cohesion(particles, pipeline);
}

void Fluid::attach_viscosity(Particles& particles, Pipeline& pipeline) {
    if (laminar_) particles.declare(fluid::drag);
    if (artificial_) particles.declare(fluid::damping);
    if (is_common_) particles.declare(fields::velocity_spread);
    if (is_common_ && artificial_) particles.declare(fields::velocity_closing);
    pipeline.at(Stage::forces, "fluid.viscosity", [this](const Step& step) { add_viscosity(step); })
        .reads_neighbours(Reads<fields::position, fields::volume, fields::velocity, fluid::drag, fluid::damping>{});
    if (laminar_)
        pipeline.solve({"fluid.implicit_viscosity", [this](const Step& step) { return solve_laminar(step); }});
    const bool all_explicit = viscosity_.method == ViscosityMethod::explicit_force;
    pipeline.limit_step("viscosity", [this, all_explicit](const Step& step) {
        return longest_step(thickest(step, all_explicit), step);
    });
}

void Fluid::attach_tension(Particles& particles, Pipeline& pipeline) {
    particles.declare(fluid::tension_root);
    particles.declare(fluid::wall_pull);
    pipeline.at(Stage::forces, "fluid.tensions", [this](const Step& step) { set_tensions(step); });
    if (tension_.method == TensionMethod::akinci) {
        particles.declare(fluid::inwards);
        pipeline.at(Stage::forces, "fluid.inwards", fluid::measure_inwards)
            .reads_neighbours(Reads<fields::position, fields::volume>{});
    }
    Pass& pass = pipeline.at(Stage::forces, "fluid.surface_tension", [this](const Step& step) {
        fluid::add_surface_tension(step, tension_.method, adhesion_acts_);
    });
    if (tension_.method == TensionMethod::akinci)
        pass.reads_neighbours(Reads<fields::position, fields::volume, fluid::tension_root, fluid::inwards>{});
    else
        pass.reads_neighbours(Reads<fields::position, fields::volume, fluid::tension_root>{});
    pipeline.limit_step("surface_tension", [this](const Step& step) { return longest_tension_step(step); });
}

void Fluid::attach_cohesion(Particles& particles, Pipeline& pipeline) {
    particles.declare(fluid::jump);
    particles.declare(fluid::phase);
    pipeline
        .at(Stage::forces, "fluid.cohesion",
            [this](const Step& step) {
                set_cohesion(step);
                fluid::add_cohesion(step);
            })
        .reads_neighbours(Reads<fields::position, fields::volume, fluid::jump, fluid::phase>{});
    pipeline.limit_step("cohesion", [this](const Step& step) { return longest_cohesion_step(step); });
}

Real Fluid::longest_cohesion_step(const Step& step) const {
    const PropertyValues<Real> weight = step.tracks.weight_of(fluid::type()), cohesion = step.tracks[fluid::cohesion];
    const auto mass = step.particles[fields::mass], volume = step.particles[fields::volume];
    const bool is_flat = step.neighbours.smoothing().dimension == 2;
    const Real highest = maximum_over(mass.size(), step.threads, [&](size_t i) {
        const Real dx = is_flat ? std::sqrt(volume[i]) : std::cbrt(volume[i]);
        return weight[i] * cohesion[i] * volume[i] / (mass[i] * dx * dx);
    });
    return fluid::longest_cohesion_step(highest);
}

void Fluid::set_cohesion(const Step& step) const {
    const PropertyValues<Real> weight = step.tracks.weight_of(fluid::type()), cohesion = step.tracks[fluid::cohesion];
    const auto body = step.particles[fields::body];
    const auto jump = step.particles.edit(fluid::jump), phase = step.particles.edit(fluid::phase);
    for_each_index(jump.size(), step.threads, [&](size_t i) {
        jump[i] = weight[i] * cohesion[i];
        phase[i] = Real(body[i]);
    });
}

Real Fluid::longest_tension_step(const Step& step) const {
    // The strongest tension per density.
    const Tracks& tracks = step.tracks;
    const PropertyValues<Real> weight = tracks.weight_of(fluid::type()), tension = tracks[fluid::surface_tension],
                               adhesion = tracks[fluid::adhesion];
    const auto mass = step.particles[fields::mass], volume = step.particles[fields::volume];
    const Real strongest = maximum_over(mass.size(), step.threads, [&](size_t i) {
        return weight[i] * std::max(tension[i], adhesion[i]) * volume[i] / mass[i];
    });
    return fluid::longest_tension_step(strongest, step.neighbours.largest_support());
}

void Fluid::set_tensions(const Step& step) const {
    const Tracks& tracks = step.tracks;
    const PropertyValues<Real> weight = tracks.weight_of(fluid::type()), tension = tracks[fluid::surface_tension],
                               adhesion = tracks[fluid::adhesion];
    const auto root = step.particles.edit(fluid::tension_root), wall_pull = step.particles.edit(fluid::wall_pull);
    for_each_index(root.size(), step.threads, [&](size_t i) {
        root[i] = std::sqrt(weight[i] * tension[i]);
        wall_pull[i] = weight[i] * adhesion[i];
    });
}

void Fluid::set_viscosities(const Step& step) const {
    const Tracks& tracks = step.tracks;
    const PropertyValues<Real> weight = tracks.weight_of(fluid::type());
    if (laminar_) {
        const PropertyValues<Real> viscosity = tracks[fluid::viscosity];
        const auto drag = step.particles.edit(fluid::drag);
        for_each_index(drag.size(), step.threads, [&](size_t i) { drag[i] = weight[i] * viscosity[i]; });
    }
    if (artificial_) {
        const PropertyValues<Real> alpha = tracks[fluid::artificial_viscosity];
        const auto mass = step.particles[fields::mass], volume = step.particles[fields::volume],
                   h = step.particles[fields::support];
        const auto damping = step.particles.edit(fluid::damping);
        for_each_index(damping.size(), step.threads, [&](size_t i) {
            damping[i] = weight[i] * alpha[i] * (mass[i] / volume[i]) * reference_speed_ * h[i] / 2;
        });
    }
}

void Fluid::add_viscosity(const Step& step) {
    set_viscosities(step);
    solves_laminar_ = laminar_ && is_implicit(step);
    const bool adds_laminar = laminar_ && !solves_laminar_;
    if (is_common_)
        fluid::add_common_viscosity(step, adds_laminar, artificial_);
    else
        fluid::add_viscosity(step, adds_laminar, artificial_);
}

SolveReport Fluid::solve_laminar(const Step& step) const {
    if (!solves_laminar_) return {};
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
    const Tracks& tracks = step.tracks;
    const Real artificial = reference_speed_ * step.neighbours.largest_support() / 2;
    const auto kinematic = [&](Real weight, Real mu, Real alpha, Real density) {
        return weight * ((with_laminar ? mu / density : 0) + alpha * artificial);
    };
    const BehaviourType& type = fluid::type();
    if (tracks.varies({&type.weight, &fluid::viscosity, &fluid::artificial_viscosity, &matter::density})) {
        const PropertyValues<Real> weight = tracks.weight_of(type), mu = tracks[fluid::viscosity],
                                   alpha = tracks[fluid::artificial_viscosity];
        const auto mass = step.particles[fields::mass], volume = step.particles[fields::volume];
        return maximum_over(mass.size(), step.threads,
                            [&](size_t i) { return kinematic(weight[i], mu[i], alpha[i], mass[i] / volume[i]); });
    }
    Real thickest = 0;
    for (size_t body = 0; body < tracks.bodies(); ++body)
        thickest =
            std::max(thickest, kinematic(tracks.of_body(type.weight, body), tracks.of_body(fluid::viscosity, body),
                                         tracks.of_body(fluid::artificial_viscosity, body),
                                         tracks.of_body(matter::density, body)));
    return thickest;
}

Real Fluid::longest_step(Real kinematic, const Step& step) const {
    const Real h = step.neighbours.largest_support();
    return kinematic > 0 ? diffusion_factor * h * h / kinematic : std::numeric_limits<Real>::infinity();
}

}  // namespace panta
