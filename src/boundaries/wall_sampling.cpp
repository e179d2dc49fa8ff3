#include "boundaries/wall_sampling.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "boundaries/plane_lattice.h"
#include "geometry/sampling.h"
#include "geometry/thinning.h"

namespace panta {
namespace {

void add(WallSamples& samples, const Vec3d& point, const Vec3d& normal, double depth) {
    samples.points.push_back(to_real(point));
    samples.normals.push_back(to_real(normal));
    samples.depths.push_back(Real(depth));
}

/// The cells of a box along one axis. Cells [0, cells) are within the box, negative ones and those from `cells` on are
/// behind its sides. Particles are taken from [begin, end) without [core_begin, core_end).
struct CellRange {
    double half, spacing;
    int64_t cells, begin, end, core_begin, core_end;

    /// The centre of cell i; steps within the box are shrunk so that whole ones fit.
    double centre(int64_t i) const {
        if (i < 0) return -half + (double(i) + 0.5) * spacing;
        if (i >= cells) return half + (double(i - cells) + 0.5) * spacing;
        return -half + (double(i) + 0.5) * (2 * half / double(cells));
    }
    bool in_core(int64_t i) const { return i >= core_begin && i < core_end; }
};

/// Particles in and around the sides of a box.
class BoxSampler {
public:
    BoxSampler(const OrientedBox& box, FluidSide fluid, Sides open, const WallSampling& sampling)
        : box_(box), fluid_(fluid), open_(open), sampling_(sampling) {
        for (int axis = 0; axis < 3; ++axis) ranges_[axis] = range(axis);
    }

    WallSamples run() {
        std::array<int64_t, 3> at{};
        const auto& [x, y, z] = ranges_;
        for (at[2] = z.begin; at[2] < z.end; ++at[2])
            for (at[1] = y.begin; at[1] < y.end; ++at[1]) {
                const bool through_core = y.in_core(at[1]) && z.in_core(at[2]);
                for (at[0] = x.begin; at[0] < x.end; ++at[0]) {
                    if (through_core && at[0] == x.core_begin) at[0] = std::max(x.core_begin, x.core_end);
                    if (at[0] < x.end) visit(at);
                }
            }
        return std::move(samples_);
    }

private:
    CellRange range(int axis) const {
        // In two dimensions the third axis is one cell that is never at a side.
        if (axis >= sampling_.dimension) return {0, 0, 1, 0, 1, 0, 1};
        // One more cell rather than gaps, unless the size is a whole number of spacings up to rounding.
        constexpr double tolerance = 0.01;
        const double half = box_.half[axis], spacing = sampling_.spacing;
        const int64_t n = std::max<int64_t>(1, int64_t(std::ceil(2 * half / spacing - tolerance)));
        const int64_t layers = sampling_.layers;
        if (fluid_ == FluidSide::inside) return {half, spacing, n, -layers, n + layers, 0, n};
        return {half, spacing, n, 0, n, std::min(layers, n), n - layers};
    }

    /// The sides of the box to whose layers the cell belongs.
    Sides sides_of(const std::array<int64_t, 3>& at) const {
        Sides sides = 0;
        for (int axis = 0; axis < sampling_.dimension; ++axis) {
            if (at[axis] < ranges_[axis].core_begin) sides |= side_bit(axis, false);
            if (at[axis] >= ranges_[axis].core_end) sides |= side_bit(axis, true);
        }
        return sides;
    }

    void visit(const std::array<int64_t, 3>& at) {
        Vec3d local;
        for (int axis = 0; axis < sampling_.dimension; ++axis) local[axis] = ranges_[axis].centre(at[axis]);
        const Sides sides = sides_of(at);
        if (fluid_ == FluidSide::inside) {
            // A side wall ends where an open side begins.
            if (sides & open_) return;
            add_behind_container(local);
        } else if (sides & ~open_) {
            add_within_solid(local, Sides(sides & ~open_));
        }
    }

    /// Outside a container: the closest point of the box is in front.
    void add_behind_container(const Vec3d& local) {
        Vec3d beyond;
        for (int axis = 0; axis < sampling_.dimension; ++axis)
            beyond[axis] = local[axis] - std::clamp(local[axis], -box_.half[axis], box_.half[axis]);
        add_local(local, -unit(beyond), norm(beyond));
    }

