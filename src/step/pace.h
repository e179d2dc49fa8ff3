// How fast particles are, measured once per step for all who ask.
#pragma once

#include "particles/particles.h"

namespace panta {

class Threads;

/// Speeds in m/s.
struct Pace {
    Real fastest = 0, mean = 0;
};
Pace measure_pace(const Particles& particles, const Threads& threads);

}  // namespace panta
