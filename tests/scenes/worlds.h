// Worlds for tests: from the scenes of this folder, or from the text of a scene.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "scene/build.h"
#include "scene/load.h"

namespace panta::test {

/// The folder of the scenes that tests share.
inline std::filesystem::path scenes() { return PANTA_SOURCE_DIR "/tests/scenes"; }

inline std::unique_ptr<World> world_of(const Scene& scene, int threads = 1) {
    return std::move(scene::build(scene, Threads(threads)).world);
}
inline std::unique_ptr<World> world_of(const std::string& text, int threads = 1) {
    return world_of(parse_scene(text, "test", scenes()), threads);
}
/// A column, a tap, a ball, a ramp and an open tank.
inline std::unique_ptr<World> everything(int threads = 1, PressureMethod pressure = PressureMethod::dfsph) {
    Scene scene = load_scene(scenes() / "everything.json");
    scene.pressure.method = pressure;
    return world_of(scene, threads);
}

/// All solvers of pressure at the end of the step, and their names, for tests that are run with each.
inline const auto implicit_methods =
    testing::Values(PressureMethod::dfsph, PressureMethod::iisph, PressureMethod::pcisph, PressureMethod::pbf);
inline std::string method_name(const testing::TestParamInfo<PressureMethod>& instance) {
    constexpr const char* names[] = {"dfsph", "iisph", "pcisph", "pbf", "wcsph"};
    return names[size_t(instance.param)];
}

/// Steps that no frame cuts short.
inline void take_steps(World& world, int steps) {
    for (int k = 0; k < steps; ++k) world.step(1e9);
}

/// Total momentum and the sum of its parts' magnitudes, in double precision.
struct Momentum {
    Sum3 total;
    double parts = 0;
};
inline Momentum momentum_of(const Particles& particles) {
    Momentum sum;
    for (size_t i = 0; i < particles.size(); ++i) {
        const double mass = particles[fields::mass][i];
        sum.total += scaled(particles[fields::velocity][i], mass);
        sum.parts += mass * norm(particles[fields::velocity][i]);
    }
    return sum;
}

/// The largest difference of a field between particles of the same id; `shift` is added to those of `a`.
inline Real largest_difference(const Particles& a, const Particles& b, const Field<Vec3>& field, Vec3 shift = {}) {
    EXPECT_EQ(a.size(), b.size());
    const auto in_a = a.by_id(), in_b = b.by_id();
    Real largest = 0;
    for (size_t k = 0; k < in_a.size(); ++k) {
        EXPECT_EQ(a[fields::id][in_a[k]], b[fields::id][in_b[k]]);
        largest = std::max(largest, norm(a[field][in_a[k]] + shift - b[field][in_b[k]]));
    }
    return largest;
}

/// Rounding error of a float, relative: half a unit in the last place of 1.
inline constexpr double rounding = 0x1p-24;

}  // namespace panta::test
