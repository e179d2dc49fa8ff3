// How fast sound goes through a solid. Compression waves are the fastest, of speed sqrt(w M / rho), with
//     M = E (1 - nu) / ((1 + nu) (1 - 2 nu)),
// w the weight and rho the density. In a thin bar, which may get wider, they have E in the place of M, and are slower
// by 1.16 at nu = 0.3 and by 1.95 at 0.45; walls and fluid around a solid keep it from that.
#pragma once

#include <cmath>

#include "behaviours/elastic/fields.h"
#include "step/step.h"

namespace panta::elastic {

/// Times in which compression waves go one spacing, s; infinite where nothing is elastic.
class WaveTimes {
public:
    explicit WaveTimes(const Step& step)
        : is_flat_(step.neighbours.smoothing().dimension == 2),
          weight_(step.particles[weight]),
          E_(step.particles[youngs_modulus]),
          nu_(step.particles[poisson_ratio]),
          mass_(step.particles[fields::mass]),
          volume_(step.particles[fields::volume]) {}

    size_t size() const { return weight_.size(); }
    Real operator[](size_t i) const {
        const Real nu = nu_[i], V = volume_[i];
        const Real M = E_[i] * (1 - nu) / ((1 + nu) * (1 - 2 * nu));
        return (is_flat_ ? std::sqrt(V) : std::cbrt(V)) * std::sqrt(mass_[i] / (V * weight_[i] * M));
    }

private:
    bool is_flat_;
    std::span<const Real> weight_, E_, nu_, mass_, volume_;
};

}  // namespace panta::elastic
