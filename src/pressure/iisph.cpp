#include "pressure/iisph.h"

#include "pressure/pressure_terms.h"

namespace panta {

void Iisph::measure_excess(const Step& step) const {
    const auto c = step.particles[fields::compression], allowance = step.particles[pressure::allowance];
    measure_rate(step, fields::predicted_velocity);
    write_linear_excess(step, pressure::rate, [&](size_t i) { return c[i] - 1 - allowance[i]; });
}

}  // namespace panta
