#include "validation/drop.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "behaviours/fluid/properties.h"
#include "behaviours/fluid/surface_tension.h"
#include "behaviours/fluid/tension_shapes.h"
#include "kernels/lattice_sum.h"
#include "validation/simulate.h"

namespace panta::validation {

namespace {

constexpr int sectors = 36;
constexpr double depth_inside = 3;  // support radii

using Plane = std::array<double, 2>;

/// Places about the centre of mass.
std::vector<Plane> centred(const World& world) {
    const Sum3 centre = centre_of_mass(world);
    std::vector<Plane> places;
    for (const Vec3& x : world.particles()[fields::position]) places.push_back({x.x - centre.x, x.y - centre.y});
    return places;
}

/// The forces between the pairs of a drop, in double precision.
template <class Shape>
class PairForces {
public:
    PairForces(const World& world, const Scene& scene, const Kernel<Shape>& W)
        : particles_(world.particles()),
          method_(scene.surface_tension.method),
          sigma_(initial_value(scene.bodies.at(0).track, fluid::surface_tension)),
          h_(world.neighbours().largest_support()),
          W_(W),
          places_(centred(world)),
          inwards_(places_.size()) {
        for (size_t i = 0; i < places_.size(); ++i)
            for_each_near(i, [&](size_t j, const Plane& d, double r) {
                for (int axis = 0; axis < 2; ++axis)
                    inwards_[i][axis] += h_ * particles_[fields::volume][j] * W_.slope_over_r(r) * d[axis];
            });
    }

    /// Half the sum over j of f_ij . x_ij, over two volumes.
    double pressure_at(size_t i) const {
        const auto V = particles_[fields::volume], c = particles_[fields::compression],
                   p = particles_[fields::pressure];
        const double norm = AkinciCohesion::norm(2) / std::pow(h_, 4),
                     becker = BeckerTeschner::norm(2) / std::pow(h_, 4),
                     area = AreaMinimisation<Shape>::norm(2) / (h_ * h_), a = fluid::cohesion_share;
        double virial = 0;
        for_each_near(i, [&](size_t j, const Plane& d, double r) {
            const double both = double(p[i]) / (c[i] * c[i]) + double(p[j]) / (c[j] * c[j]);
            virial -= V[j] * both * W_.slope_over_r(r) * r * r;
            if (method_ == TensionMethod::becker_teschner) {
                virial -= sigma_ * V[j] * becker * BeckerTeschner::value(r / h_) * r;
                return;
            }
            virial -= sigma_ * V[j] * a * norm * AkinciCohesion::value(r / h_) * r;
            const double along = (inwards_[i][0] - inwards_[j][0]) * d[0] + (inwards_[i][1] - inwards_[j][1]) * d[1];
            virial -= sigma_ * V[j] * (1 - a) * area * W_.value(r) * along;
        });
        return virial / 4;
    }

private:
    template <class Visit>
    void for_each_near(size_t i, const Visit& visit) const {
        for (size_t j = 0; j < places_.size(); ++j) {
            const Plane d{places_[i][0] - places_[j][0], places_[i][1] - places_[j][1]};
            const double r = std::hypot(d[0], d[1]);
            if (i != j && r < h_) visit(j, d, r);
        }
    }

    const Particles& particles_;
    TensionMethod method_;
    double sigma_, h_;
    Kernel<Shape> W_;
    std::vector<Plane> places_, inwards_;
};

}  // namespace

Roundness roundness(const World& world) {
    std::array<double, sectors> edge{};
    for (const auto& [x, y] : centred(world)) {
        const double turn = (std::atan2(y, x) / std::numbers::pi + 1) / 2;
        double& farthest = edge[std::min(size_t(turn * sectors), edge.size() - 1)];
        farthest = std::max(farthest, std::hypot(x, y) + world.settings().spacing / 2);
    }
    return {*std::ranges::max_element(edge), *std::ranges::min_element(edge)};
}

double elongation(const World& world) {
    double difference = 0, sum = 0;
    for (const auto& [x, y] : centred(world)) {
        difference += x * x - y * y;
        sum += x * x + y * y;
    }
    return difference / sum;
}

double equal_radius(const World& world) {
    double volume = 0;
    for (const Real V : world.particles()[fields::volume]) volume += V;
    return std::sqrt(volume / std::numbers::pi);
}

double inner_pressure(const World& world, const Scene& scene) {
    const Real h = world.neighbours().largest_support();
    const double deepest = equal_radius(world) - depth_inside * h;
    const std::vector<Plane> places = centred(world);
    return with_scalar_kernel(world.settings().smoothing, h, [&](const auto& W) {
        const PairForces forces(world, scene, W);
        double sum = 0, count = 0;
        for (size_t i = 0; i < places.size(); ++i) {
            if (std::hypot(places[i][0], places[i][1]) > deepest) continue;
            sum += forces.pressure_at(i);
            ++count;
        }
        return sum / count;
    });
}

}  // namespace panta::validation
