#include "pressure/iisph.h"

#include <algorithm>

#include "pressure/pressure_terms.h"
#include "step/compression.h"

namespace panta {

void Iisph::attach(Particles& particles, Pipeline& pipeline) {
    ImplicitPressure::attach(particles, pipeline);
    particles.declare(fields::predicted_compression);
}

std::span<const Real> Iisph::compression_ahead(const Step& step) const {
    predict_compression(step);
    return step.particles[fields::predicted_compression];
}

bool Iisph::looks_again(const Step& step) const {
    constexpr Real short_stride = Real(0.1);  // support radii that the fastest may go
    constexpr Real short_part = Real(0.5);    // of the longest step under pressure
    constexpr Real far = Real(0.02);          // support radii from where was looked
    const Real h = step.neighbours.largest_support();
    if (step.dt > short_part * resolved_step()) return true;
    const auto x = step.particles[fields::position], v = step.particles[fields::predicted_velocity],
               looked = step.particles[fields::predicted_position];
    struct Strides {
        Real own = 0, beyond = 0;  // squares
        Strides& operator+=(const Strides& b) {
            return own = std::max(own, b.own), beyond = std::max(beyond, b.beyond), *this;
        }
    };
    const Strides strides = sum_over<Strides>(v.size(), step.threads, [&](size_t i) {
        const Vec3 stride = step.dt * v[i];
        return Strides{norm2(stride), norm2(x[i] + stride - looked[i])};
    });
    return strides.own > short_stride * short_stride * h * h || strides.beyond > far * far * h * h;
}

}  // namespace panta
