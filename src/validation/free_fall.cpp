// A block of glycerine falls, and nothing but gravity may act on it: y = y0 - g t^2 / 2, and it keeps its shape. Then
// it lands; liquids do not bounce, so its centre of mass must not rise again by more than the waves it makes, and in
// the end it is at rest.
#include <fmt/core.h>

#include <cmath>

#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

/// Positions in the order of the ids, so that particles can be followed although they are sorted.
std::vector<Vec3> positions_by_id(const Particles& particles) {
    std::vector<Vec3> positions;
    for (const uint32_t i : particles.by_id()) positions.push_back(particles[fields::position][i]);
    return positions;
}

/// How far any particle is from where it would be if the whole set had moved as its first one.
double deformation(const std::vector<Vec3>& start, const std::vector<Vec3>& now) {
    double largest = 0;
    for (size_t i = 0; i < start.size(); ++i)
        largest = std::max(largest, double(norm((now[i] - now[0]) - (start[i] - start[0]))));
    return largest;
}

double mean_speed(const World& world) {
    double sum = 0;
    for (const Vec3& v : world.particles()[fields::velocity]) sum += norm(v);
    return sum / double(world.particles().size());
}

}  // namespace

CaseResult run_free_fall(const CaseInput& input) {
    const Scene& scene = input.scene;
    const double g = norm(scene.gravity.constant), fall = input.reference.number("fall"),
                 drop = input.reference.number("drop_height"), rounding = 1e-6;

    std::vector<Vec3> start;
    double first = 0, path_error = 0, largest_deformation = 0, lowest = INFINITY, rise = 0, last_speed = NAN;
    Curve height, exact;
    simulate(scene, input.threads, [&](const World& world) {
        const double t = world.time(), y = centre_of_mass(world).y;
        if (t == 0) start = positions_by_id(world.particles()), first = y;
        height.add(t, y);
        if (t < fall + rounding) {
            const double expected = first - g * t * t / 2;
            exact.add(t, expected);
            path_error = std::max(path_error, std::abs(y - expected));
            largest_deformation = std::max(largest_deformation, deformation(start, positions_by_id(world.particles())));
        }
        // How far above the lowest point it has been so far.
        lowest = std::min(lowest, y);
        rise = std::max(rise, y - lowest);
        last_speed = mean_speed(world);
    });

    CaseResult result;
    result.findings = {
        input.judge("path", path_error / (g * fall * fall / 2)),
        input.judge("deformation", largest_deformation / scene.spacing),
        input.judge("rise", rise / drop),
        input.judge("rest", last_speed / std::sqrt(2 * g * drop)),
    };
    result.plot = {"Free fall and landing: centre of mass",
                   "t / s",
                   "height / m",
                   {{"Panta", height, Style::line}, {"y0 - g t^2 / 2", exact, Style::marks}}};
    return result;
}

}  // namespace panta::validation
