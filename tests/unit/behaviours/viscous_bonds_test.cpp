// The sums of implicit viscosity against the formulas of viscous_bonds.h, written down once more.
#include "behaviours/fluid/viscous_bonds.h"

#include "scenes/pair_sums.h"

namespace panta::test {
namespace {

class ViscousBonds : public PairSums {
protected:
    void SetUp() override {
        PairSums::SetUp();
        fluid::attach_viscous_bonds(particles);
        for (size_t i = 0; i < particles.size(); ++i) {
            particles.edit(fields::predicted_velocity)[i] = particles[fields::velocity][i];
            particles.edit(fluid::bond_viscosity)[i] = 3 + random.uniform(i, 60);
            Vec3 v = random.in_cube(i, 61);
            if (GetParam().smoothing.dimension == 2) v.z = 0;
            particles.edit(fluid::bond_velocity)[i] = v;
            particles.edit(fields::wall_force)[i] = {};
        }
    }
    int dimension() const { return GetParam().smoothing.dimension; }
    /// -W'/r of the kernel `Broad`, the mean over both supports.
    double weight(double r, double h, double other) const {
        const auto one = [&](double s) { return -std::pow(s, -dimension() - 1) * Broad::slope(r / s) / r; };
        return Broad::norm(dimension()) * (one(h) + one(other)) / 2;
    }
    double support(size_t i) const { return particles[fields::support][i]; }
    /// 1 + depth / distance, at most 2, times the friction.
    double steepness(size_t j, const Vec3d& d) const {
        const double depth = walls[wall::depth][j];
        const double factor = 1 + std::min(depth / std::max(d.y - depth, 1e-3 * neighbours->largest_support()), 1.);
        return walls[wall::friction][j] * factor;
    }
    /// Calls sum(other set, j, d, r, V_j (-W'/r), steepness) for all that i sees.
    template <class Sum>
    void for_each_bond(size_t i, const Sum& sum) const {
        for (const Particles* set : {&particles, &walls})
            for_each_near(i, *set, [&](size_t j, const Vec3d& d, double r) {
                const double w = (*set)[fields::volume][j] * weight(r, support(i), (*set)[fields::support][j]);
                sum(*set, j, d, r, w, set == &walls ? steepness(j, d) : 1);
            });
    }
    /// The force of the bonds of i on a field of velocities, with walls that move or stand still.
    struct Force {
        Vec3d all, from_walls;
        double magnitudes = 0;
    };
    Force force_on(size_t i, const Field<Vec3>& field, bool moving_walls) const {
        Force force;
        const Vec3d own = particles[field][i];
        for_each_bond(i, [&](const Particles& set, size_t j, const Vec3d& d, double r, double w, double steep) {
            const bool wall = &set == &walls;
            const Vec3d other = !wall          ? Vec3d(particles[field][j])
                                : moving_walls ? Vec3d(walls[fields::velocity][j])
                                               : Vec3d{};
            const double mine = particles[fluid::bond_viscosity][i],
                         both = wall ? 2 * mine * steep : viscosity_between(mine, particles[fluid::bond_viscosity][j]);
            const double k = (dimension() + 2) * double(particles[fields::volume][i]) * w * both;
            const Vec3d n = d * (1 / r), pull = n * (-k * dot(own - other, n));
            force.all = force.all + pull;
            if (wall) force.from_walls = force.from_walls + pull;
            force.magnitudes += k * norm(own - other) * delicacy(r, support(i), set[fields::support][j]);
        });
        return force;
    }
};

TEST_P(ViscousBonds, make_the_dissipation_of_the_flow_at_hand) {
    fluid::weigh_bonds(step());
    for (size_t i = 0; i < particles.size(); ++i) {
        double D[3][3] = {}, magnitudes = 0;
        for_each_bond(i, [&](const Particles& set, size_t j, const Vec3d& d, double r, double w, double steep) {
            const Vec3d v = Vec3d(particles[fields::velocity][i]) - Vec3d(set[fields::velocity][j]);
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b) D[a][b] += w * steep * (v[a] * d[b] + v[b] * d[a]) / 2;
            magnitudes += w * steep * norm(v) * r * delicacy(r, support(i), set[fields::support][j]);
        });
        double s = 0, square = 0;
        for_each_bond(i, [&](const Particles&, size_t, const Vec3d& d, double r, double w, double) {
            double stretch = 0;
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b) stretch += d[a] * D[a][b] * d[b] / r;
            s += w * stretch * stretch;
        });
        for (const auto& row : D)
            for (const double element : row) square += element * element;
        const double trace = D[0][0] + D[1][1] + D[2][2];
        const double factor = s > 0 ? std::clamp((2 * square + trace * trace) / ((dimension() + 2) * s), 0.5, 2.) : 1.;
        const double mu = particles[fluid::drag][i];
        // The direction of D is as uncertain as the rounding of its sum, which may nearly cancel.
        const double uncertain = 40 * 0x1p-24 * (1 + magnitudes / std::sqrt(square + 1e-30));
        EXPECT_NEAR(particles[fluid::bond_viscosity][i], factor * mu, mu * uncertain) << "particle " << i;
    }
}

