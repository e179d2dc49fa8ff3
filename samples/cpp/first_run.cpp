// Runs the first frames of a scene and tells how high the water stands: first_run SCENE [FRAMES]
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "panta/panta.h"

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: first_run SCENE [FRAMES]\n");
        return 2;
    }
    try {
        panta::Simulation simulation = panta::Simulation::from_file(argv[1]);
        const auto frames = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : simulation.frame_count();

        while (simulation.frame() < frames) {
            simulation.advance_frame();

            // Positions are x, y, z of one particle after the other.
            const auto positions = simulation.reals("position");
            float highest = 0;
            for (std::size_t i = 0; i < simulation.particle_count(); ++i)
                highest = std::max(highest, positions[3 * i + 1]);
            std::printf("%.3f s: %zu particles, highest at %.3f m\n", simulation.time(), simulation.particle_count(),
                        double(highest));
        }

        const panta::Figures figures = simulation.figures();
        std::printf("%llu steps, %llu particles escaped\n", static_cast<unsigned long long>(figures.steps),
                    static_cast<unsigned long long>(figures.escaped));
        return figures.escaped == 0 ? 0 : 1;
    } catch (const panta::BadInput& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "first_run: %s\n", error.what());
        return 1;
    }
}
