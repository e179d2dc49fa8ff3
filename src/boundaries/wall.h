// What a user says of one boundary: its shape, on which side of it the fluid is, and how it moves.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <variant>

#include "boundaries/motion.h"
#include "geometry/mesh_animation.h"
#include "geometry/primitives.h"
#include "geometry/shape.h"

namespace panta {

enum class FluidSide : uint8_t { inside, outside };

/// A container unless the fluid is outside. Open sides let everything through.
struct BoxWall {
    Box box;
    FluidSide fluid = FluidSide::inside;
    Sides open = 0;
    Real thickness = 0;  // m, of the walls of a container at the rims of its open sides
};

/// Endless; the fluid is where the normal points.
struct PlaneWall {
    Vec3 point;
    Vec3 normal{0, 1, 0};
};

struct SphereWall {
    Vec3 centre;
    Real radius = 1;
    FluidSide fluid = FluidSide::outside;
};

/// The axis is y before placement. Open ends (-y, +y) let everything through.
struct CylinderWall {
    Vec3 centre;
    Real radius = 1;
    Real height = 1;
    FluidSide fluid = FluidSide::outside;
    Sides open = 0;
    Real thickness = 0;  // as of a box
};

/// A closed mesh is a solid or a container; an open one is a thin sheet with fluid on both sides.
struct MeshWall {
    std::shared_ptr<const TriangleMesh> mesh;
    FluidSide fluid = FluidSide::outside;
    std::shared_ptr<const MeshAnimation> animation = {};  // which begins with the mesh; none: it is rigid
};

struct Wall {
    std::variant<BoxWall, PlaneWall, SphereWall, CylinderWall, MeshWall> shape;
    Placement placement = {};
    std::optional<MotionParams> motion = {};  // from the placed pose on, besides the animation of a mesh
};

/// The animation of a wall that changes its form; none for all others.
const MeshAnimation* animation_of(const Wall& wall);
inline bool moves(const Wall& wall) { return wall.motion || animation_of(wall) != nullptr; }
/// The surface of such a wall at a time (s), placed but for its motion.
TriangleMesh placed_mesh(const Wall& wall, double time);

/// Whether the wall is an open mesh, which has no sides.
bool is_sheet(const Wall& wall);
/// The side that is written "-x", "+x", "-y", "+y", "-z" or "+z"; none for other names.
std::optional<Sides> side_named(std::string_view name);

/// The solid (or the cavity) of every wall that is neither a plane nor a sheet, placed in the world.
Shape shape_of(const Wall& wall, int dimension);
/// The side of a wall that shape_of describes.
FluidSide fluid_side(const Wall& wall);
/// A plane as it is placed in the world, with a unit normal; in two dimensions it stands upright on the plane z = 0.
PlaneWall placed_plane(const Wall& wall, int dimension);
/// A sheet as it is placed in the world.
TriangleMesh placed_sheet(const Wall& wall);

}  // namespace panta
