#include "pressure/pbf.h"

#include "pressure/operators.h"

namespace panta {

void Pbf::anticipate(const Step& step) {
    if (step.attempt > 1) measure_start(step);  // the failed attempt left what it saw ahead
    ImplicitPressure::anticipate(step);
}

std::span<const Real> Pbf::compression_ahead(const Step& step) const {
    measure_compression_ahead(step);
    return step.particles[fields::compression];
}

}  // namespace panta
