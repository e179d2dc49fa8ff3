// A behaviour of one's own: a whirl that drags particles around an upright axis. Runs a scene that may name it, and
// tells how fast the particles go around: swirl SCENE [FRAMES]
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "panta/panta.h"

class Swirl final : public panta::Behaviour {
public:
    std::string name() const override { return "swirl"; }
    std::string doc() const override { return "Drags particles around the y axis, like a spoon in a cup"; }

    std::vector<panta::OwnProperty> properties() const override {
        return {{"turns", "1/s", 1, -100, 100, "Turns per second that the whirl strives for"},
                {"grip", "1/s", 2, 0, 1000, "How quickly particles take up its motion"}};
    }
    // How far each particle has been carried so far; written with every frame, and open to keys.
    std::vector<panta::OwnField> fields() const override { return {{"swirl.way", "m", 0}}; }

    bool pushes_particles() const override { return true; }

    panta::Vector push(const panta::Moment&, const panta::Seen& particle) const override {
        return particle.property(1) * (whirl(particle) - particle.velocity());
    }
    float advance(const panta::Moment& now, const panta::Seen& particle, std::size_t) const override {
        return particle.field(0) + now.dt * std::sqrt(dot(particle.velocity(), particle.velocity()));
    }

private:
    /// The velocity of the whirl where the particle is; up and down it leaves particles alone.
    static panta::Vector whirl(const panta::Seen& particle) {
        const float radians = 6.2831853f * particle.property(0);
        const panta::Vector x = particle.position();
        return {radians * x.z, particle.velocity().y, -radians * x.x};
    }
};

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: swirl SCENE [FRAMES]\n");
        return 2;
    }
    try {
        // This line registers the behaviour; scenes may now say {"behaviour": "swirl", "turns": 2}.
        auto simulation = panta::Simulation::from_file(argv[1], 0, {std::make_shared<Swirl>()});
        const auto frames = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : simulation.frame_count();
        while (simulation.frame() < frames) {
            simulation.advance_frame();
            const auto x = simulation.reals("position"), v = simulation.reals("velocity");
            double around = 0, moment = 0;
            for (std::size_t i = 0; i < 3 * simulation.particle_count(); i += 3) {
                around += double(x[i + 2]) * v[i] - double(x[i]) * v[i + 2];
                moment += double(x[i]) * x[i] + double(x[i + 2]) * x[i + 2];
            }
            std::printf("%.3f s: %.3f turns per second\n", simulation.time(), around / moment / 6.2831853);
        }
        return 0;
    } catch (const panta::BadInput& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "swirl: %s\n", error.what());
        return 1;
    }
}
