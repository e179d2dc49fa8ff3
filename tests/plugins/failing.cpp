// A plug-in whose behaviour fails after a tenth of a second.
#include <stdexcept>

#include "panta/behaviour.h"

class Failing final : public panta::Behaviour {
public:
    std::string name() const override { return "failing"; }
    std::string doc() const override { return "Fails after a tenth of a second"; }
    bool pushes_particles() const override { return true; }
    panta::Vector push(const panta::Moment& now, const panta::Seen&) const override {
        if (now.time > 0.1) throw std::runtime_error("cannot find my table");
        return {};
    }
};

extern "C" int panta_plugin_version() { return panta::plugin_version; }
extern "C" void panta_plugin(panta::Behaviours& behaviours) { behaviours.push_back(std::make_shared<Failing>()); }
