#include "pressure/iisph.h"

#include "pressure/pressure_terms.h"

namespace panta {

void Iisph::measure_excess(const Step& step) const {
    const auto c = step.particles[fields::compression], allowance = step.particles[pressure::allowance];
    measure_linear_excess(step, [&](size_t i) { return c[i] - 1 - allowance[i]; });
}

}  // namespace panta
