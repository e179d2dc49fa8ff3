// Surface tension and adhesion against their formulas, written down once more, and what they must not change.
#include "behaviours/fluid/surface_tension.h"

#include <numbers>

#include "behaviours/fluid/tension_shapes.h"
#include "scenes/pair_sums.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

/// g of tension_shapes.h, branch by branch.
double becker(double q) { return q < 1 ? q * (1 - std::max(q, 0.5)) : 0; }
double cohesion(double q) {
    if (q >= 1) return 0;
    return q > 0.5 ? std::pow((1 - q) * q, 3) : 2 * std::pow((1 - q) * q, 3) - 1. / 64;
}
double adhesion(double q) { return q > 0.5 && q < 1 ? std::pow(-4 * q * q + 6 * q - 2, 0.25) : 0; }

/// Integral of f over 0 to `end`, by the midpoint rule.
template <class Function>
double integral(double end, int parts, const Function& f) {
    double sum = 0;
    for (int k = 0; k < parts; ++k) sum += f((k + 0.5) * end / parts);
    return sum * end / parts;
}
/// The tension of a pull g(q), h = 1.
template <class Pull>
double tension_of(int d, const Pull& g) {
    return integral(1, 20000, [&](double q) {
        return d == 2 ? g(q) * std::pow(q, 3) / 3 : std::numbers::pi / 8 * g(q) * std::pow(q, 4);
    });
}

double becker_norm(int d) { return 1 / tension_of(d, becker); }
double cohesion_norm(int d) { return 1 / tension_of(d, cohesion); }
double adhesion_norm(int d) { return 1 / tension_of(d, adhesion); }

/// How far out a force f(q) acts, h = 1.
template <class Force>
double reach_of(int d, const Force& f) {
    return integral(1, 20000, [&](double q) { return f(q) * std::pow(q, d + 1); }) /
           integral(1, 20000, [&](double q) { return f(q) * std::pow(q, d); });
}

/// The tension of area minimisation at the surface of a half space: the kernel summed over planes is also the normal.
double area_norm(const Smoothing& smoothing) {
    const Kernels kernel{smoothing};
    constexpr int parts = 200;
    std::vector<double> plane(2 * parts + 1, 0.0);
    for (int k = 0; k < parts; ++k)
        plane[size_t(k)] = integral(1, 400, [&](double y) {
            const double r = std::hypot(double(k) / parts, y), W = r < 1 ? kernel.value(r, 1) : 0;
            return smoothing.dimension == 2 ? 2 * W : 2 * std::numbers::pi * y * W;
        });
    double sum = 0;
    for (int a = 0; a < 2 * parts; ++a)
        for (int b = 0; b < a; ++b) {
            // Cells in the middle, the kernel by their distance: (n_a - n_b) (z_a - z_b) with z = -a, n = -w.
            const auto w = [&](int k) { return (plane[size_t(k)] + plane[size_t(k + 1)]) / 2; };
            sum += (w(b) - w(a)) * (a - b) / parts * plane[size_t(std::min(a - b, 2 * parts))];
        }
    return 1 / (sum / (parts * parts));
}

class SurfaceTension : public PairSums {
protected:
    void SetUp() override {
        PairSums::SetUp();
        particles.declare(fluid::tension_root);
        particles.declare(fluid::wall_pull);
        particles.declare(fluid::inwards);
        for (size_t i = 0; i < particles.size(); ++i) {
            particles.edit(fluid::tension_root)[i] = 1 + random.uniform(i, 60);
            particles.edit(fluid::wall_pull)[i] = 3 * random.uniform(i, 61);
        }
        for (Vec3& a : particles.edit(fields::acceleration)) a = {};
        for (Vec3& f : particles.edit(fields::wall_force)) f = {};
    }
    int dimension() const { return GetParam().smoothing.dimension; }
    /// norm / h^(d+2) g(r / h), the mean over both supports.
    template <class Pull>
    double pull(double norm, double r, double h, double other, const Pull& g) const {
        return norm * (g(r / h) / std::pow(h, dimension() + 2) + g(r / other) / std::pow(other, dimension() + 2)) / 2;
    }
    template <class Pull>
    void expect_sums(const Pull& strength, bool with_area, bool with_adhesion) {
        const double h_max = neighbours->largest_support(), wall_norm = adhesion_norm(dimension());
        const double area = (1 - fluid::cohesion_share) * area_norm(GetParam().smoothing) / (h_max * h_max);
        for (size_t i = 0; i < particles.size(); ++i) {
            const double h = particles[fields::support][i], V = particles[fields::volume][i],
                         m = particles[fields::mass][i], root = particles[fluid::tension_root][i];
            Vec3d force, wall_force;
            double magnitudes = 0;
            for_each_near(i, particles, [&](size_t j, const Vec3d& d, double r) {
                const double other = particles[fields::support][j],
                             both = V * particles[fields::volume][j] * root * particles[fluid::tension_root][j];
                force = force - d * (both * strength(r, h, other) / r);
                magnitudes += both * scale_of(h, other);
                if (!with_area) return;
                const Vec3d turn = Vec3d(particles[fluid::inwards][i]) - Vec3d(particles[fluid::inwards][j]);
                force = force - turn * (both * area * kernel.W(r, h, other));
                // The norm of area minimisation is given to four digits.
                magnitudes += 100 * both * area * kernel.W(r, h, other) * norm(turn);
            });
            if (with_adhesion)
                for_each_near(i, walls, [&](size_t j, const Vec3d& d, double r) {
                    const double other = walls[fields::support][j],
                                 both = V * walls[fields::volume][j] * particles[fluid::wall_pull][i];
                    wall_force = wall_force - d * (both * pull(wall_norm, r, h, other, adhesion) / r);
                    // A fourth root is steep where it begins.
                    magnitudes += 1000 * both * scale_of(h, other);
                });
            expect_close(particles[fields::acceleration][i], (force + wall_force) * (1 / m), magnitudes / m, i);
            expect_close(particles[fields::wall_force][i], wall_force, magnitudes, i);
        }
    }
    /// No pull is stronger than this.
    double scale_of(double h, double other) const { return 100 / std::pow(std::min(h, other), dimension() + 2); }
};

