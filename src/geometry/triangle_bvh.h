// A bounding volume hierarchy over the triangles of a mesh: which triangle a segment meets first, which point of the
// surface is closest, and whether a point is inside.
//
// Segment test: Woop, Benthin and Wald 2013, "Watertight ray/triangle intersection", in double precision. Vertices are
// sheared once per segment into a plane across it, and the signs of the edge functions there are right or zero; zero
// counts as inside, so no segment slips between triangles that share an edge or a vertex.
// Closed meshes: the winding number of a point is the sum of signed crossings of a ray along an axis. The crossings of
// shared edges are decided once per edge (half-open rule, vertices in a fixed order), so they cancel exactly and the
// number is right for points beside edges and vertices as well.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "geometry/mesh.h"

namespace panta {

class TriangleBvh {
public:
    struct Hit {
        double fraction;    // of the way from `from` to `to`
        Vec3d normal;       // unit, by the right-hand rule of the triangle
        uint32_t triangle;  // index in the mesh
    };
    struct Closest {
        Vec3d point;
        double distance;
        uint32_t triangle;
    };

    explicit TriangleBvh(TriangleMesh mesh);

    const TriangleMesh& mesh() const { return mesh_; }
    Box bounds() const { return nodes_.empty() ? Box{} : nodes_.front().box; }
    bool closed() const { return closed_; }
    /// The unit normal of a triangle; any unit vector if it has no area.
    Vec3d normal(uint32_t triangle) const;

    /// The first meeting of the segment with the surface at a fraction in [after, 1], touches included.
    std::optional<Hit> first_hit(const Vec3d& from, const Vec3d& to, double after = 0) const;
    /// The point of the surface closest to p, if it is no further away than `within`.
    std::optional<Closest> closest(const Vec3d& p, double within = std::numeric_limits<double>::infinity()) const;
    /// Whether the surface winds around p: exact for closed meshes (self-overlapping ones included), a majority of
    /// three rays for open ones.
    bool inside(const Vec3d& p) const;
    /// Whether `box` overlaps the bounds of a small group of triangles: false means nothing is there.
    bool may_touch(const Box& box) const;

private:
    struct Node {
        Box box;
        uint32_t first;  // a leaf's first entry in order_, or the index of an inner node's second child
        uint32_t count;  // a leaf's number of triangles; 0 for an inner node, whose first child follows it
    };

    using Corners = std::array<Vec3, 3>;

    uint32_t build(uint32_t begin, uint32_t end);
    template <int axis>
    int winding(const Vec3d& p) const;

    TriangleMesh mesh_;
    bool closed_ = false;
    std::vector<Node> nodes_;
    std::vector<uint32_t> order_;   // triangles in the order of the leaves
    std::vector<Corners> corners_;  // and their corners
};

}  // namespace panta
