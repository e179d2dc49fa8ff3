// F14: fluid in a closed unit square whose lid moves along itself; the steady flow at Re = 100 is that of Ghia, Ghia
// and Shin 1982. Measured are the velocities along the two middle lines, as weighted means of the particles within a
// spacing and a half, over the end of the run.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "scene/build.h"
#include "validation/cases.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr int points = 99;     // of a profile
constexpr double reach = 1.5;  // spacings around a point of which particles are taken

/// Mean velocities along a line, gathered over time.
class Profile {
public:
    explicit Profile(bool upright) : upright_(upright), sums_(points, 0.), weights_(points, 0.) {}

    void gather(const World& world) {
        const auto x = world.particles()[fields::position], v = world.particles()[fields::velocity];
        const double radius = reach * world.settings().spacing;
        for (size_t i = 0; i < x.size(); ++i) {
            const double across = (upright_ ? x[i].x : x[i].y) - 0.5, along = upright_ ? x[i].y : x[i].x;
            if (std::abs(across) > radius) continue;
            for (int k = 0; k < points; ++k) {
                const double r = std::hypot(across, along - place(k)) / radius;
                if (r >= 1) continue;
                sums_[k] += (1 - r) * (upright_ ? v[i].x : v[i].y);
                weights_[k] += 1 - r;
            }
        }
    }
    Curve curve() const {
        Curve result;
        for (int k = 0; k < points; ++k) result.add(place(k), sums_[k] / weights_[k]);
        return result;
    }

private:
    static double place(int k) { return (k + 1.) / (points + 1); }

    bool upright_;
    std::vector<double> sums_, weights_;
};

}  // namespace

CaseResult run_lid_cavity(const CaseInput& input) {
    const double speed = input.reference.number("speed"), from = input.reference.number("measured_from");
    const scene::BuiltWorld built = scene::build(input.scene, Threads(input.threads));
    const auto wall_velocity = built.world->walls().edit(fields::velocity);
    for (size_t k = 0; k < wall_velocity.size(); ++k)
        if (built.world->walls()[fields::position][k].y > 1) wall_velocity[k] = {Real(speed), 0, 0};

    Profile upright(true), level(false);
    simulate(*built.world, input.scene, [&](const World& world) {
        if (world.time() < from) return;
        upright.gather(world);
        level.gather(world);
    });
    const Curve u = upright.curve(), v = level.curve();

    CaseResult result;
    result.findings = {input.judge("u_min", *std::ranges::min_element(u.y) / speed),
                       input.judge("v_max", *std::ranges::max_element(v.y) / speed),
                       input.judge("v_min", *std::ranges::min_element(v.y) / speed)};
    result.plot = {"Fluid under a moving lid, Re = 100",
                   "y of u on x = 0.5, x of v on y = 0.5",
                   "velocity / velocity of the lid",
                   {{"Panta, u", u, Style::line},
                    {"Ghia et al. 1982, u", input.reference.curve("u"), Style::marks},
                    {"Panta, v", v, Style::dashed},
                    {"Ghia et al. 1982, v", input.reference.curve("v"), Style::marks}}};
    return result;
}

}  // namespace panta::validation
