// The keys of a scene file, each declared once with unit, range and meaning. Loader, writer, schema and reference page
// are visitors of these declarations. A visitor `v` offers
//
//     v("key", member, {about})               one key of the object at hand
//     v.one_of(variant, {about})              exactly one alternative; visit_choice() of each declares its keys
//     v.track("key", track, preset, {about})  behaviours, each named by its key "behaviour"
#pragma once

#include "scene/scene.h"

namespace panta::scene {

/// A key that is not known any more: whoever reads it is told what to write instead.
template <class Visitor>
void formerly(Visitor& v, std::string_view name, std::string_view instead) {
    if constexpr (requires { v.formerly(name, instead); }) v.formerly(name, instead);
}

template <class Visitor>
void visit(Visitor& v, BoxCorners& p) {
    v("min", p.min, {.unit = "m", .doc = "Corner with the smallest coordinates", .required = true});
    v("max", p.max, {.unit = "m", .doc = "Corner with the largest coordinates", .required = true});
}

template <class Visitor>
void visit(Visitor& v, BoxShape& p) {
    v.one_of(p.extent, {.doc = "Two corners, or a size around the origin"});
}
template <class Visitor>
void visit_choice(Visitor& v, BoxCorners& p) {
    visit(v, p);
}
template <class Visitor>
void visit_choice(Visitor& v, BoxSize& p) {
    v("size", p.size, {.unit = "m", .doc = "Lengths of the edges; the box is centred at the origin", .required = true});
}

template <class Visitor>
void visit(Visitor& v, SphereShape& p) {
    v("radius", p.radius, {.unit = "m", .above = 0, .doc = "Radius of the sphere", .required = true});
    v("centre", p.centre, {.unit = "m", .doc = "Centre, before the shape is placed"});
}

template <class Visitor>
void visit(Visitor& v, CylinderShape& p) {
    v("radius", p.radius, {.unit = "m", .above = 0, .doc = "Radius of the cylinder", .required = true});
    v("height", p.height,
      {.unit = "m", .above = 0, .doc = "Length along its axis, which is y around the origin", .required = true});
}

template <class Visitor>
void visit(Visitor& v, PlaneShape& p) {
    v("normal", p.normal, {.unit = "1", .doc = "Points to the side where particles are; any length but zero"});
}

// The keys by which a form is chosen, in a shape or in a boundary.
template <class Visitor>
void visit_choice(Visitor& v, BoxShape& p) {
    v("box", p, {.doc = "A box along the axes", .required = true});
}
template <class Visitor>
void visit_choice(Visitor& v, SphereShape& p) {
    v("sphere", p, {.doc = "A ball; in two dimensions a disc", .required = true});
}
template <class Visitor>
void visit_choice(Visitor& v, CylinderShape& p) {
    v("cylinder", p, {.doc = "An upright cylinder", .required = true});
}
template <class Visitor>
void visit_choice(Visitor& v, PlaneShape& p) {
    v("plane", p, {.doc = "An endless plane through the origin", .required = true});
}
template <class Visitor>
void visit_choice(Visitor& v, MeshShape& p) {
    v("mesh", p.file, {.doc = "A triangle mesh file; relative names start at the scene's folder", .required = true});
}

template <class Visitor>
void visit_choice(Visitor& v, MeshFrames& p) {
    v("frames", p.files,
      {.min = 1, .doc = "An animated mesh: mesh files of the same triangles, one per frame", .required = true});
    v("frame_rate", p.frame_rate,
      {.unit = "1/s", .min = 1e-6, .max = 1e6, .doc = "Meshes per second; in between, vertices go straight"});
    v("repeat", p.repeat, {.doc = "true: after the last mesh the first follows; false: it rests"});
}

template <class Visitor>
void visit(Visitor& v, Placement& p) {
    v("at", p.at, {.unit = "m", .doc = "Where the origin of the shape is placed"});
    v("rotate", p.rotate, {.unit = "degrees", .doc = "Turns about the fixed x, then y, then z axis, before placing"});
    v("scale", p.scale, {.unit = "1", .above = 0, .doc = "Enlarges the shape about its origin, before turning"});
}

template <class Visitor>
void visit(Visitor& v, Shape& p) {
    v.one_of(p.form, {.doc = "The volume that is filled with particles at the start"});
    v("scale", p.scale, {.unit = "1", .above = 0, .doc = "Enlarges the shape; multiplies the body's scale"});
}

template <class Visitor>
void visit(Visitor& v, Disc& p) {
    v("radius", p.radius, {.unit = "m", .above = 0, .doc = "Radius of the opening", .required = true});
}
template <class Visitor>
void visit(Visitor& v, Rectangle& p) {
    v("size", p.size, {.unit = "m", .above = 0, .doc = "Width and height of the opening", .required = true});
}
template <class Visitor>
void visit_choice(Visitor& v, Disc& p) {
    v("disc", p, {.doc = "A round opening; in two dimensions a line of two radii", .required = true});
}
template <class Visitor>
void visit_choice(Visitor& v, Rectangle& p) {
    v("rectangle", p, {.doc = "A rectangular opening", .required = true});
}

template <class Visitor>
void visit(Visitor& v, Emitter& p) {
    v.one_of(p.opening, {.doc = "The opening, centred at the origin, across the direction"});
    v("direction", p.direction,
      {.unit = "1",
       .doc = "Where the flow goes; any length but zero; with keys the opening turns, the shortest way from key to key",
       .time_only = true});
    v("speed", p.speed, {.unit = "m/s", .min = 0, .doc = "Speed of the flow", .required = true, .time_only = true});
    v("start", p.start, {.unit = "s", .min = 0, .doc = "When the flow begins"});
    v("stop", p.stop, {.unit = "s", .above = 0, .doc = "When the flow ends; the end of the scene unless given"});
}

template <class Visitor>
void visit_choice(Visitor& v, Shape& p) {
    v("shape", p, {.doc = "A volume filled with particles at the start", .required = true});
}
template <class Visitor>
void visit_choice(Visitor& v, Emitter& p) {
    v("emitter", p, {.doc = "An opening from which particles flow", .required = true});
}

template <class Visitor>
void visit(Visitor& v, Body& p) {
    v("name", p.name, {.doc = "Names the body in messages and files; body_1, body_2, ... unless given"});
    v.one_of(p.source, {.doc = "Where the particles come from"});
    visit(v, p.placement);
    v("velocity", p.velocity, {.unit = "m/s", .doc = "Velocity of the particles of a shape at the start"});
    v("jitter", p.jitter,
      {.unit = "spacing", .min = 0, .max = 0.5, .doc = "Random displacement at the start, which breaks the lattice"});
    v("preset", p.preset,
      {.doc = "A named material: its behaviours and properties, where the track does not say otherwise"});
    v.track(
        "track", p.track, p.preset,
        {.doc = "The behaviours of the body, besides those of the preset; a weight of 0 switches one of these off"});
}

template <class Visitor>
void visit(Visitor& v, Motion& p) {
    v("translate", p.translate, {.unit = "m", .doc = "Shift from where it is placed", .time_only = true});
    v("rotate", p.rotate,
      {.unit = "degrees",
       .doc = "Turns about the fixed x, then y, then z axis through the pivot, before the shift; from key to key the "
              "shortest way",
       .time_only = true});
    v("repeat", p.repeat,
      {.doc = "true: after the last key of translate and rotate, which must be the pose of the first, start over"});
    v("pivot", p.pivot,
      {.unit = "m", .doc = "The point that turns leave where it is; where it is placed unless given"});
    v("spin", p.spin,
      {.unit = "degrees/s",
       .doc = "Turn about the pivot, around the axis with these components, before rotate; keys change how fast",
       .time_only = true});
    formerly(v, "keys", R"(write "translate": {"keys": [[0, [0, 0, 0]], [1, [1, 0, 0]]]}, and "rotate" likewise)");
    formerly(v, "interpolation", R"(write "ease" beside the keys of translate and of rotate)");
}

template <class Visitor>
void visit(Visitor& v, Boundary& p) {
    v("name", p.name, {.doc = "Names the boundary in messages; boundary_1, boundary_2, ... unless given"});
    v.one_of(p.form, {.doc = "The form of the wall"});
    visit(v, p.placement);
    v("open", p.open, {.doc = "Sides of a box, or ends of a cylinder, without a wall"});
    v("solid", p.solid,
      {.doc =
           "true: an obstacle, particles are outside; false: a container; boxes and what has open sides are containers "
           "unless told, all else is not"});
    v("layers", p.layers,
      {.unit = "1", .min = 1, .max = 8, .doc = "Layers of boundary particles that sample the wall"});
    v("friction", p.friction,
      {.unit = "1",
       .min = 0,
       .max = 1,
       .doc = "Share of the fluid's viscous drag that the wall exerts: 0 fluid slips along it, 1 fluid sticks to it; "
              "solids always slide freely",
       .time_only = true});
    v("temperature", p.temperature,
      {.unit = "K", .min = 0, .doc = "Temperature of the wall; no heat passes a wall without one", .time_only = true});
    v("heat_contact", p.heat_contact,
      {.unit = "1",
       .min = 0,
       .max = 1,
       .doc = "How well heat passes from a wall with a temperature: 0 not at all, 1 its surface is that warm",
       .time_only = true});
    v("motion", p.motion, {.doc = "How the boundary moves; it rests unless given"});
}

template <class Visitor>
void visit(Visitor& v, Outflow& p) {
    v("name", p.name, {.doc = "Names the outflow in messages; outflow_1, outflow_2, ... unless given"});
    v.one_of(p.form, {.doc = "The region whose content is taken away"});
    visit(v, p.placement);
}

template <class Visitor>
void visit_choice(Visitor& v, BodyName& p) {
    v("body", p.name, {.doc = "A simulated body, whose particles are the points", .required = true});
}

template <class Visitor>
void visit(Visitor& v, Guide& p) {
    v("name", p.name, {.doc = "Names the guide in messages; guide_1, guide_2, ... unless given"});
    v.one_of(p.source, {.doc = "The shape that is filled with points, or the body that leads"});
    visit(v, p.placement);
    v("sampling", p.sampling,
      {.unit = "spacing", .min = 0.25, .max = 100, .doc = "Distance of the points that fill the shape"});
    v("radius", p.radius, {.unit = "m", .above = 0, .doc = "How far a point is felt; four times spacing unless given"});
    v("motion", p.motion, {.doc = "How the guide moves; it rests unless given"});
    v("followers", p.followers, {.doc = "Bodies that follow this guide; all with the behaviour control unless given"});
}

template <class Visitor>
void visit(Visitor& v, PeriodicAxes& p) {
    v("x", p.x, {.unit = "m", .doc = "What leaves at one end along x enters at the other"});
    v("y", p.y, {.unit = "m", .doc = "What leaves at one end along y enters at the other"});
    v("z", p.z, {.unit = "m", .doc = "What leaves at one end along z enters at the other"});
}

template <class Visitor>
void visit(Visitor& v, Output& p) {
    v("particles", p.particles, {.doc = "Formats in which the particles of every frame are written"});
    v("checkpoint_every", p.checkpoint_every,
      {.unit = "frames",
       .min = 0,
       .max = 1e9,
       .doc = "Frames between checkpoints; 0 writes one only when the run ends or is interrupted"});
}

template <class Visitor>
void visit(Visitor& v, Scene& p) {
    v("$schema", p.schema, {.doc = "The JSON Schema of this file, for editors"});
    v("format", p.format, {.min = 1, .max = 1, .doc = "Version of the scene format", .required = true});
    v("dimension", p.dimension, {.min = 2, .max = 3, .doc = "2 or 3; two-dimensional scenes live in the plane z = 0"});
    v("spacing", p.spacing,
      {.unit = "m", .min = 1e-6, .max = 1e6, .doc = "Distance between particles at rest", .required = true});
    v("support", p.support,
      {.unit = "spacing", .min = 1.5, .max = 6, .doc = "Radius within which particles are neighbours"});
    v("kernel", p.kernel, {.doc = "Smoothing kernel"});
    v("gravity", p.gravity,
      {.unit = "m/s^2", .doc = "Acceleration of everything that is free to move", .time_only = true});
    v("seed", p.seed, {.doc = "Start of all random numbers; the same seed gives the same film"});
    v("duration", p.duration, {.unit = "s", .min = 1e-6, .max = 1e9, .doc = "Simulated time"});
    v("frame_rate", p.frame_rate, {.unit = "1/s", .min = 1e-6, .max = 1e6, .doc = "Frames per simulated second"});
    v("periodic", p.periodic, {.doc = "Axes along which space repeats itself, with their ends"});
    v("domain", p.domain, {.doc = "A box; particles that leave it are removed"});
    v("step", p.step, {.doc = "How time advances"});
    v("pressure", p.pressure, {.doc = "How pressure is computed"});
    v("viscosity", p.viscosity, {.doc = "How the viscosity of fluids is computed"});
    v("surface_tension", p.surface_tension, {.doc = "How the surface tension of fluids is computed"});
    v("shifting", p.shifting, {.doc = "Whether particles are moved apart where they crowd"});
    v("elasticity", p.elasticity, {.doc = "How the forces of elastic solids are computed"});
    v("bodies", p.bodies, {.min = 1, .doc = "What is simulated", .required = true});
    v("boundaries", p.boundaries, {.doc = "Walls and obstacles"});
    v("outflows", p.outflows, {.doc = "Regions that take away what enters them"});
    v("guides", p.guides,
      {.doc = "What bodies with the behaviour control follow; a guide has no volume, a boundary of the same form and "
              "motion adds one"});
    v("output", p.output, {.doc = "What is written"});
}

}  // namespace panta::scene
