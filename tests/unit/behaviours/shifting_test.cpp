// Particle shifting: against its formula within, and nowhere near a free surface.
#include "behaviours/fluid/shifting.h"

#include <gtest/gtest.h>

#include "kernels/kernel.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

constexpr double spacing = 0.05, support = 2.5;

std::unique_ptr<World> block(const std::string& more) {
    return world_of(R"({"format": 1, "dimension": 2, "spacing": 0.05, "support": 2.5, "gravity": [0, 0],
        "pressure": {"method": "wcsph", "expected_speed": 1}, "shifting": {"strength": 2},
        "step": {"fixed": 0.001}, "bodies": [{"shape": {"box": {"min": [0, 0], "max": [1, 1]}}, "jitter": 0.1,
        "velocity": [0.3, 0], "track": [{"behaviour": "fluid", "viscosity": 0, "artificial_viscosity": 0}]}])" +
                    more + "}");
}

TEST(Shifting, moves_particles_from_where_they_crowd) {
    const auto world = block(R"(, "periodic": {"x": [0, 1], "y": [0, 1]})");
    const std::vector<Vec3> x(world->particles()[fields::position].begin(), world->particles()[fields::position].end());
    const double h = support * spacing, volume = spacing * spacing;
    const Kernel<CubicSpline> W(Real(h), 2);
    world->step(1e9);
    // The step sorts particles, so they are found by their ids, which are the places in `x`.
    const auto ids = world->particles()[fields::id];
    const auto shift = world->particles()[fields::shift];
    double farthest = 0, fastest = 0;
    for (const Vec3& v : world->particles()[fields::velocity]) fastest = std::max(fastest, double(norm(v)));
    for (size_t k = 0; k < ids.size(); ++k) {
        const Vec3 at = x[ids[k]];
        double gx = 0, gy = 0;
        for (const Vec3& other : x) {
            const double dx = std::remainder(double(at.x) - other.x, 1.),
                         dy = std::remainder(double(at.y) - other.y, 1.);
            const double r = std::hypot(dx, dy);
            if (r == 0 || r >= h) continue;
            gx += volume * W.slope_over_r(Real(r)) * dx;
            gy += volume * W.slope_over_r(Real(r)) * dy;
        }
        // Terms of up to 3 / h cancel, in single precision.
        const double way = 2 * h * fastest * 0.001;
        EXPECT_NEAR(shift[k].x, -way * gx, 1e-4 * way / h);
        EXPECT_NEAR(shift[k].y, -way * gy, 1e-4 * way / h);
        farthest = std::max(farthest, double(norm(shift[k])));
    }
    EXPECT_GT(farthest, 1e-6);
}

TEST(Shifting, leaves_a_free_surface_alone) {
    const auto world = block("");
    world->step(1e9);
    const auto x = world->particles()[fields::position];
    const auto shift = world->particles()[fields::shift];
    int within = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        const double depth = std::min({x[i].x, 1 - x[i].x, x[i].y, 1 - x[i].y});
        if (depth < 1.5 * spacing) {
            EXPECT_EQ(norm(shift[i]), 0) << x[i].x << ", " << x[i].y;
        }
        within += norm(shift[i]) > 0;
    }
    EXPECT_GT(within, 100);  // of 400, of which 256 are two spacings or more from the surface
}

}  // namespace
}  // namespace panta::test