TEST_P(SurfaceTension, of_becker_and_teschner_is_the_formula) {
    fluid::add_surface_tension(step(), TensionMethod::becker_teschner, false);
    const double unit = becker_norm(dimension());
    expect_sums([&](double r, double h, double other) { return pull(unit, r, h, other, becker); }, false, false);
}

TEST_P(SurfaceTension, of_akinci_is_the_formula) {
    fluid::measure_inwards(step());
    fluid::add_surface_tension(step(), TensionMethod::akinci, false);
    const double unit = fluid::cohesion_share * cohesion_norm(dimension());
    expect_sums([&](double r, double h, double other) { return pull(unit, r, h, other, cohesion); }, true, false);
}

TEST_P(SurfaceTension, of_walls_is_the_formula) {
    for (Real& root : particles.edit(fluid::tension_root)) root = 0;
    fluid::add_surface_tension(step(), TensionMethod::becker_teschner, true);
    expect_sums([](double, double, double) { return 0.; }, false, true);
}

TEST_P(SurfaceTension, points_inwards_by_the_formula) {
    fluid::measure_inwards(step());
    for (size_t i = 0; i < particles.size(); ++i) {
        const double h = particles[fields::support][i];
        Vec3d sum;
        double magnitudes = 0;
        for_each_near(i, particles, [&](size_t j, const Vec3d& d, double r) {
            const double other = particles[fields::support][j],
                         weight = h * particles[fields::volume][j] * kernel.dW(r, h, other);
            sum = sum + d * (weight / r);
            magnitudes += std::abs(weight) * delicacy(r, h, other);
        });
        expect_close(particles[fluid::inwards][i], sum, magnitudes, i);
    }
}

TEST_P(SurfaceTension, keeps_momentum) {
    for (const auto method : {TensionMethod::akinci, TensionMethod::becker_teschner}) {
        for (Vec3& a : particles.edit(fields::acceleration)) a = {};
        fluid::measure_inwards(step());
        fluid::add_surface_tension(step(), method, false);
        Vec3d sum;
        double parts = 0;
        for (size_t i = 0; i < particles.size(); ++i) {
            const Vec3d force = Vec3d(particles[fields::acceleration][i]) * particles[fields::mass][i];
            sum = sum + force;
            parts += norm(force);
        }
        EXPECT_LT(norm(sum), 10 * 0x1p-24 * parts);
    }
}

TEST(BeckerTeschner, pulls_from_farther_than_pressure_pushes) {
    // A sixth of the tension or more is left if pressure is even up to the surface. With q w(q) of the cubic spline it
    // would be less than nothing: the pull reaches 0.508 in the plane, the push 15/28.
    const auto push = [](double q) { return -CubicSpline::slope(q); };
    EXPECT_NEAR(reach_of(2, push), 15. / 28, 1e-6);
    EXPECT_LT(reach_of(2, [](double q) { return q * CubicSpline::value(q); }), 15. / 28);
    for (const int d : {2, 3}) {
        EXPECT_GT(1 - reach_of(d, push) / reach_of(d, BeckerTeschner::value<double>), 1. / 6);
        EXPECT_NEAR(BeckerTeschner::norm(d) * tension_of(d, BeckerTeschner::value<double>), 1, 1e-6);
    }
}

TEST(SurfaceTensionOfAWorld, limits_the_step) {
    // sqrt(rho h^3 / sigma) is half as long with four times the tension.
    const auto step_with = [](const std::string& tension) {
        auto world =
            world_of(R"({"format": 1, "spacing": 0.1, "support": 2, "gravity": [0, 0, 0], "step": {"longest": 1},
            "bodies": [{"shape": {"sphere": {"radius": 0.3}}, "track": [{"behaviour": "fluid", "viscosity": 0,
            "artificial_viscosity": 0, "surface_tension": )" +
                     tension + R"(}]}], "pressure": {"method": "dfsph"}})");
        const StepReport report = world->step(1e6);
        EXPECT_EQ(report.limit, "surface_tension");
        return double(report.dt);
    };
    const double once = step_with("1000"), root = std::sqrt(1000 * std::pow(0.2, 3) / 1000);
    EXPECT_NEAR(step_with("4000") / once, 0.5, 1e-4);
    EXPECT_LT(once, 0.1 * root);  // Brackbill's limit with a spacing of 0.4 h
}

INSTANTIATE_TEST_SUITE_P(All, SurfaceTension, every_pair_case(), pair_case_name);

}  // namespace
}  // namespace panta::test
