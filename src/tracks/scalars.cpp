#include "tracks/scalars.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "neighbours/particle_loop.h"

namespace panta {

namespace {

constexpr std::array names{
    ScalarName{"time", "", "Time since the start, s"},
    ScalarName{"temperature", "heat.temperature", "Temperature, K, of a body with heat"},
    ScalarName{"saturation", "porous.saturation", "Share of the pores that is filled, of a porous body"},
    ScalarName{"pressure", "pressure", "Pressure, Pa"},
    ScalarName{"density", "", "Mass per volume as the particles are now, kg/m^3"},
    ScalarName{"speed", "", "Length of the velocity, m/s"},
    ScalarName{"age", "age", "Time since the particle came into the world, s"},
    ScalarName{"height", "", "Its y, m"},
    ScalarName{"compression", "compression", "1 at rest, more where compressed, less at free surfaces"},
    ScalarName{"mass", "mass", "Mass, kg"},
    ScalarName{"volume", "volume", "Volume at rest, m^3, in two dimensions m^2"},
    ScalarName{"support", "support", "Radius of the kernel, m"},
};

const ScalarName* find_name(std::string_view name) {
    const auto found = std::ranges::find(names, name, &ScalarName::name);
    return found == names.end() ? nullptr : &*found;
}

/// The field behind a name; empty if the scalar is computed.
std::string_view field_of(std::string_view name) {
    const ScalarName* known = find_name(name);
    return known ? known->field : name;
}

}  // namespace

std::span<const ScalarName> scalar_names() { return names; }

void declare_scalar(std::string_view name, Particles& particles) {
    if (name == fields::age.name) particles.declare(fields::age);
}

std::span<const Real> measure_scalar(std::string_view name, const Particles& particles, const Threads& threads,
                                     std::vector<Real>& computed) {
    if (const std::string_view field = field_of(name); !field.empty()) {
        const Column* column = particles.find(field);
        check(column != nullptr, "keys are over scalars that the particles have");
        return column->as<Real>();
    }
    computed.resize(particles.size());
    const auto fill = [&](const auto& value) {
        for_each_index(computed.size(), threads, [&](size_t i) { computed[i] = value(i); });
    };
    if (name == "height") {
        const auto x = particles[fields::position];
        fill([&](size_t i) { return x[i].y; });
    } else if (name == "speed") {
        const auto v = particles[fields::velocity];
        fill([&](size_t i) { return norm(v[i]); });
    } else if (name == "density") {
        const auto m = particles[fields::mass], V = particles[fields::volume];
        const auto c = particles.find("compression")->as<Real>();
        fill([&](size_t i) { return m[i] / V[i] * c[i]; });
    } else {
        fail_check("a scalar is a field or one that is computed here");
    }
    return computed;
}

}  // namespace panta
