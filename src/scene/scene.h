// A scene: what a user asked for, with every default filled in. Plain data; a world is built from it. The keys of the
// file, with unit, range and meaning, are declared in keys.h; loading is in load.h.
//
// Names are in panta::scene, so that scene::Emitter is what was asked for and Emitter what runs. A choice of which
// exactly one must be made ("box" or "sphere" or ...) is a std::variant.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/vec.h"
#include "behaviours/elastic/params.h"
#include "behaviours/fluid/params.h"
#include "pressure/params.h"
#include "step/params.h"
#include "tracks/track.h"

namespace panta::scene {

enum class KernelChoice : uint8_t { cubic_spline, wendland_c2 };
enum class ParticleFormat : uint8_t { vtp, ply };
enum class Face : uint8_t { lower_x, upper_x, lower_y, upper_y, lower_z, upper_z };  // "-x", "+x", ...

struct Interval {
    Real min = 0, max = 0;
};

/// A file the scene names; relative names start at the scene's folder, here they are absolute.
struct FilePath {
    std::filesystem::path path;
};

struct PresetName {
    std::string text;  // empty: none
};

/// Turns about the fixed x, then y, then z axis.
struct Rotation {
    Vec3 degrees;
    bool operator==(const Rotation&) const = default;
};

/// x_world = at + R(rotate) (scale x_local)
struct Placement {
    Vec3 at;
    Rotation rotate;
    Real scale = 1;
};

struct BoxCorners {
    Vec3 min, max;
};
struct BoxSize {
    Vec3 size;  // centred at the origin
};
struct BoxShape {
    std::variant<BoxCorners, BoxSize> extent;
};
struct SphereShape {
    Real radius = 0;
    Vec3 centre;
};
/// Upright: its axis is y, its centre the origin.
struct CylinderShape {
    Real radius = 0;
    Real height = 0;
};
/// Through the origin, without end; particles stay where the normal points to.
struct PlaneShape {
    Vec3 normal{0, 1, 0};
};
struct MeshShape {
    FilePath file;
};

/// Meshes of the same triangles, one after the other.
struct MeshFrames {
    std::vector<FilePath> files;
    double frame_rate = 25;
    bool repeat = false;
};

/// A volume that is filled with particles at the start.
struct Shape {
    std::variant<BoxShape, SphereShape, CylinderShape, MeshShape> form;
    Real scale = 1;  // multiplies the body's scale
};

struct Disc {
    Real radius = 0;
};
struct Rectangle {
    std::array<Real, 2> size{};
};
/// An opening around the origin from which particles flow. In two dimensions a disc is a line of two radii.
struct Emitter {
    std::variant<Disc, Rectangle> opening;
    Keyed<Vec3> direction = Vec3{0, -1, 0};
    Keyed<Real> speed = 0;
    Real start = 0;
    std::optional<Real> stop;  // filled with the scene's duration when it is loaded
};

struct Body {
    std::string name;
    std::variant<Shape, Emitter> source;
    Placement placement;
    Vec3 velocity;
    Real jitter = 0;  // in spacings
    PresetName preset;
    Track track;  // what the preset says is filled in
};

/// How a boundary or guide moves, from the pose that its placement says.
struct Motion {
    Keyed<Vec3> translate;
    Keyed<Rotation> rotate;
    bool repeat = false;
    std::optional<Vec3> pivot;  // filled with where it is placed when the scene is loaded
    Keyed<Rotation> spin;       // degrees per second
};

struct Boundary {
    std::string name;
    std::variant<BoxShape, PlaneShape, SphereShape, CylinderShape, MeshShape, MeshFrames> form;
    Placement placement;
    std::vector<Face> open;
    std::optional<bool> solid;  // default: everything but a box is
    int layers = 1;
    Keyed<Real> friction = 1;
    std::optional<Keyed<Real>> temperature;  // default: no heat passes the wall
    Keyed<Real> heat_contact = 1;
    std::optional<Motion> motion;
};

/// A region that takes away what enters it.
struct Outflow {
    std::string name;
    std::variant<BoxShape, SphereShape, CylinderShape> form;
    Placement placement;
};

struct BodyName {
    std::string name;
};
/// Points that lead bodies with the behaviour "control".
struct Guide {
    std::string name;
    std::variant<BoxShape, SphereShape, CylinderShape, MeshShape, MeshFrames, BodyName> source;
    Placement placement;
    Real sampling = 2;           // distance of points, in spacings
    std::optional<Real> radius;  // filled when the scene is loaded
    std::optional<Motion> motion;
    std::vector<std::string> followers;  // names of bodies; none: all that have control
};
inline constexpr Real default_guide_radius = 4;  // in spacings

struct PeriodicAxes {
    std::optional<Interval> x, y, z;
};

struct Output {
    std::vector<ParticleFormat> particles{ParticleFormat::vtp};
    int checkpoint_every = 10;  // frames; 0: only when the run ends
};

struct Scene {
    std::optional<std::string> schema;  // "$schema", for editors
    int format = 1;
    int dimension = 3;
    Real spacing = 0;
    Real support = 2;  // support radius in spacings
    KernelChoice kernel = KernelChoice::cubic_spline;
    Keyed<Vec3> gravity = Vec3{0, Real(-9.81), 0};
    uint64_t seed = 0;
    double duration = 1;
    double frame_rate = 25;
    std::optional<PeriodicAxes> periodic;
    std::optional<BoxCorners> domain;  // particles that leave it are removed
    StepParams step;
    PressureParams pressure;
    ViscosityParams viscosity;
    TensionParams surface_tension;
    ShiftingParams shifting;
    ElasticSolveParams elasticity;
    std::vector<Body> bodies;
    std::vector<Boundary> boundaries;
    std::vector<Outflow> outflows;
    std::vector<Guide> guides;
    Output output;
};

/// The corners of a box, however it was given.
BoxCorners corners(const BoxShape& box);

/// Number of frames of a scene, at least one, not counting the start.
int64_t frame_count(const Scene& scene);

}  // namespace panta::scene

namespace panta {

using scene::Scene;

}  // namespace panta
