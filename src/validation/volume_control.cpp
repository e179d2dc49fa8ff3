// X01 to X03: water whose volume is keyed over time (Shinkawa and Kawaguchi 2013) in an open tank. Its level must
// follow the volume: 100 -> 200 -> 100 -> 150 -> 100 %.
//
//     height at volume V2 / height at volume V1 = V2 / V1
//
// The height is twice the mean height of the particles, which all have the same volume at a time, in the mean over
// half a second before the volume changes again. Iterations and time of pcisph are those of the paper's bucket of 39
// thousand particles, while it begins to shrink.
#include <fmt/core.h>

#include <chrono>
#include <map>

#include "scene/build.h"
#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

double height(const World& world) {
    double sum = 0;
    for (const Vec3& x : world.particles()[fields::position]) sum += x.y;
    return 2 * sum / double(world.particles().size());
}

/// Mean of a curve over (end - length, end].
double mean_before(const Curve& curve, double end, double length) {
    double sum = 0, count = 0;
    for (size_t k = 0; k < curve.size(); ++k)
        if (curve.x[k] > end - length && curve.x[k] < end + 1e-6) sum += curve.y[k], ++count;
    return sum / count;
}

/// The paper does not say how long its steps are. Longer ones take more iterations each, and fewer in all.
constexpr Real usual_step = Real(0.002);  // s

/// The bucket of the paper, filled with 39 thousand particles, as it begins to shrink.
Scene bucket(const Scene& like, double time) {
    Scene scene = like;
    scene.duration = time;
    scene.pressure.method = PressureMethod::pcisph;
    scene.step.longest = usual_step;
    constexpr Real radius = Real(0.3), depth = Real(1.1), rim = Real(1.3), gap = Real(0.01);
    scene.bodies[0].source = scene::Shape{scene::CylinderShape{radius, depth}, 1};
    scene.bodies[0].placement.at = {0, depth / 2 + gap, 0};
    Keyed<Real> volume;
    volume.keys = {{0, 1}, {1, Real(2. / 3)}};
    scene.bodies[0].track[0].set(matter::volume, volume);
    scene.boundaries[0].form = scene::CylinderShape{radius + gap, rim};
    scene.boundaries[0].placement.at = {0, rim / 2, 0};
    scene.boundaries[0].solid = false;
    return scene;
}

struct Cost {
    double iterations = 0, seconds = 0;  // per step
    size_t particles = 0;
};
Cost cost_of(const Scene& scene, int threads) {
    const scene::BuiltWorld built = scene::build(scene, Threads(threads));
    World& world = *built.world;
    Cost cost;
    cost.particles = world.particles().size();
    const auto start = std::chrono::steady_clock::now();
    while (world.time() < scene.duration) cost.iterations += world.step(scene.duration).pressure.iterations;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    const double steps = double(world.state().steps);
    return {cost.iterations / steps, taken.count() / steps, cost.particles};
}

}  // namespace

CaseResult run_volume_control(const CaseInput& input) {
    const Reference& reference = input.reference;
    const double averaged = reference.number("averaged"), first = reference.number("at_rest");
    const Keyed<Real>& keys = *input.scene.bodies[0].track[0].find(matter::volume);

    // Follow the level and what the solver leaves of the compression.
    const scene::BuiltWorld built = scene::build(input.scene, Threads(input.threads));
    World& world = *built.world;
    Curve level, exact;
    double compression = 0;
    const int64_t frames = frame_count(input.scene);
    for (int64_t frame = 0; frame <= frames; ++frame) {
        const double end = double(frame) / input.scene.frame_rate;
        double sum = 0, steps = 0;
        while (world.time() < end) sum += world.step(end).mean_compression, ++steps;
        if (steps > 0) compression = std::max(compression, sum / steps);
        level.add(world.time(), height(world));
    }
    const double start = mean_before(level, first, averaged);
    const auto ratio = [&](const char* name) { return mean_before(level, reference.number(name), averaged) / start; };
    const double after = mean_before(level, input.scene.duration, averaged) / start;

    CaseResult result;
    const Cost cost = cost_of(bucket(input.scene, reference.number("sample_time")), input.threads);
    result.findings = {input.judge("doubled", ratio("doubled")),   input.judge("shrunk", after / ratio("half_more")),
                       input.judge("round_trip", ratio("back")),   input.judge("compression", compression),
                       input.judge("iterations", cost.iterations), input.judge("seconds", cost.seconds)};
    result.notes = {fmt::format("at 150 %: {:.4f}; the bucket has {} particles", ratio("half_more"), cost.particles)};
    for (size_t k = 0; k < level.size(); ++k) {
        exact.add(level.x[k], keys.at(level.x[k]));
        level.y[k] /= start;
    }
    result.plot = {"Water whose volume is keyed",
                   "time, s",
                   "height / height at 100 %",
                   {{"Panta", level, Style::line}, {"keys", exact, Style::dashed}}};
    return result;
}

}  // namespace panta::validation
