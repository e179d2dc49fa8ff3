// Planes without end: wall particles wherever somebody comes near.
//
// A plane begins with wall particles under the scene as it is at the start. Where particles come near to it elsewhere,
// tiles of the same lattice are added, before their neighbours are searched for: tiles, so that a lone drop costs a few
// of them and not a floor as wide as its flight. Who sees a place where the lattice is missing has all that are near to
// a plane get some more than they need, since the neighbour lists are built anew whenever a wall has grown. Which tiles
// there are depends on where particles have been only, never on threads; tiles stay until the end of the run.
//
// Wall particles count for more along the rim of a wall (wall_volumes.h). Where a tile continues it, the volumes of the
// former rim are measured anew, as they would have been had the tile always been there.
#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "base/bytes.h"
#include "base/threads.h"
#include "boundaries/plane_lattice.h"
#include "kernels/smoothing.h"
#include "particles/particles.h"

namespace panta {

class PlaneTiles {
public:
    /// A plane that rests, and whose patch is among the walls; fields::body of its particles is `boundary`. Planes
    /// askew to periodic axes, whose images are others, stay as they are.
    void add_plane(uint32_t boundary, PlaneLattice lattice);
    bool any() const { return !planes_.empty(); }

    /// Adds tiles to the walls where one of the positions lacks them; they are like the rest of their plane. Returns
    /// whether it did.
    bool cover(std::span<const Vec3> positions, Particles& walls, const Smoothing& smoothing, const Threads& threads);

    /// Whether there are tiles: the walls are more than a scene begins with.
    bool have_grown() const;
    void save(ByteWriter& writer) const;
    /// Knows the tiles again that are among restored walls.
    void restore(ByteReader& reader);

private:
    struct Tile {
        int32_t i, j;  // by the edge of a tile
        auto operator<=>(const Tile&) const = default;
    };
    class Plane {
    public:
        Plane(uint32_t boundary, PlaneLattice lattice);

        /// The tiles that all these positions lack together, in order.
        std::vector<Tile> lacking(std::span<const Vec3> positions, const Threads& threads) const;
        void add(const std::vector<Tile>& tiles, Particles& walls);

        const WallSampling& sampling() const { return lattice_.sampling(); }
        const std::vector<Tile>& tiles() const { return tiles_; }
        void know(const std::vector<Tile>& tiles);

    private:
        template <class Visit>
        void visit_lacking(const Vec3& position, double reach, const Visit& visit) const;
        bool lacks_any(const Vec3& position, double reach) const;

        uint32_t boundary_;
        PlaneLattice lattice_;
        CellPatch limits_;                    // of all tiles
        std::vector<Vec3d> images_;           // where else a position is, across periodic axes
        std::vector<Tile> tiles_;             // in the order in which they were added
        std::unordered_set<uint64_t> known_;  // keys of the same, to ask for
    };

    std::vector<Plane> planes_;
};

}  // namespace panta
