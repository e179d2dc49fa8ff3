// Even covers of curved surfaces: many candidates on the surface, thinned to one per spacing^2.
#include <array>
#include <cstdint>
#include <optional>

#include "base/check.h"
#include "geometry/sampling.h"
#include "geometry/spreading.h"
#include "geometry/thinning.h"
#include "geometry/triangle_bvh.h"

namespace panta {
namespace {

// Candidates are this fraction of a spacing apart: finer covers are more even and cost more.
constexpr double candidate_step = 0.25;
// A crystal grown with this least distance (in spacings) has one point per spacing^2, measured on spheres and planes:
// a perfect triangular lattice would need 1.075, its faults and the steps between candidates take the rest.
constexpr double thinning_radius = 0.93;

/// Points to choose from.
struct Candidates {
    std::vector<Vec3d> points;
    std::vector<Vec3d> normals;
};

SurfaceSamples all_of(const Candidates& candidates) {
    SurfaceSamples samples;
    for (const Vec3d& p : candidates.points) samples.points.push_back(to_real(p));
    for (const Vec3d& n : candidates.normals) samples.normals.push_back(to_real(n));
    return samples;
}

SurfaceSamples thinned(const Candidates& candidates, double radius) {
    SurfaceSamples samples;
    for (const uint32_t k : thin(candidates.points, radius)) {
        samples.points.push_back(to_real(candidates.points[k]));
        samples.normals.push_back(to_real(candidates.normals[k]));
    }
    return samples;
}

/// The space around a mesh, by the distance from it on either side.
struct AroundMesh {
    const TriangleBvh& mesh;

    Box bounds() const { return mesh.bounds(); }
    int dimension() const { return 3; }
    Distance distance(const Vec3d& p) const {
        const TriangleBvh::Closest closest = *mesh.closest(p);
        const Vec3d away = p - closest.point;
        return {closest.distance, closest.distance > 0 ? unit(away) : mesh.normal(closest.triangle)};
    }
};

/// Descends into the cubes (squares) that may hold a piece of the level set and projects the small ones onto it.
template <class Shaped>
class LevelSearch {
public:
    LevelSearch(const Shaped& shape, double level, double spacing)
        : shape_(shape), level_(level), smallest_(spacing / 3.5), accuracy_(0.02 * spacing) {}

    /// Even points: some of those found, spread out.
    SurfaceSamples cover(double radius, double spacing) {
        constexpr double exactly = 1e-9;
        const Candidates all = run();
        std::vector<Vec3d> points;
        for (const uint32_t k : thin(all.points, radius)) points.push_back(all.points[k]);
        spread(points, spacing, [&](Vec3d& p) { return project(p, shape_.distance(p), exactly).has_value(); });
        SurfaceSamples samples;
        for (Vec3d p : points) {
            const std::optional<Distance> d = project(p, shape_.distance(p), exactly);
            if (!d) continue;
            samples.points.push_back(to_real(p));
            samples.normals.push_back(to_real(d->gradient));
        }
        return samples;
    }

    Candidates run() {
        const Box box = shape_.bounds();
        const Vec3d lower = box.lower, upper = box.upper;
        // Double the smallest cube until it holds everything.
        const double needed = largest(upper - lower) / 2 + std::abs(level_) + smallest_;
        double half = smallest_ / 2;
        while (half < needed) half *= 2;
        descend((lower + upper) * 0.5, half);
        return std::move(found_);
    }

private:
    void descend(const Vec3d& centre, double half) {
        const bool flat = shape_.dimension() == 2;
        const Distance d = shape_.distance(centre);
        // Nothing here if the level is further than the corners of the cube.
        if (std::abs(d.value - level_) > half * std::sqrt(flat ? 2.0 : 3.0)) return;
        if (half < 0.75 * smallest_) return add(centre, d);
        for (int corner = 0; corner < (flat ? 4 : 8); ++corner)
            descend(centre + Vec3d(corner & 1 ? half : -half, corner & 2 ? half : -half,
                                   flat         ? 0.0
                                   : corner & 4 ? half
                                                : -half) *
                                 0.5,
                    half / 2);
    }

    void add(Vec3d p, const Distance& start) {
        const std::optional<Distance> d = project(p, start, 1e-3);
        if (!d) return;
        found_.points.push_back(p);
        found_.normals.push_back(d->gradient);
    }

    /// Brings a point, whose distance is d, onto the level, if that is near, up to a part of what counts as on it.
    std::optional<Distance> project(Vec3d& p, Distance d, double precision) const {
        for (int attempt = 0; attempt < 4; ++attempt) {
            if (std::abs(d.value - level_) <= precision * accuracy_) break;
            p += (level_ - d.value) * d.gradient;
            d = shape_.distance(p);
        }
        if (std::abs(d.value - level_) > accuracy_) return {};
        return d;
    }

    const Shaped& shape_;
    double level_, smallest_, accuracy_;
    Candidates found_;
};

}  // namespace

SurfaceSamples sample_surface(const TriangleMesh& mesh, Real spacing) {
    check(spacing > 0, "a surface is sampled with a positive spacing");
    Candidates candidates;
    for (const auto& [ia, ib, ic] : mesh.triangles) {
        const Vec3d a = mesh.vertices[ia], b = mesh.vertices[ib], c = mesh.vertices[ic];
        const Vec3d normal = unit(cross(b - a, c - a));
        // A grid of points with corners and edges: n steps along the longest edge.
        const double longest = std::max({norm(b - a), norm(c - b), norm(a - c)});
        const auto n = std::max<int64_t>(1, int64_t(std::ceil(longest / (candidate_step * spacing))));
        for (int64_t i = 0; i <= n; ++i)
            for (int64_t j = 0; i + j <= n; ++j) {
                candidates.points.push_back(a + (b - a) * (double(i) / double(n)) + (c - a) * (double(j) / double(n)));
                candidates.normals.push_back(normal);
            }
    }
    return thinned(candidates, thinning_radius * spacing);
}

SurfaceSamples sample_level(const Shape& shape, double level, Real spacing) {
    check(spacing > 0, "a level set is sampled with a positive spacing");
    const double radius = (shape.dimension() == 2 ? 0.95 : thinning_radius) * spacing;
    return LevelSearch(shape, level, spacing).cover(radius, spacing);
}

SurfaceSamples sample_around(const TriangleMesh& mesh, double distance, Real spacing) {
    check(spacing > 0 && distance > 0, "space around a mesh is sampled at a positive distance");
    const TriangleBvh bvh(mesh);
    return LevelSearch(AroundMesh{bvh}, distance, spacing).cover(thinning_radius * spacing, spacing);
}

SurfaceSamples scatter_level(const Shape& shape, double level, Real spacing) {
    check(spacing > 0, "a level set is sampled with a positive spacing");
    return all_of(LevelSearch(shape, level, spacing).run());
}

}  // namespace panta
