// Where particles of different rest volume meet (VOL: Shinkawa and Kawaguchi 2013, figure 4): sums of masses make the
// smaller ones crowd at the interface, sums of volumes do not.
//
// The plain variant is a small SPH of its own, in double precision and over all pairs; it is run with both sums from
// the same start, so that nothing else differs:
//
//     masses    rho_i = sum_j m_j W_ij,   c_i = rho_i / rho0_i,   f_i = - sum_j m_i m_j (p_i / rho_i^2 + p_j / rho_j^2)
//     grad W volumes   c_i = sum_j V_j W_ij,                             f_i = - sum_j V_i V_j (p_i / c_i^2 + p_j /
//     c_j^2) grad W
#include <cmath>

#include "kernels/kernel.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

constexpr double spacing = 0.05, width = 0.8;

/// A layer of particles, and on top of it one of particles that have grown to twice their volume; from above they are
/// kept together by gravity.
std::unique_ptr<World> layers() {
    return world_of(
        R"({"format": 1, "dimension": 2, "spacing": 0.05, "support": 3, "kernel": "wendland_c2", "gravity": [0, -1],
        "periodic": {"x": [0, 0.8]}, "bodies": [
        {"shape": {"box": {"min": [0, 0], "max": [0.8, 0.4]}}, "track": [{"behaviour": "fluid"}]},
        {"shape": {"box": {"min": [0, 0.4], "max": [0.8, 0.8]}}, "track": [{"behaviour": "fluid",
            "volume": {"keys": [[0.5, 1], [2, 2]]}}]}],
        "boundaries": [{"plane": {}, "layers": 3}]})");
}

struct Point {
    double x, y, u = 0, v = 0, volume, mass;
    bool upper, wall;
    double c = 1, p = 0;
    double density() const { return mass / volume; }
};

/// From j to i along x, where space repeats itself.
double across(const Point& i, const Point& j) {
    const double d = i.x - j.x;
    return d > width / 2 ? d - width : d < -width / 2 ? d + width : d;
}
double squared_distance(const Point& i, const Point& j) {
    return across(i, j) * across(i, j) + (i.y - j.y) * (i.y - j.y);
}

/// What a settled world has, its walls included.
std::vector<Point> points_of(const World& world) {
    std::vector<Point> points;
    const Particles &particles = world.particles(), &walls = world.walls();
    for (size_t i = 0; i < particles.size(); ++i) {
        const Vec3 x = particles[fields::position][i];
        points.push_back({x.x, x.y, 0, 0, particles[fields::volume][i], particles[fields::mass][i],
                          particles[fields::body][i] == 1, false});
    }
    for (size_t b = 0; b < walls.size(); ++b) {
        const Vec3 x = walls[fields::position][b];
        points.push_back({x.x, x.y, 0, 0, walls[fields::volume][b], 0, false, true});
    }
    return points;
}

enum class Sums { masses, volumes };

/// Lets points find their places under gravity, with damping.
class PlainSph {
public:
    PlainSph(std::vector<Point> points, Sums sums, double h)
        : points_(std::move(points)), sums_(sums), W_(Real(h), 2) {}

