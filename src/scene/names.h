// How the choices of a scene are spelled: one table per enum, with a sentence for people.
#pragma once

#include <array>
#include <string_view>

#include "base/check.h"
#include "scene/scene.h"

namespace panta::scene {

template <class Enum>
struct Named {
    Enum value;
    std::string_view name;
    std::string_view doc;
};

constexpr auto names(KernelChoice) {
    return std::to_array<Named<KernelChoice>>(
        {{KernelChoice::cubic_spline, "cubic_spline", "Piecewise cubic of Monaghan 1992; the usual choice"},
         {KernelChoice::wendland_c2, "wendland_c2",
          "Quintic of Wendland 1995; particles do not pair up, also with a large support"}});
}

constexpr auto names(ParticleFormat) {
    return std::to_array<Named<ParticleFormat>>(
        {{ParticleFormat::vtp, "vtp", "VTK XML with a .pvd series; ParaView reads it"},
         {ParticleFormat::ply, "ply", "Binary PLY; Blender and MeshLab read it"}});
}

constexpr auto names(Face) {
    return std::to_array<Named<Face>>({{Face::lower_x, "-x", "The side of lowest x"},
                                       {Face::upper_x, "+x", "The side of highest x"},
                                       {Face::lower_y, "-y", "The floor"},
                                       {Face::upper_y, "+y", "The lid"},
                                       {Face::lower_z, "-z", "The side of lowest z"},
                                       {Face::upper_z, "+z", "The side of highest z"}});
}

constexpr auto names(Ease) {
    return std::to_array<Named<Ease>>({{Ease::linear, "linear", "At a steady rate from key to key"},
                                       {Ease::step, "step", "The value of a key holds until the next key"},
                                       {Ease::smooth, "smooth", "Starting and stopping gently at every key"}});
}

constexpr auto names(PressureMethod) {
    return std::to_array<Named<PressureMethod>>(
        {{PressureMethod::dfsph, "dfsph", "Incompressible and divergence-free, large steps (Bender and Koschier 2015)"},
         {PressureMethod::iisph, "iisph", "Incompressible at the end of the step (Ihmsen et al. 2014)"},
         {PressureMethod::pcisph, "pcisph",
          "Incompressible, corrects predicted positions (Solenthaler and Pajarola 2009)"},
         {PressureMethod::pbf, "pbf", "Incompressible, moves positions (Macklin and Mueller 2013)"},
         {PressureMethod::wcsph, "wcsph",
          "Weakly compressible: pressure from an equation of state, small steps (Becker and "
          "Teschner 2007)"}});
}

constexpr auto names(ViscosityMethod) {
    return std::to_array<Named<ViscosityMethod>>(
        {{ViscosityMethod::automatic, "automatic", "Implicit in steps that would be too long for explicit viscosity"},
         {ViscosityMethod::explicit_force, "explicit", "From the velocities at the start; steps shrink with viscosity"},
         {ViscosityMethod::implicit_solve, "implicit",
          "Solved for the velocities at the end, for steps of any length (Weiler et al. 2018)"}});
}

constexpr auto names(TensionMethod) {
    return std::to_array<Named<TensionMethod>>(
        {{TensionMethod::akinci, "akinci", "Cohesion and area minimisation (Akinci et al. 2013)"},
         {TensionMethod::becker_teschner, "becker_teschner",
          "Cohesion alone, one sweep over the pairs (Becker and Teschner 2007)"}});
}

constexpr auto names(Integrator) {
    return std::to_array<Named<Integrator>>(
        {{Integrator::symplectic_euler, "symplectic_euler", "Velocity first, position with the new velocity"},
         {Integrator::leapfrog, "leapfrog", "Second order: half kick, drift, half kick"}});
}

template <class Enum>
constexpr std::string_view name_of(Enum value) {
    for (const auto& entry : names(Enum{}))
        if (entry.value == value) return entry.name;
    fail_check("every enumerator has a name");
}

}  // namespace panta::scene