TEST_P(ViscousBonds, resist_what_changes_their_length) {
    fluid::measure_drag(step());
    Vec3d total, total_from_walls, torque;
    double all = 0;
    for (size_t i = 0; i < particles.size(); ++i) {
        const Force force = force_on(i, fields::predicted_velocity, true);
        const Vec3d is = particles[fluid::bond_force][i], wall = particles[fields::wall_force][i];
        expect_close(particles[fluid::bond_force][i], force.all, force.magnitudes, i);
        expect_close(particles[fields::wall_force][i], force.from_walls, force.magnitudes, i);
        total = total + is;
        total_from_walls = total_from_walls + wall;
        torque = torque + cross(Vec3d(particles[fields::position][i]), is - wall);
        all += force.magnitudes;
    }
    EXPECT_GT(all, 0);
    EXPECT_LT(norm(total - total_from_walls), 4 * 0x1p-24 * all);
    // Forces along the pair turn nothing; through a periodic axis a pair has no common origin.
    if (!GetParam().periodic) {
        EXPECT_LT(norm(torque), 4 * 0x1p-24 * all);
    }
}

TEST_P(ViscousBonds, have_the_drag_that_a_push_on_one_particle_meets) {
    fluid::measure_drag(step());
    const auto diagonal = particles[fluid::drag_diagonal], mixed = particles[fluid::drag_mixed];
    for (size_t i = 0; i < particles.size(); ++i) {
        // The force on i when it moves along (1, 2, 3) and nobody else does.
        Vec3d should;
        double magnitudes = 0;
        const Vec3d push{1, 2, dimension() == 3 ? 3. : 0.};
        for_each_bond(i, [&](const Particles& set, size_t j, const Vec3d& d, double r, double w, double steep) {
            const double mine = particles[fluid::bond_viscosity][i],
                         both = &set == &walls ? 2 * mine * steep
                                               : viscosity_between(mine, particles[fluid::bond_viscosity][j]);
            const double k = (dimension() + 2) * double(particles[fields::volume][i]) * w * both;
            const Vec3d n = d * (1 / r);
            should = should + n * (k * dot(push, n));
            magnitudes += 4 * k * norm(push) * delicacy(r, support(i), set[fields::support][j]);
        });
        const Vec3d is{diagonal[i].x * push.x + mixed[i].z * push.y + mixed[i].y * push.z,
                       mixed[i].z * push.x + diagonal[i].y * push.y + mixed[i].x * push.z,
                       mixed[i].y * push.x + mixed[i].x * push.y + diagonal[i].z * push.z};
        EXPECT_LE(norm(is - should), 12 * 0x1p-24 * magnitudes) << "particle " << i;
    }
}

TEST_P(ViscousBonds, act_on_any_velocities_with_walls_at_rest) {
    fluid::measure_drag(step());
    fluid::apply_bonds(step());
    for (size_t i = 0; i < particles.size(); ++i) {
        const Force force = force_on(i, fluid::bond_velocity, false);
        expect_close(particles[fluid::bond_force][i], force.all, 2 * force.magnitudes, i);
    }
}

INSTANTIATE_TEST_SUITE_P(All, ViscousBonds, every_pair_case(), pair_case_name);

}  // namespace
}  // namespace panta::test
