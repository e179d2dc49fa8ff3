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
    const auto c = step.particles[fields::compression];
    const auto terms = step.particles.edit(divergence_term);
    std::ranges::fill(terms, Real(0));
    const auto measure = [&] {
        write_linear_excess(step, pressure::starting_rate, [&](size_t i) { return c[i] > dense ? Real(0) : -1; });
    };
    return find_pressure_terms(step, params(), {terms, measure});
}

}  // namespace panta
