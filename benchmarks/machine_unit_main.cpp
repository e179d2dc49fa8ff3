// Prints the yardstick of this machine: machine_unit
#include <cstdio>

#include "benchmarks/machine_unit.h"

int main() {
    const panta::MachineUnit unit = panta::measure_machine_unit();
    std::printf("unit_ms %.2f particles %d (check %.3f)\n", unit.milliseconds, unit.particles, unit.check);
}
