// A yardstick for this machine: how long plain scalar SPH takes here, on one thread.
//
// Timings of two programs on different days or machines cannot be compared; their ratios to this yardstick can. It
// builds a neighbour list for a jittered lattice of 46^3 particles (support = two spacings, about 33 neighbours), sums
// densities and then symmetric pressure forces, in the most ordinary way. The best of nine runs is one "unit".
#pragma once

namespace panta {

struct MachineUnit {
    double milliseconds;  // one unit
    int particles;
    double check;  // what was computed, so that no compiler may leave it out
};

/// Takes about nine units of time, and memory for 97k particles.
MachineUnit measure_machine_unit();

/// One unit in milliseconds.
inline double machine_unit_ms() { return measure_machine_unit().milliseconds; }

}  // namespace panta
