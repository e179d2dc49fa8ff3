// A behaviour of one's own: a whirl that drags particles around an upright axis, as a plug-in for the command line.
#include <cmath>

#include "panta/behaviour.h"

class Swirl final : public panta::Behaviour {
public:
    std::string name() const override { return "swirl"; }
    std::string doc() const override { return "Drags particles around an upright axis, like a spoon in a cup"; }

    std::vector<panta::OwnProperty> properties() const override {
        return {{"turns", "1/s", 1, -100, 100, "Turns per second that the whirl strives for"},
                {"grip", "1/s", 2, 0, 1000, "How quickly particles take up its motion"}};
    }
    std::vector<panta::OwnVectorProperty> vector_properties() const override {
        return {{"centre", "m", {}, "A point of the axis"}};
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
        const panta::Vector x = particle.position() - particle.vector_property(0);
        return {radians * x.z, particle.velocity().y, -radians * x.x};
    }
};

// Registers the behaviour; scenes may now say {"behaviour": "swirl", "turns": 2}.
extern "C" int panta_plugin_version() { return panta::plugin_version; }
extern "C" void panta_plugin(panta::Behaviours& behaviours) { behaviours.push_back(std::make_shared<Swirl>()); }
