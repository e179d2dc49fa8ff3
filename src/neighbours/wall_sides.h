// Wall particles that are seen from one side only. A sheet has no thickness, and fluid may be on both of its sides: it
// has a particle on either side of its surface, and fluid sees the one on the far side, as it sees that of any other
// wall.
#pragma once

#include <span>

#include "particles/particles.h"

namespace panta {

namespace wall {

inline constexpr Field<Vec3> normal{"wall.normal", "1"};  // unit vector from the wall into the fluid
inline constexpr Field<Real> depth{"wall.depth", "m"};    // how far the particle lies behind the surface

// Layers of wall particles behind that surface; 0: one of a sheet, seen from its front only.
inline constexpr Field<uint32_t> layers{"wall.layers", "1", 1};

}  // namespace wall

/// Who sees which wall particle.
struct WallSides {
    std::span<const Vec3> normal;
    std::span<const Real> depth;
    std::span<const uint32_t> layers;

    explicit WallSides(const Particles& walls)
        : normal(walls[wall::normal]), depth(walls[wall::depth]), layers(walls[wall::layers]) {}

    static bool are_known(const Particles& walls) {
        return walls.has(wall::normal) && walls.has(wall::depth) && walls.has(wall::layers);
    }
    bool any_sheet() const { return std::ranges::find(layers, 0u) != layers.end(); }
    /// Whether the surface is between wall particle b and who is at x_b + d.
    bool hide(size_t b, const Vec3& d) const { return layers[b] == 0 && dot(d, normal[b]) < depth[b]; }
};

}  // namespace panta
