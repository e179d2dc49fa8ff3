#include "behaviours/fluid/shifting.h"

#include <algorithm>
#include <cmath>

#include "neighbours/particle_loop.h"
#include "step/free_surface.h"

namespace panta {

void Shifting::attach(Particles& particles, Pipeline& pipeline) {
    particles.declare(fields::shift);
    attach_free_surface(particles);
    pipeline.at(Stage::advance, "fluid.shifting", [this](const Step& step) { shift(step); })
        .reads_neighbours(Reads<fields::position, fields::volume, fields::at_surface>{});
}

void Shifting::shift(const Step& step) const {
    constexpr Real farthest = Real(0.05);  // support radii
    const Real strength = params_.strength.at(step.time);
    if (!(strength > 0)) {
        std::ranges::fill(step.particles.edit(fields::shift), Vec3{});
        return;
    }
    find_free_surface(step);
    const auto v = step.particles[fields::predicted_velocity];
    const Real fastest = std::sqrt(maximum_over(v.size(), step.threads, [&](size_t i) { return norm2(v[i]); }));
    const Real way = strength * fastest * step.dt;
    const auto h = step.particles[fields::support], near_surface = step.particles[fields::near_surface];
    const auto crowding = step.particles[fields::crowding];
    const auto shift = step.particles.edit(fields::shift);
    for_each_index(shift.size(), step.threads, [&](size_t i) {
        const Vec3 wanted = near_surface[i] == 0 ? -way * crowding[i] : Vec3{};
        const Real length = norm(wanted), most = farthest * h[i];
        shift[i] = length > most ? wanted * (most / length) : wanted;
    });
}

}  // namespace panta
