// The flows of heat against their formulas, written down once more.
#include "exchanges/heat/conduction.h"
#include "exchanges/heat/fields.h"
#include "scenes/pair_sums.h"

namespace panta::test {
namespace {

class Flows : public PairSums {
protected:
    void SetUp() override {
        PairSums::SetUp();
        for (const auto* field :
             {&heat::temperature, &heat::conductivity, &heat::flow, &heat::wall_flow, &heat::conductance})
            particles.declare(*field);
        heat::declare_walls(walls);
        for (size_t i = 0; i < particles.size(); ++i) {
            particles.edit(heat::temperature)[i] = 300 + 50 * random.uniform(i, 60);
            particles.edit(heat::conductivity)[i] = i % 5 == 0 ? 0 : 3 * random.uniform(i, 61);
        }
        for (size_t j = 0; j < walls.size(); ++j) {
            walls.edit(heat::wall_temperature)[j] = 400 + 50 * random.uniform(j, 62);
            walls.edit(heat::wall_contact)[j] = Real(j % 3) / 2;
        }
    }
};

TEST_P(Flows, between_particles_and_from_walls_are_the_formulas) {
    constexpr Real lattice = Real(0.9);
    heat::measure_flows(step(), {.laplacian = lattice, .surface = 1});
    const double h_max = neighbours->largest_support();
    for (size_t i = 0; i < particles.size(); ++i) {
        const double h = particles[fields::support][i], V = particles[fields::volume][i],
                     k = particles[heat::conductivity][i], T = particles[heat::temperature][i];
        double flow = 0, wall_flow = 0, conductance = 0, magnitudes = 0, wall_magnitudes = 0, ties = 0;
        for_each_near(i, particles, [&](size_t j, const Vec3d&, double r) {
            const double k_j = particles[heat::conductivity][j], other = particles[fields::support][j];
            if (k == 0 || k_j == 0) return;
            const double tie = -V * particles[fields::volume][j] * 4 * k * k_j / (k + k_j) * kernel.dW(r, h, other) /
                               r / double(lattice);
            const double q = tie * (double(particles[heat::temperature][j]) - T);
            flow += q;
            conductance += tie;
            magnitudes += std::abs(q) * delicacy(r, h, other);
            ties += tie * delicacy(r, h, other);
        });
        for_each_near(i, walls, [&](size_t j, const Vec3d& d, double r) {
            const double depth = walls[wall::depth][j], away = std::max(d.y - depth, 0.1 * h_max);
            const double other = walls[fields::support][j];
            const double tie = -V * walls[fields::volume][j] * 2 * k * walls[heat::wall_contact][j] *
                               (1 + depth / away) * kernel.dW(r, h, other) / r / double(lattice);
            const double q = tie * (double(walls[heat::wall_temperature][j]) - T);
            wall_flow += q;
            conductance += tie;
            // How far away the wall is loses leading digits where it is a small difference.
            const double rounding_of_away = 1 + (depth + r) / away;
            wall_magnitudes += std::abs(q) * (delicacy(r, h, other) + rounding_of_away);
            ties += tie * (delicacy(r, h, other) + rounding_of_away);
        });
        // Each term is a product of ten factors.
        EXPECT_NEAR(particles[heat::flow][i], flow, 12 * 0x1p-24 * magnitudes) << i;
        EXPECT_NEAR(particles[heat::wall_flow][i], wall_flow, 12 * 0x1p-24 * wall_magnitudes) << i;
        EXPECT_NEAR(particles[heat::conductance][i], conductance, 12 * 0x1p-24 * ties) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Flows, every_pair_case(), pair_case_name);

}  // namespace
}  // namespace panta::test