    const std::vector<Point>& settle(int steps) {
        constexpr double stiffness = 400, gravity = 1, drag = 0.95;  // cs = 20 m/s: c - 1 below 0.5 %
        const double dt = 0.2 * W_.h() / std::sqrt(stiffness);
        for (int k = 0; k < steps; ++k) {
            find_compression(stiffness);
            for (Point& i : points_) {
                if (i.wall) continue;
                double fx = 0, fy = -gravity * i.mass;
                for_each_near(i, [&](const Point& j, double r) {
                    const double slope = pair_factor(i, j) * W_.slope_over_r(Real(r));
                    fx -= slope * across(i, j);
                    fy -= slope * (i.y - j.y);
                });
                i.u = drag * (i.u + dt * fx / i.mass);
                i.v = drag * (i.v + dt * fy / i.mass);
            }
            for (Point& i : points_) {
                i.x += dt * i.u;
                i.y += dt * i.v;
                if (i.x < 0) i.x += width;
                if (i.x >= width) i.x -= width;
            }
        }
        return points_;
    }

private:
    void find_compression(double stiffness) {
        for (Point& i : points_) {
            if (i.wall) continue;
            // A wall is as dense as whoever looks at it.
            double sum = W_.at_zero() * i.volume;
            for_each_near(i, [&](const Point& j, double r) {
                const bool by_mass = sums_ == Sums::masses && !j.wall;
                sum += W_.value(Real(r)) * (by_mass ? j.mass / i.density() : j.volume);
            });
            i.c = sum;
            i.p = std::max(0., i.density() * stiffness * (i.c - 1));
        }
    }
    double pair_factor(const Point& i, const Point& j) const {
        if (j.wall) return i.volume * j.volume * i.p / (i.c * i.c);
        if (sums_ == Sums::volumes) return i.volume * j.volume * (i.p / (i.c * i.c) + j.p / (j.c * j.c));
        const double rho_i = i.c * i.density(), rho_j = j.c * j.density();
        return i.mass * j.mass * (i.p / (rho_i * rho_i) + j.p / (rho_j * rho_j));
    }
    template <class Visit>
    void for_each_near(const Point& i, const Visit& visit) const {
        for (const Point& j : points_)
            if (const double r2 = squared_distance(i, j); &i != &j && r2 < W_.h() * W_.h()) visit(j, std::sqrt(r2));
    }

    std::vector<Point> points_;
    Sums sums_;
    Kernel<WendlandC2> W_;
};

/// Distances to the nearest neighbour, over the mean spacing of the two, of points that have points of the other layer
/// within reach.
struct Crowding {
    double smallest = 1e9, mean = 0;
};
Crowding at_interface(const std::vector<Point>& points) {
    Crowding crowding;
    double count = 0;
    for (const Point& i : points) {
        double nearest = 1e9;
        bool at_interface = false;
        for (const Point& j : points) {
            if (&i == &j || i.wall || j.wall) continue;
            const double r = std::sqrt(squared_distance(i, j));
            at_interface |= i.upper != j.upper && r < 2 * spacing;
            nearest = std::min(nearest, 2 * r / (std::sqrt(i.volume) + std::sqrt(j.volume)));
        }
        if (!at_interface) continue;
        crowding.smallest = std::min(crowding.smallest, nearest);
        crowding.mean += nearest;
        ++count;
    }
    crowding.mean /= count;
    return crowding;
}

TEST(Interface, particles_of_different_volumes_do_not_crowd) {
    const auto world = layers();
    while (world->time() < 4) world->step(4);
    const std::vector<Point> start = points_of(*world);
    constexpr int steps = 800;
    const Crowding engine = at_interface(start),
                   volumes = at_interface(PlainSph(start, Sums::volumes, 3 * spacing).settle(steps)),
                   masses = at_interface(PlainSph(start, Sums::masses, 3 * spacing).settle(steps));
    // Measured, smallest and mean over the expected spacing: 0.63 and 0.86 in the engine, 0.71 and 0.89 with sums of
    // volumes, 0.47 and 0.68 with sums of masses. The square lattice has 1, a triangular one 1.07. The smallest is that
    // of one pair and changes by a tenth when anything does; so variants are compared with each other.
    EXPECT_GT(engine.smallest, 0.55);
    EXPECT_GT(volumes.smallest, 0.55);
    EXPECT_LT(masses.smallest, 0.8 * std::min(engine.smallest, volumes.smallest));
    EXPECT_GT(engine.mean, 0.78);
    EXPECT_GT(volumes.mean, 0.78);
    EXPECT_LT(masses.mean, 0.73);
}

}  // namespace
}  // namespace panta::test
