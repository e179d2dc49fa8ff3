#include "step/pace.h"

#include <algorithm>
#include <cmath>

#include "neighbours/particle_loop.h"

namespace panta {

Pace measure_pace(const Particles& particles, const Threads& threads) {
    struct Speeds {
        Real largest2 = 0;
        double sum = 0;
        /// NaN counts as the largest, so that it is not overlooked.
        Speeds& operator+=(const Speeds& b) {
            if (b.largest2 > largest2 || std::isnan(b.largest2)) largest2 = b.largest2;
            return sum += b.sum, *this;
        }
    };
    const auto v = particles[fields::velocity];
    const Speeds speeds = sum_over<Speeds>(v.size(), threads, [&](size_t i) {
        const Real speed2 = norm2(v[i]);
        return Speeds{speed2, std::sqrt(speed2)};
    });
    return {std::sqrt(speeds.largest2), Real(speeds.sum / double(std::max<size_t>(1, v.size())))};
}

}  // namespace panta
