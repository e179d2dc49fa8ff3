// Regular points: lattices within shapes, grids on segments, rectangles and boxes.
#include <algorithm>
#include <array>

#include "base/check.h"
#include "geometry/sampling.h"

namespace panta {
namespace {

/// Rounding of sizes given as decimal fractions, in units of the spacing: 1 m is 100 cells of 1 cm, not 99.99.
constexpr double tolerance = 1e-3;

/// A lattice in its own frame: point (i, j, k) is at frame(start + spacing (i, j, k)).
struct Lattice {
    LocalFrame frame;
    Vec3d start;
    double spacing;
    std::array<int64_t, 3> count;

    template <class Visit>
    void for_each(const Visit& visit) const {
        for (int64_t k = 0; k < count[2]; ++k)
            for (int64_t j = 0; j < count[1]; ++j)
                for (int64_t i = 0; i < count[0]; ++i)
                    visit(frame.to_world(start + spacing * Vec3d(double(i), double(j), double(k))));
    }
};

/// Cells in the middle of [-half, half]: enough to cover it.
Lattice covering(const LocalFrame& frame, const Vec3d& half, double spacing, int dimension) {
    Lattice lattice{frame, {}, spacing, {1, 1, 1}};
    for (int axis = 0; axis < dimension; ++axis) {
        lattice.count[axis] = std::max<int64_t>(1, int64_t(std::ceil(2 * half[axis] / spacing - tolerance)));
        lattice.start[axis] = -spacing * double(lattice.count[axis] - 1) / 2;
    }
    return lattice;
}

/// Cells from the lower corner of a box; the last one may stick out by less than half.
Lattice from_corner(const OrientedBox& box, double spacing, int dimension) {
    Lattice lattice{box.frame, {}, spacing, {1, 1, 1}};
    for (int axis = 0; axis < dimension; ++axis) {
        lattice.count[axis] = int64_t(std::floor(2 * box.half[axis] / spacing + 0.5 - tolerance));
        lattice.start[axis] = -box.half[axis] + spacing / 2;
    }
    return lattice;
}

int64_t steps_along(double length, Real spacing) {
    return std::max<int64_t>(1, int64_t(std::floor(length / spacing + 0.5)));
}

}  // namespace

std::vector<Vec3> fill_lattice(const Shape& shape, Real spacing) {
    check(spacing > 0, "a lattice has a positive spacing");
    const int dimension = shape.dimension();
    std::vector<Vec3> points;
    if (const auto* box = std::get_if<OrientedBox>(&shape.solid())) {
        from_corner(*box, spacing, dimension).for_each([&](const Vec3d& p) { points.push_back(to_real(p)); });
        return points;
    }
    Lattice lattice;
    if (const auto* cylinder = std::get_if<Cylinder>(&shape.solid())) {
        const Vec3d half{cylinder->radius, cylinder->half_height, cylinder->radius};
        lattice = covering(cylinder->frame, half, spacing, dimension);
    } else {
        const Vec3d lower = shape.bounds().lower, upper = shape.bounds().upper;
        lattice = covering({(lower + upper) * 0.5, {}}, (upper - lower) * 0.5, spacing, dimension);
    }
    lattice.for_each([&](const Vec3d& p) {
        if (shape.contains(p)) points.push_back(to_real(p));
    });
    return points;
}

std::vector<Vec3> sample_segment(const Vec3& a, const Vec3& b, Real spacing) {
    return sample_rectangle(a, b - a, {}, spacing);
}

std::vector<Vec3> sample_rectangle(const Vec3& corner, const Vec3& side_u, const Vec3& side_v, Real spacing) {
    check(spacing > 0, "a grid has a positive spacing");
    const Vec3d u = side_u, v = side_v;
    const int64_t nu = norm(u) > 0 ? steps_along(norm(u), spacing) : 0;
    const int64_t nv = norm(v) > 0 ? steps_along(norm(v), spacing) : 0;
    std::vector<Vec3> points;
    for (int64_t j = 0; j <= nv; ++j)
        for (int64_t i = 0; i <= nu; ++i)
            points.push_back(
                to_real(corner + u * (nu ? double(i) / double(nu) : 0.0) + v * (nv ? double(j) / double(nv) : 0.0)));
    return points;
}

SurfaceSamples sample_box(const Box& box, Real spacing, int dimension) {
    check(spacing > 0, "a grid has a positive spacing");
    const Vec3d lower = box.lower, size = Vec3d(box.upper) - lower;
    std::array<int64_t, 3> steps{0, 0, 0};
    for (int axis = 0; axis < dimension; ++axis) steps[axis] = steps_along(size[axis], spacing);

    SurfaceSamples samples;
    std::array<int64_t, 3> at{};
    for (at[2] = 0; at[2] <= steps[2]; ++at[2])
        for (at[1] = 0; at[1] <= steps[1]; ++at[1])
            for (at[0] = 0; at[0] <= steps[0]; ++at[0]) {
                Vec3d point = lower, normal;
                for (int axis = 0; axis < dimension; ++axis) {
                    point[axis] += size[axis] * (double(at[axis]) / double(steps[axis]));
                    normal[axis] = at[axis] == 0 ? -1 : at[axis] == steps[axis] ? 1 : 0;
                }
                if (dimension == 2) point.z = 0;
                if (normal == Vec3d{}) continue;
                samples.points.push_back(to_real(point));
                samples.normals.push_back(to_real(unit(normal)));
            }
    return samples;
}

}  // namespace panta
