#include "scene/checks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "behaviours/control/properties.h"
#include "behaviours/fluid/properties.h"
#include "exchanges/heat/properties.h"
#include "geometry/turns.h"
#include "neighbours/neighbours.h"
#include "scene/builtin.h"
#include "scene/estimate.h"
#include "scene/load.h"
#include "scene/names.h"
#include "step/step.h"
#include "tracks/scalars.h"

namespace panta::scene {

namespace {

// More frames than this fill any disk with files.
constexpr int64_t most_frames = 1'000'000;

std::string shown(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

class Checker {
public:
    Checker(const Scene& scene, const Node& root, const Catalogue& catalogue, Problems& problems)
        : scene_(scene), root_(root), catalogue_(catalogue), problems_(problems) {}

    void check() {
        check_time();
        check_periodic();
        check_support();
        if (scene_.pressure.carry && scene_.pressure.method != PressureMethod::wcsph)
            wrong("/pressure/carry", "only wcsph can carry compression along", "add \"method\": \"wcsph\"");
        if (scene_.domain) check_corners("/domain", *scene_.domain);
        for (std::size_t i = 0; i < scene_.bodies.size(); i++) check_body(path_to("/bodies", i), scene_.bodies[i]);
        for (std::size_t i = 0; i < scene_.boundaries.size(); i++)
            check_boundary(path_to("/boundaries", i), scene_.boundaries[i]);
        check_names("/bodies", scene_.bodies);
        for (std::size_t i = 0; i < scene_.outflows.size(); i++)
            std::visit([&](const auto& form) { check_form(path_to("/outflows", i), form); }, scene_.outflows[i].form);
        check_names("/boundaries", scene_.boundaries);
        check_names("/outflows", scene_.outflows);
        check_guides();
        check_names("/guides", scene_.guides);
        check_formats();
        check_size();
    }

private:
    // Notes a problem unless something there is known to be wrong; then it may only be a consequence.
    void wrong(const std::string& path, std::string what, std::string hint = "") {
        if (!problems_.touch(path)) problems_.add(line_of(root_, path), path, std::move(what), std::move(hint));
    }

    void check_time() {
        if (problems_.touch("/duration") || problems_.touch("/frame_rate")) return;
        if (frame_count(scene_) > most_frames)
            wrong("/duration", "the scene has " + shown(static_cast<double>(frame_count(scene_))) + " frames",
                  "at most " + std::to_string(most_frames) + "; lower duration or frame_rate");
    }

    void check_periodic() {
        if (!scene_.periodic) return;
        check_axis("/periodic/x", scene_.periodic->x);
        check_axis("/periodic/y", scene_.periodic->y);
        check_axis("/periodic/z", scene_.periodic->z);
        if (scene_.dimension == 2 && scene_.periodic->z)
            wrong("/periodic/z", "the scene is two-dimensional, so z cannot be periodic");
    }

    /// With wide supports particles of a cubic spline pair (Dehnen and Aly 2012): a tank of 20 x 15 spacings is
    /// compressed by 3 % with 2.8 spacings, and by 490 % with 3. The stiff pressure of wcsph keeps them apart.
    void check_support() {
        constexpr Real widest = Real(2.8);
        if (problems_.touch("/support") || problems_.touch("/kernel") || problems_.touch("/pressure")) return;
        if (scene_.kernel != KernelChoice::cubic_spline || scene_.pressure.method == PressureMethod::wcsph) return;
        if (scene_.support > widest)
            wrong("/support",
                  "with kernel cubic_spline it must be at most " + shown(widest) + " spacings, not " +
                      shown(scene_.support),
                  "particles would gather in pairs; take 2 to 2.6, or up to 3 with wendland_c2");
    }

    void check_axis(const std::string& path, const std::optional<Interval>& axis) {
        if (!axis) return;
        if (!(axis->min < axis->max)) {
            wrong(path, "the first number must be smaller than the second");
            return;
        }
        if (problems_.touch("/spacing") || problems_.touch("/support")) return;
        // Neighbour search sees a particle and its images apart only in three cells or more.
        const Real shortest = shortest_period(scene_.support * scene_.spacing);
        if (axis->max - axis->min < shortest)
            wrong(path, "a periodic axis must be at least 3.3 support radii long, here " + shown(shortest) + " m",
                  "it is " + shown(axis->max - axis->min) + " m; lower spacing or widen the axis");
    }

    void check_corners(const std::string& path, const BoxCorners& box) {
        for (int axis = 0; axis < scene_.dimension; axis++)
            if (!(box.min[axis] < box.max[axis])) {
                wrong(path, std::string("min must be smaller than max along ") + "xyz"[axis] + ", but " +
                                shown(box.min[axis]) + " >= " + shown(box.max[axis]));
                return;
            }
    }

    void check_form(const std::string& path, const BoxShape& box) {
        if (const auto* given = std::get_if<BoxCorners>(&box.extent)) {
            check_corners(path_to(path, "box"), *given);
            return;
        }
        const Vec3 size = std::get<BoxSize>(box.extent).size;
        for (int axis = 0; axis < scene_.dimension; axis++)
            if (!(size[axis] > 0)) {
                wrong(path_to(path_to(path, "box"), "size"), "every length of a box must be greater than zero");
                return;
            }
    }
    void check_form(const std::string&, const SphereShape&) {}
    void check_form(const std::string& path, const PlaneShape& plane) {
        check_direction(path_to(path_to(path, "plane"), "normal"), plane.normal);
    }
    void check_form(const std::string& path, const CylinderShape&) {
        if (scene_.dimension == 2)
            wrong(path_to(path, "cylinder"), "a two-dimensional scene has no cylinders", "use a box or a sphere");
    }
    void check_form(const std::string& path, const MeshShape&) {
        if (scene_.dimension == 2)
            wrong(path_to(path, "mesh"), "a two-dimensional scene has no meshes", "use a box or a sphere");
    }

    void check_form(const std::string& path, const MeshFrames&) {
        if (scene_.dimension == 2)
            wrong(path_to(path, "frames"), "a two-dimensional scene has no meshes", "use a box or a sphere");
    }
    void check_form(const std::string& path, const BodyName& body) {
        const std::string here = path_to(path, "body");
        const Body* leader = body_named(here, body.name);
        if (leader != nullptr && is_controlled(*leader))
            wrong(here, "a body that follows guides cannot be one", "leave control out of its track");
    }

    static bool is_controlled(const Body& body) { return find_behaviour(body.track, control::type()) != nullptr; }

    /// If there is none, that is told.
    const Body* body_named(const std::string& path, const std::string& name) {
        const auto found = std::ranges::find(scene_.bodies, name, &Body::name);
        if (found != scene_.bodies.end()) return &*found;
        std::vector<std::string_view> known;
        for (const Body& other : scene_.bodies) known.push_back(other.name);
        const std::string_view near = nearest(name, known);
        wrong(path, "there is no body " + in_quotes(name),
              near.empty() ? "there are " + joined(known, ", ") : "did you mean " + in_quotes(near) + "?");
        return nullptr;
    }

    void check_direction(const std::string& path, const Vec3& direction) {
        if (!(norm2(direction) > 0)) wrong(path, "a direction must not be of length zero");
    }

    void check_directions(const std::string& path, const Keyed<Vec3>& directions) {
        if (directions.is_constant()) return check_direction(path, directions.constant);
        const auto& keys = directions.keys;
        for (std::size_t i = 0; i < keys.size(); i++) {
            const std::string here = path_to(path_to(path_to(path, "keys"), i), 1);
            check_direction(here, keys[i].value);
            if (i == 0 || directions.ease == Ease::step) continue;
            constexpr Real opposite = Real(-0.9999);  // cosine; half a turn but for a degree
            const Vec3 &a = keys[i - 1].value, &b = keys[i].value;
            if (dot(a, b) <= opposite * norm(a) * norm(b) && norm2(a) > 0 && norm2(b) > 0)
                wrong(here, "is opposite to the key before, so that there is no shortest way to turn",
                      "add a key in between, or use \"ease\": \"step\"");
        }
    }

    void check_source(const std::string& path, const Body& body, const Shape& shape) {
        std::visit([&](const auto& form) { check_form(path_to(path, "shape"), form); }, shape.form);
        for (std::size_t i = 0; i < body.track.size(); i++) {
            if (body.track[i].type != &heat::type()) continue;
            const auto* given = body.track[i].find(heat::given::temperature);
            if (given && !given->is_constant())
                wrong(path_to(path_to(path_to(path, "track"), i), "temperature"),
                      "a shape has its temperature once, at the start; only what an emitter brings follows keys",
                      "give one number, and warm it by a wall or by its surroundings");
        }
    }

    void check_source(const std::string& path, const Body& body, const Emitter& emitter) {
        const std::string here = path_to(path, "emitter");
        check_directions(path_to(here, "direction"), emitter.direction);
        if (scene_.dimension == 2 && std::holds_alternative<Rectangle>(emitter.opening))
            wrong(path_to(here, "rectangle"), "a two-dimensional scene has no rectangles to emit from", "use a disc");
        if (!(emitter.speed.largest([](Real speed) { return speed; }) > 0))
            wrong(path_to(here, "speed"), "must be greater than 0 at some time");
        if (emitter.start >= static_cast<Real>(scene_.duration) && !problems_.touch("/duration"))
            wrong(path_to(here, "start"), "the scene ends before the flow starts",
                  "the duration is " + shown(scene_.duration) + " s");
        else if (emitter.stop && emitter.start >= *emitter.stop)
            wrong(path_to(here, "stop"), "must be greater than start, which is " + shown(emitter.start));
        if (!(body.velocity == Vec3{}))
            wrong(path_to(path, "velocity"), "an emitter has no velocity", "use its direction and speed");
    }

    void check_guides() {
        for (std::size_t i = 0; i < scene_.guides.size(); i++) check_guide(path_to("/guides", i), scene_.guides[i]);
        const bool followed = std::any_of(scene_.bodies.begin(), scene_.bodies.end(), [](const Body& body) {
            return find_behaviour(body.track, control::type()) != nullptr;
        });
        if (!scene_.guides.empty() && !followed)
            wrong("/guides", "no body follows guides", "add {\"behaviour\": \"control\"} to a track");
        if (scene_.guides.empty() && followed)
            wrong("/guides", "a body has the behaviour control, but there are no guides",
                  "add some, or leave control out");
    }

    void check_guide(const std::string& path, const Guide& guide) {
        std::visit([&](const auto& form) { check_form(path, form); }, guide.source);
        if (guide.motion) check_motion(path_to(path, "motion"), *guide.motion);
        if (guide.motion && std::holds_alternative<BodyName>(guide.source))
            wrong(path_to(path, "motion"), "a body moves by itself", "leave the motion out");
        const Placement& placed = guide.placement;
        const bool is_moved = !(placed.at == Vec3{}) || !(placed.rotate.degrees == Vec3{}) || placed.scale != 1;
        if (is_moved && std::holds_alternative<BodyName>(guide.source))
            wrong(path_to(path, "body"), "a body that guides is where its particles are",
                  "leave out at, rotate and scale");
        for (std::size_t i = 0; i < guide.followers.size(); i++) {
            const std::string here = path_to(path_to(path, "followers"), i);
            const Body* follower = body_named(here, guide.followers[i]);
            if (follower != nullptr && !is_controlled(*follower))
                wrong(here, "this body does not follow guides", "add {\"behaviour\": \"control\"} to its track");
        }
        if (problems_.touch("/spacing") || !guide.radius) return;
        if (*guide.radius < scene_.spacing)
            wrong(path_to(path, "radius"), "must be at least spacing, which is " + shown(scene_.spacing) + " m",
                  "particles between the points would feel nothing");
        if (!scene_.periodic) return;
        for (const auto& axis : {scene_.periodic->x, scene_.periodic->y, scene_.periodic->z})
            if (axis && axis->max - axis->min < shortest_period(*guide.radius))
                wrong(path_to(path, "radius"), "a periodic axis must be at least 3.3 radii of a guide long",
                      "here " + shown(shortest_period(*guide.radius)) + " m; lower the radius");
    }

    void check_body(const std::string& path, const Body& body) {
        std::visit([&](const auto& source) { check_source(path, body, source); }, body.source);
        const std::string track = path_to(path, "track");
        if (body.track.empty() && !problems_.touch(track))
            wrong(path_to(path, "preset"), "the body has no behaviour", "give a preset such as \"water\", or a track");
        std::map<const BehaviourType*, std::size_t> seen;
        for (std::size_t i = 0; i < body.track.size(); i++) check_keys(path_to(track, i), body.track, body.track[i]);
        for (std::size_t i = 0; i < body.track.size(); i++)
            if (const auto [first, is_new] = seen.emplace(body.track[i].type, i); !is_new)
                wrong(path_to(track, i), "the track has this behaviour twice",
                      "the first one is number " + std::to_string(first->second));
        if (find_behaviour(body.track, fluid::type()) != nullptr) check_volumes(track, body.track);
    }

    /// Fluid that grows has fewer neighbours within its kernels, and too few of them do not keep its volume: found in a
    /// tank was 0.99 of it at 200 %, 0.93 at 300 % in space and 0.82 in the plane, and 0.99 there with 2.5 spacings.
    void check_volumes(const std::string& path, const Track& track) {
        if (problems_.touch("/support")) return;
        constexpr Real most_at_two = 2;  // spacings of support
        const Real most = most_at_two * std::pow(scene_.support / 2, Real(scene_.dimension));
        for (std::size_t i = 0; i < track.size(); i++) {
            const auto* volume = track[i].find(matter::volume);
            if (volume == nullptr) continue;
            const std::string here = path_to(path_to(path, i), matter::volume.name);
            const Real given = volume->largest([](Real value) { return value; });
            if (given <= most) continue;
            const Real needed = 2 * std::pow(given / most_at_two, 1 / Real(scene_.dimension));
            wrong(here,
                  "fluid keeps volumes of at most " + shown(most) + " with a support of " + shown(scene_.support) +
                      " spacings, but this is " + shown(given),
                  "lower it, or raise support to " + shown(std::ceil(needed * 20) / 20));
        }
    }

    void check_boundary(const std::string& path, const Boundary& boundary) {
        std::visit([&](const auto& form) { check_form(path, form); }, boundary.form);
        const bool is_box = std::holds_alternative<BoxShape>(boundary.form);
        const bool is_cylinder = std::holds_alternative<CylinderShape>(boundary.form);
        std::map<Face, std::size_t> seen;
        for (std::size_t i = 0; i < boundary.open.size(); i++) {
            const Face face = boundary.open[i];
            const std::string here = path_to(path_to(path, "open"), i);
            const bool along_y = face == Face::lower_y || face == Face::upper_y;
            const bool along_z = face == Face::lower_z || face == Face::upper_z;
            if (!is_box && !is_cylinder)
                wrong(here, "only boxes and cylinders have sides that can be open");
            else if (is_cylinder && !along_y)
                wrong(here, "the ends of a cylinder are -y and +y");
            else if (scene_.dimension == 2 && along_z)
                wrong(here, "a two-dimensional scene has no sides along z");
            else if (!seen.emplace(face, i).second)
                wrong(here, "this side is given twice");
        }
        if (is_box) check_walls_across(path, boundary);
        if (boundary.motion) check_motion(path_to(path, "motion"), *boundary.motion);
    }

    /// A box that spans a periodic axis has sides where its own image begins, or beyond: they would act within it.
    void check_walls_across(const std::string& path, const Boundary& boundary) {
        const auto* box = std::get_if<BoxCorners>(&std::get<BoxShape>(boundary.form).extent);
        if (!scene_.periodic || box == nullptr || !(boundary.placement.rotate.degrees == Vec3{})) return;
        const std::optional<Interval> axes[] = {scene_.periodic->x, scene_.periodic->y, scene_.periodic->z};
        for (int axis = 0; axis < scene_.dimension; axis++) {
            const Real lower = boundary.placement.at[axis] + boundary.placement.scale * box->min[axis],
                       upper = boundary.placement.at[axis] + boundary.placement.scale * box->max[axis];
            if (!axes[axis] || lower > axes[axis]->min || upper < axes[axis]->max) continue;
            const Face sides[] = {Face(2 * axis), Face(2 * axis + 1)};
            if (std::ranges::all_of(sides, [&](Face side) { return std::ranges::count(boundary.open, side) > 0; }))
                continue;
            const std::string name(1, "xyz"[axis]);
            wrong(path, "a box that spans the periodic axis " + name + " cannot have walls across it",
                  "add \"-" + name + "\" and \"+" + name + "\" to its open sides");
        }
    }

    void check_keys(const std::string& path, const Track& track, const TrackEntry& entry) {
        check_over(path_to(path, entry.type->weight.name), track, entry.weight);
        for (std::size_t k = 0; k < entry.given.size(); k++) {
            const std::string_view name =
                std::visit([](const auto* property) { return property->name; }, entry.type->properties[k]);
            if (entry.given[k])
                std::visit([&](const auto& value) { check_over(path_to(path, name), track, value); }, *entry.given[k]);
        }
    }

    // Keys may be over what particles of the body have.
    template <class T>
    void check_over(const std::string& path, const Track& track, const Keyed<T>& value) {
        if (!value.varies()) return;
        std::vector<std::string_view> known;
        for (const ScalarName& scalar : scalar_names())
            if (scalar.is_common()) known.push_back(scalar.name);
        for (const TrackEntry& entry : track)
            for (const std::string_view field : entry.type->scalars) {
                known.push_back(field);
                for (const ScalarName& scalar : scalar_names())
                    if (scalar.field == field) known.push_back(scalar.name);
            }
        if (std::find(known.begin(), known.end(), value.over) != known.end()) return;
        std::vector<std::string_view> anywhere = known;
        for (const ScalarName& scalar : scalar_names()) anywhere.push_back(scalar.name);
        for (const BehaviourKind& kind : catalogue_)
            anywhere.insert(anywhere.end(), kind.type->scalars.begin(), kind.type->scalars.end());
        const std::string_view near = nearest(value.over, anywhere), giver = behaviour_with(value.over);
        wrong(path_to(path, "over"), "particles of this body have no scalar " + in_quotes(value.over),
              !giver.empty()                       ? "add {\"behaviour\": " + in_quotes(giver) + "} to its track"
              : near.empty() || near == value.over ? "no behaviour has it; there are " + joined(known, ", ")
                                                   : "did you mean " + in_quotes(near) + "?");
    }

    /// The behaviour that gives particles a scalar, if there is one.
    std::string_view behaviour_with(std::string_view scalar) const {
        for (const ScalarName& known : scalar_names())
            if (known.name == scalar) scalar = known.field;
        for (const BehaviourKind& kind : catalogue_)
            if (std::ranges::count(kind.type->scalars, scalar) > 0) return kind.type->name;
        return {};
    }

    void check_motion(const std::string& path, const Motion& motion) {
        const auto& [translate, rotate, repeat, pivot, spin] = motion;
        if (translate.is_constant() && rotate.is_constant() && spin == Rotation{})
            wrong(path, "neither translate nor rotate has keys, and there is no spin", "leave the motion out");
        check_no_jump(path_to(path, "translate"), translate);
        check_no_jump(path_to(path, "rotate"), rotate);
        for (std::size_t i = 1; i < rotate.keys.size(); i++) {
            // The shortest way is not the one that was meant.
            const Vec3 way = rotate.keys[i].value.degrees - rotate.keys[i - 1].value.degrees;
            if (std::max({std::abs(way.x), std::abs(way.y), std::abs(way.z)}) >= 180)
                wrong(path_to(path_to(path_to(path_to(path, "rotate"), "keys"), i), 1),
                      "a motion turns by less than 180 degrees from key to key", "add a key in between, or use spin");
        }
        check_spin(path_to(path, "spin"), spin);
        if (repeat) check_repeat(path_to(path, "repeat"), motion);
    }

    template <class T>
    void check_no_jump(const std::string& path, const Keyed<T>& keyed) {
        if (keyed.keys.size() > 1 && keyed.ease == Ease::step)
            wrong(path_to(path, "ease"), "what moves cannot jump", "use \"linear\" or \"smooth\"");
    }

    /// Turns about different axes do not add up.
    void check_spin(const std::string& path, const Keyed<Rotation>& spin) {
        Vec3 fastest;
        for (const Key<Rotation>& key : spin.keys)
            if (norm2(key.value.degrees) > norm2(fastest)) fastest = key.value.degrees;
        constexpr Real rounding = Real(1e-5);
        for (std::size_t i = 0; i < spin.keys.size(); i++)
            if (norm(cross(spin.keys[i].value.degrees, fastest)) > rounding * norm2(fastest))
                wrong(path_to(path_to(path_to(path, "keys"), i), 1), "the axis of a spin must stay the same",
                      "only how fast it turns follows keys; to tilt the axis use rotate");
    }

    void check_repeat(const std::string& path, const Motion& motion) {
        constexpr double tolerance = 1e-5;  // rad
        const auto& shifts = motion.translate.keys;
        const auto& turns = motion.rotate.keys;
        if (shifts.size() < 2 && turns.size() < 2) {
            wrong(path, "a motion that starts over needs two keys or more");
            return;
        }
        const bool jumps = !shifts.empty() && !(shifts.front().value == shifts.back().value);
        const bool twists =
            !turns.empty() &&
            turn_between_angles(turns.front().value.degrees, turns.back().value.degrees).angle > tolerance;
        if (jumps || twists)
            wrong(path, "the last key must be the pose of the first for a motion to start over",
                  "repeat it as the last key");
    }

    template <class Item>
    void check_names(const std::string& path, const std::vector<Item>& items) {
        std::map<std::string_view, std::size_t> seen;
        for (std::size_t i = 0; i < items.size(); i++)
            if (const auto [first, is_new] = seen.emplace(items[i].name, i); !is_new)
                wrong(path_to(path_to(path, i), "name"), "the name " + in_quotes(items[i].name) + " is given twice",
                      "the first one is " + path_to(path, first->second));
    }

    void check_formats() {
        std::map<ParticleFormat, std::size_t> seen;
        for (std::size_t i = 0; i < scene_.output.particles.size(); i++)
            if (!seen.emplace(scene_.output.particles[i], i).second)
                wrong(path_to("/output/particles", i), "this format is given twice");
    }

    // Counts only what is known to be right, so a wrong radius does not seem to need a trillion particles as well.
    void check_size() {
        if (problems_.touch("/spacing") || problems_.touch("/dimension")) return;
        double total = 0;
        for (std::size_t i = 0; i < scene_.bodies.size(); i++)
            if (!problems_.touch(path_to("/bodies", i))) total += estimate_particles(scene_, scene_.bodies[i]);
        for (std::size_t i = 0; i < scene_.boundaries.size(); i++)
            if (!problems_.touch(path_to("/boundaries", i))) total += estimate_particles(scene_, scene_.boundaries[i]);
        for (std::size_t i = 0; i < scene_.guides.size(); i++)
            if (!problems_.touch(path_to("/guides", i))) total += estimate_points(scene_, scene_.guides[i]);
        if (!(total <= most_particles))
            wrong("/spacing", "the scene has about " + shown(total) + " particles",
                  "at most " + shown(most_particles) + "; raise spacing or make bodies smaller");
    }

    const Scene& scene_;
    const Node& root_;
    const Catalogue& catalogue_;
    Problems& problems_;
};

}  // namespace

void check_scene(const Scene& scene, const Node& root, const Catalogue& catalogue, Problems& problems) {
    Checker(scene, root, catalogue, problems).check();
}

}  // namespace panta::scene
