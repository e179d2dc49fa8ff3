// The boundary particles of a plane: a lattice without end, of which a scene uses what it comes near to. The lattice is
// laid such that that of a box or a body goes on in it; its patch is what the scene needs at the start (plane_tiles.h
// adds to it).
#pragma once

#include <cstdint>

#include "boundaries/wall_sampling.h"
#include "geometry/vec3d.h"

namespace panta {

/// Cells of a plane's lattice along one of its two directions: [begin, end).
struct CellSpan {
    int64_t begin = 0, end = 1;

    int64_t size() const { return end - begin; }
    bool is_empty() const { return begin >= end; }
    bool contains(int64_t cell) const { return cell >= begin && cell < end; }
    bool contains(const CellSpan& other) const { return other.begin >= begin && other.end <= end; }
    CellSpan common_with(const CellSpan& other) const {
        return {begin > other.begin ? begin : other.begin, end < other.end ? end : other.end};
    }
};

/// Cells [i, i + 1) x [j, j + 1) of a plane; in two dimensions j is 0.
struct CellPatch {
    CellSpan i, j;

    bool is_empty() const { return i.is_empty() || j.is_empty(); }
    bool contains(const CellPatch& other) const { return i.contains(other.i) && j.contains(other.j); }
    CellPatch common_with(const CellPatch& other) const { return {i.common_with(other.i), j.common_with(other.j)}; }
};

class PlaneLattice {
public:
    PlaneLattice(const PlaneWall& plane, const WallSampling& sampling);

    /// The scene's shadow on the plane, grown by the support radius.
    const CellPatch& patch() const { return patch_; }
    const WallSampling& sampling() const { return sampling_; }

    /// Metres before the plane; negative behind it.
    double height(const Vec3d& p) const { return dot(p - foot_, normal_); }
    /// The cells whose centres are, along both directions, no further than `reach` (m) from p.
    CellPatch cells_near(const Vec3d& p, double reach) const;

    /// Adds the particles of some cells, layer by layer. A plane goes on through the ends of periodic axes by its
    /// images: what is beyond would be there twice, and is left out.
    void sample(const CellPatch& cells, WallSamples& samples) const;

    /// Along which of the two directions the plane comes back to where it began.
    bool repeats(int direction) const;
    /// Whether images of the plane across periodic axes are the plane itself, or a parallel one.
    bool fits_periods() const;

private:
    int directions() const { return sampling_.dimension - 1; }
    /// How far behind the surface a layer is, m.
    double depth(int layer) const { return (layer + 0.5) * double(sampling_.spacing); }
    CellSpan measure(int k) const;
    Vec3d centre(int layer, int64_t i, int64_t j) const;
    bool is_image(const Vec3& point) const;

    WallSampling sampling_;
    Vec3d normal_, foot_;        // the point nearest to the origin
    Vec3d along_[2];             // the axes themselves where possible, so that the lattice of a box goes on
    double anchor_[2] = {0, 0};  // where cell 0 begins, m
    CellPatch patch_;
};

}  // namespace panta