    /// Within a solid: the nearest of its sides is in front; at edges and corners several are.
    void add_within_solid(const Vec3d& local, Sides sides) {
        const auto behind = [&](int axis, bool upper) {
            return box_.half[axis] - (upper ? local[axis] : -local[axis]);
        };
        double depth = unbounded;
        for (int axis = 0; axis < sampling_.dimension; ++axis)
            for (const bool upper : {false, true})
                if (sides & side_bit(axis, upper)) depth = std::min(depth, behind(axis, upper));
        Vec3d normal;
        for (int axis = 0; axis < sampling_.dimension; ++axis)
            for (const bool upper : {false, true})
                if (sides & side_bit(axis, upper) && behind(axis, upper) < depth + 0.01 * sampling_.spacing)
                    normal[axis] += normal[axis] != 0 ? 0 : upper ? 1 : -1;
        add_local(local, unit(normal), depth);
    }

    void add_local(const Vec3d& local, const Vec3d& normal, double depth) {
        add(samples_, box_.frame.to_world(local), box_.frame.rotation.turn(normal), depth);
    }

    const OrientedBox& box_;
    FluidSide fluid_;
    Sides open_;
    const WallSampling& sampling_;
    std::array<CellRange, 3> ranges_;
    WallSamples samples_;
};

/// Points as deep behind the surface as a thin part allows where it has no room for half a spacing: halfway through.
/// `behind` is the signed distance that was asked for.
std::vector<Vec3d> halfway_points(const Shape& shape, double behind, Real spacing) {
    const SurfaceSamples surface = scatter_level(shape, 0, spacing);
    const double side = behind > 0 ? 1 : -1;
    std::vector<Vec3d> points;
    for (size_t k = 0; k < surface.points.size(); ++k) {
        const Vec3d start = surface.points[k], into = side * Vec3d(surface.normals[k]);
        // The surface we came from must stay the closest one.
        const auto undisturbed = [&](double t) {
            return side * shape.signed_distance(start + t * into) > 0.95 * t - 1e-3 * spacing;
        };
        double near = 0, far = std::abs(behind);
        if (undisturbed(far)) continue;
        for (int halving = 0; halving < 8; ++halving) {
            const double middle = (near + far) / 2;
            (undisturbed(middle) ? near : far) = middle;
        }
        points.push_back(start + near * into);
    }
    return points;
}

/// Fills thin parts of a solid, where the first layer (the points so far) has no room.
void add_thin_parts(WallSamples& samples, const Shape& shape, double to_fluid, Real spacing) {
    std::vector<Vec3d> points(samples.points.begin(), samples.points.end());
    const size_t kept = points.size();
    // Along sharp edges the layer is up to this far (in spacings) from points that would only crowd the edge.
    constexpr double covered = 1.5;
    const std::vector<Vec3d> halfway = halfway_points(shape, -to_fluid * spacing / 2, spacing);
    const std::vector<bool> is_covered = have_near(halfway, points, covered * spacing);
    for (size_t k = 0; k < halfway.size(); ++k)
        if (!is_covered[k]) points.push_back(halfway[k]);
    for (const uint32_t k : thin(points, 0.95 * spacing, kept)) {
        if (k < kept) continue;
        const Distance distance = shape.distance(points[k]);
        add(samples, points[k], to_fluid * distance.gradient, std::abs(distance.value));
    }
}

/// Layers behind a curved surface: level sets of its distance.
WallSamples sample_round(const Shape& shape, FluidSide fluid, const WallSampling& sampling) {
    const double to_fluid = fluid == FluidSide::outside ? 1 : -1;
    WallSamples samples;
    for (int layer = 0; layer < sampling.layers; ++layer) {
        const double depth = (layer + 0.5) * sampling.spacing;
        const SurfaceSamples level = sample_level(shape, -to_fluid * depth, sampling.spacing);
        for (size_t k = 0; k < level.points.size(); ++k)
            add(samples, level.points[k], to_fluid * Vec3d(level.normals[k]), depth);
        if (layer == 0) add_thin_parts(samples, shape, to_fluid, sampling.spacing);
    }
    return samples;
}

/// Layers around a cylinder that holds fluid: larger cylinders. Level sets would be rounded along the rims, and fluid
/// would crowd into the edge, where it saw too little wall.
WallSamples sample_vessel(const Wall& wall, const WallSampling& sampling) {
    WallSamples samples;
    for (int layer = 0; layer < sampling.layers; ++layer) {
        const double depth = (layer + 0.5) * sampling.spacing;
        Wall larger = wall;
        auto& cylinder = std::get<CylinderWall>(larger.shape);
        cylinder.radius += Real(depth / wall.placement.scale);
        cylinder.height += Real(2 * depth / wall.placement.scale);
        const SurfaceSamples level = sample_level(shape_of(larger, sampling.dimension), 0, sampling.spacing);
        for (size_t k = 0; k < level.points.size(); ++k) add(samples, level.points[k], -Vec3d(level.normals[k]), depth);
    }
    return samples;
}

/// Leaves out what closes the open ends of a cylinder.
WallSamples without_open_ends(const WallSamples& all, const CylinderWall& wall, const Placement& placement) {
    const LocalFrame frame{placed(Vec3d(wall.centre), placement), rotation_of(placement)};
    const double half = double(wall.height) * placement.scale / 2;
    WallSamples kept;
    for (size_t k = 0; k < all.points.size(); ++k) {
        const double height = frame.to_local(all.points[k]).y;
        const bool faces_end = std::abs(frame.rotation.turn_back(all.normals[k]).y) > 0.5;
        const bool upper = height > 0, beyond = std::abs(height) > half;
        if ((wall.open & side_bit(1, upper)) && (beyond || faces_end)) continue;
        add(kept, all.points[k], all.normals[k], all.depths[k]);
    }
    return kept;
}

/// On either side of the surface, half a spacing away, each seen from the other side.
WallSamples sample_sheet(const Wall& wall, const WallSampling& sampling) {
    const double depth = sampling.spacing / 2;
    const SurfaceSamples around = sample_around(placed_sheet(wall), depth, sampling.spacing);
    WallSamples samples;
    for (size_t k = 0; k < around.points.size(); ++k) add(samples, around.points[k], -Vec3d(around.normals[k]), depth);
    return samples;
}

WallSamples sample_curved(const Wall& wall, const WallSampling& sampling) {
    if (is_sheet(wall)) return sample_sheet(wall, sampling);
    const auto* cylinder = std::get_if<CylinderWall>(&wall.shape);
    const bool is_vessel = cylinder != nullptr && fluid_side(wall) == FluidSide::inside;
    const WallSamples samples = is_vessel
                                    ? sample_vessel(wall, sampling)
                                    : sample_round(shape_of(wall, sampling.dimension), fluid_side(wall), sampling);
    return cylinder && cylinder->open != 0 ? without_open_ends(samples, *cylinder, wall.placement) : samples;
}

}  // namespace

double count_on_plane(const PlaneWall& plane, const WallSampling& sampling) {
    const CellPatch patch = PlaneLattice(plane, sampling).patch();
    return sampling.layers * double(patch.i.size()) * double(patch.j.size());
}

WallSamples sample_wall(const Wall& wall, const WallSampling& sampling) {
    check(sampling.spacing > 0 && sampling.layers >= 1, "walls are sampled with a positive spacing, in layers");
    if (std::holds_alternative<PlaneWall>(wall.shape)) {
        const PlaneLattice lattice(placed_plane(wall, sampling.dimension), sampling);
        WallSamples samples;
        lattice.sample(lattice.patch(), samples);
        return samples;
    }
    if (!is_sheet(wall)) {
        const Shape shape = shape_of(wall, sampling.dimension);
        if (const auto* box = std::get_if<OrientedBox>(&shape.solid())) {
            const auto* stated = std::get_if<BoxWall>(&wall.shape);
            return BoxSampler(*box, fluid_side(wall), stated ? stated->open : Sides(0), sampling).run();
        }
    }
    // About the origin, so that the same wall has the same particles elsewhere.
    Wall centred = wall;
    centred.placement.translation = {};
    WallSamples samples = sample_curved(centred, sampling);
    for (Vec3& point : samples.points) point = to_real(Vec3d(point) + Vec3d(wall.placement.translation));
    return samples;
}

}  // namespace panta
