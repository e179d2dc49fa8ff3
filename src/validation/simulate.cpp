#include "validation/simulate.h"

#include <algorithm>
#include <numeric>

#include "scene/build.h"

namespace panta::validation {

void simulate(const Scene& scene, int threads, const std::function<void(const World&)>& look) {
    const scene::BuiltWorld built = scene::build(scene, Threads(threads));
    simulate(*built.world, scene, look);
}

void simulate(World& world, const Scene& scene, const std::function<void(const World&)>& look) {
    look(world);
    const int64_t frames = frame_count(scene);
    for (int64_t frame = 1; frame <= frames; ++frame) {
        const double end = std::min(scene.duration, double(frame) / scene.frame_rate);
        while (world.time() < end) world.step(end);
        look(world);
    }
}

void for_each_start(const Scene& scene, const Reference& reference, const std::function<void(const Scene&)>& run) {
    run(scene);
    Scene other = scene;
    for (scene::Body& body : other.bodies) body.jitter = Real(reference.number("start_jitter"));
    for (other.seed = 1; double(other.seed) < reference.number("starts"); ++other.seed) run(other);
}

Spread spread_of(std::span<const double> values) {
    const auto [least, most] = std::ranges::minmax(values);
    return {std::accumulate(values.begin(), values.end(), 0.) / double(values.size()), least, most};
}

Sum3 centre_of_mass(const World& world) {
    const auto x = world.particles()[fields::position];
    const auto m = world.particles()[fields::mass];
    Sum3 sum;
    double mass = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        sum += scaled(x[i], m[i]);
        mass += m[i];
    }
    return {sum.x / mass, sum.y / mass, sum.z / mass};
}

double bulk_front(std::span<const Vec3> positions, double spacing) {
    std::vector<double> x;
    for (const Vec3& p : positions) x.push_back(p.x);
    std::ranges::sort(x, std::greater());
    for (size_t k = 0; k + 1 < x.size(); ++k)
        if (x[k] - x[k + 1] < spacing) return x[k] + spacing / 2;
    return 0;
}

double largest_speed(const World& world) {
    Real fastest2 = 0;
    for (const Vec3& v : world.particles()[fields::velocity]) fastest2 = std::max(fastest2, norm2(v));
    return std::sqrt(double(fastest2));
}

}  // namespace panta::validation
