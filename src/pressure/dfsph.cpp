#include "pressure/dfsph.h"

#include <algorithm>

#include "pressure/pressure_terms.h"

namespace panta {

namespace {

constexpr Real dense = Real(0.95);  // c from which fluid must not be compressed: less is at a free surface

/// P of the divergence solve.
constexpr Field<Real> divergence_term{"dfsph.divergence_term", "Pa", 0, Lifetime::scratch};

}  // namespace

void Dfsph::attach(Particles& particles, Pipeline& pipeline) {
    Iisph::attach(particles, pipeline);
    particles.declare(divergence_term);
}

PressureReport Dfsph::prepare(const Step& step) {
    const auto c = step.particles[fields::compression], rate = step.particles[pressure::starting_rate],
               wall_rate = step.particles[pressure::wall_rate];
    const auto terms = step.particles.edit(divergence_term), excess = step.particles.edit(pressure::excess);
    std::ranges::fill(terms, Real(0));
    const auto measure = [&] {
        for_each_index(c.size(), step.threads,
                       [&](size_t i) { excess[i] = (c[i] > dense ? 0 : -1) + step.dt * (rate[i] + wall_rate[i]); });
    };
    return find_pressure_terms(step, params(), {terms, measure, [] { return false; }});
}

}  // namespace panta
