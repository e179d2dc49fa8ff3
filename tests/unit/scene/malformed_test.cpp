// Scenes that are wrong, each in one way: the loader must refuse them, and say where and what.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "base/error.h"
#include "scene/load.h"
#include "scene_text.h"

namespace panta {
namespace {

using namespace scene_text;

struct Malformed {
    std::string name;
    std::string text;
    std::string path;     // where the problem is
    std::string message;  // part of what is said
};

void PrintTo(const Malformed& malformed, std::ostream* stream) { *stream << malformed.name; }

std::string nested(int depth) {
    std::string text;
    for (int i = 0; i < depth; i++) text += "[";
    return with_top(R"("gravity": )" + text);
}

std::string many_keys(int count) {
    std::string keys = R"("k": 0)";
    for (int i = 0; i < count; i++) keys += ", \"k" + std::to_string(i) + "\": 0";
    return with_top(keys);
}

std::string many_values(int count) {
    std::string list = "0";
    for (int i = 0; i < count; i++) list += ",0";
    return with_top("\"gravity\": [" + list + "]");
}

/// A ball with these behaviours.
std::string with_track(const std::string& behaviours) {
    return with_body(R"("shape": {"sphere": {"radius": 1}}, "track": [)" + behaviours + "]");
}

const std::vector<Malformed> syntax{
    {"empty_file", "", "/", "not JSON"},
    {"only_a_comment", "// nothing", "/", "not JSON"},
    {"truncated", R"({"format": 1, "spacing": )", "/spacing", "not JSON"},
    {"missing_comma", R"({"format": 1 "spacing": 0.1})", "/", "not JSON"},
    {"trailing_garbage", with_top("") + " more", "/", "not JSON"},
    {"two_documents", with_top("") + with_top(""), "/", "not JSON"},
    {"unclosed_comment", with_top("") + " /* for ever", "/", "not JSON"},
    {"unclosed_string", R"({"format)", "/", "not JSON"},
    {"single_quotes", "{'format': 1}", "/", "not JSON"},
    {"nan_literal", with_top(R"("duration": NaN)"), "/duration", "not JSON"},
    {"infinity_literal", with_top(R"("duration": Infinity)"), "/duration", "not JSON"},
    {"hexadecimal", with_top(R"("seed": 0x10)"), "/", "not JSON"},
    {"leading_plus", with_top(R"("duration": +1)"), "/duration", "not JSON"},
    {"trailing_comma", R"({"format": 1,})", "/", "not JSON"},
    {"overflowing_number", with_top(R"("duration": 1e999)"), "/duration", "too large"},
    {"not_utf8_in_a_string", with_body("\"name\": \"\xff\xfe\""), "/", "not UTF-8"},
    {"not_utf8_in_a_comment", "// caf\xe9\n" + with_top(""), "/", "not UTF-8"},
    {"overlong_utf8", with_body("\"name\": \"\xc0\xaf\""), "/", "not UTF-8"},
    {"surrogate_in_utf8", with_body("\"name\": \"\xed\xa0\x80\""), "/", "not UTF-8"},
    {"cut_utf8", "// \xe2\x82", "/", "not UTF-8"},
    {"unpaired_escape", with_body(R"("name": "\ud800")"), "/bodies/0/name", "not JSON"},
    {"nested_too_deeply", nested(100), "/gravity", "nested deeper than 64"},
    {"a_million_levels", nested(1000000), "/gravity", "nested deeper than 64"},
    {"too_many_keys", many_keys(2000), "/", "more than 1000 keys"},
    {"too_many_values", many_values(1000001), "/gravity", "more than 1000000 values"},
    {"too_long", std::string((16 << 20) + 1, ' '), "/", "longer than 16 MiB"},
    {"duplicate_key", with_top(R"("seed": 1, "seed": 2)"), "/seed", "given twice"},
    {"duplicate_key_of_an_object", with_top(R"("step": {"cfl": 0.3}, "step": {"cfl": 0.2})"), "/step", "given twice"},
    {"duplicate_key_within", with_body(R"("preset": "water", "preset": "water", "shape": {"sphere": {"radius": 1}})"),
     "/bodies/0/preset", "given twice"},
    {"root_is_a_list", "[]", "/", "must be an object, not a list"},
    {"root_is_null", "null", "/", "must be an object, not null"},
};

const std::vector<Malformed> top{
    {"missing_format", R"({"spacing": 0.1, "bodies": [{"shape": {"sphere": {"radius": 1}}, "preset": "water"}]})",
     "/format", "is missing"},
    {"newer_format", R"({"format": 2})", "/format", "is 2, but must be 1"},
    {"format_is_text", R"({"format": "1"})", "/format", "must be a number, not a text"},
    {"missing_spacing", R"({"format": 1, "bodies": []})", "/spacing", "is missing"},
    {"spacing_is_zero", R"({"format": 1, "spacing": 0})", "/spacing", "at least 1e-06"},
    {"spacing_is_negative", R"({"format": 1, "spacing": -0.1})", "/spacing", "is -0.1, but must be"},
    {"spacing_is_null", R"({"format": 1, "spacing": null})", "/spacing", "not null"},
    {"missing_bodies", R"({"format": 1, "spacing": 0.1})", "/bodies", "is missing"},
    {"no_bodies", R"({"format": 1, "spacing": 0.1, "bodies": []})", "/bodies", "must not be empty"},
    {"bodies_is_an_object", R"({"format": 1, "spacing": 0.1, "bodies": {}})", "/bodies", "must be a list"},
    {"body_is_a_number", R"({"format": 1, "spacing": 0.1, "bodies": [5]})", "/bodies/0", "must be an object"},
    {"unknown_key", with_top(R"("durration": 4)"), "/durration", "did you mean \"duration\"?"},
    {"unknown_key_far_from_all", with_top(R"("colour": 4)"), "/colour", "known here:"},
    {"key_with_strange_characters", with_top("\"a/b~\\u0001\": 4"), "/a~1b~0?", "unknown"},
    {"empty_key", with_top(R"("": 4)"), "/", "unknown"},
    {"dimension_one", with_top(R"("dimension": 1)"), "/dimension", "at least 2 and at most 3"},
    {"dimension_is_fractional", with_top(R"("dimension": 2.5)"), "/dimension", "whole number"},
    {"support_too_small", with_top(R"("support": 1.2)"), "/support", "at least 1.5 and at most 6 spacing"},
    {"support_too_large", with_top(R"("support": 7)"), "/support", "at least 1.5 and at most 6 spacing"},
    {"support_too_wide_for_the_kernel", with_top(R"("support": 3)"), "/support", "at most 2.8 spacings, not 3"},
    {"unknown_kernel", with_top(R"("kernel": "cubic_splin")"), "/kernel", "did you mean \"cubic_spline\"?"},
    {"kernel_is_a_number", with_top(R"("kernel": 1)"), "/kernel", "must be a text, not a number"},
    {"short_vector", with_top(R"("gravity": [0, -9.81])"), "/gravity", "must have 3 numbers, not 2"},
    {"long_vector", with_top(R"("gravity": [0, -9.81, 0, 0])"), "/gravity", "must have 3 numbers, not 4"},
    {"vector_is_a_number", with_top(R"("gravity": -9.81)"), "/gravity", "must be a list of 3 numbers"},
    {"vector_of_texts", with_top(R"("gravity": [0, "-9.81", 0])"), "/gravity/1", "must be a number, not a text"},
    {"huge_number", with_top(R"("gravity": [0, 1e30, 0])"), "/gravity/1", "too large"},
    {"vanishing_number", with_top(R"("step": {"longest": 1e-60})"), "/step/longest", "too small to tell from zero"},
    {"seed_is_negative", with_top(R"("seed": -1)"), "/seed", "whole number from 0"},
    {"seed_is_fractional", with_top(R"("seed": 1.5)"), "/seed", "whole number from 0"},
    {"duration_is_zero", with_top(R"("duration": 0)"), "/duration", "at least 1e-06"},
    {"frame_rate_is_negative", with_top(R"("frame_rate": -25)"), "/frame_rate", "at least 1e-06"},
    {"too_many_frames", with_top(R"("duration": 1e6, "frame_rate": 1000)"), "/duration", "frames"},
    {"unknown_pressure_method", with_top(R"("pressure": {"method": "wscph"})"), "/pressure/method",
     "did you mean \"wcsph\"?"},
    {"wall_across_a_periodic_axis",
     with_top(R"("periodic": {"x": [0, 1]}, "boundaries": [{"box": {"min": [0, 0, 0], "max": [1, 2, 1]}}])"),
     "/boundaries/0", "cannot have walls across it"},
    {"control_without_guides",
     with_body(R"("shape": {"sphere": {"radius": 1}}, "preset": "water", "track": [{"behaviour": "control"}])"),
     "/guides", "there are no guides"},
    {"pressure_cannot_carry", with_top(R"("pressure": {"carry": true})"), "/pressure/carry", "only wcsph can"},
    {"pressure_is_a_word", with_top(R"("pressure": "wcsph")"), "/pressure", "must be an object, not a text"},
    {"compression_out_of_range", with_top(R"("pressure": {"compression": 0.5})"), "/pressure/compression",
     "at most 0.1"},
    {"cfl_out_of_range", with_top(R"("step": {"cfl": 1.5})"), "/step/cfl", "at most 1"},
    {"unknown_integrator", with_top(R"("step": {"integrator": "euler"})"), "/step/integrator", "symplectic_euler"},
    {"unknown_key_within", with_top(R"("step": {"fixd": 0.1})"), "/step/fixd", "did you mean \"fixed\"?"},
    {"periodic_axis_is_too_short", with_top(R"("periodic": {"x": [0, 0.5]})"), "/periodic/x", "3.3 support radii"},
    {"periodic_axis_is_reversed", with_top(R"("periodic": {"x": [1, 0]})"), "/periodic/x", "smaller than the second"},
    {"periodic_axis_has_three_ends", with_top(R"("periodic": {"x": [0, 1, 2]})"), "/periodic/x", "must have 2 numbers"},
    {"periodic_axis_is_unknown", with_top(R"("periodic": {"w": [0, 1]})"), "/periodic/w", "unknown"},
    {"domain_is_inside_out", with_top(R"("domain": {"min": [0, 0, 0], "max": [1, -1, 1]})"), "/domain", "along y"},
    {"domain_lacks_a_corner", with_top(R"("domain": {"min": [0, 0, 0]})"), "/domain/max", "is missing"},
    {"unknown_format", with_top(R"("output": {"particles": ["vtk"]})"), "/output/particles/0", "allowed: vtp, ply"},
    {"format_given_twice", with_top(R"("output": {"particles": ["ply", "vtp", "ply"]})"), "/output/particles/2",
     "twice"},
    {"checkpoint_every_is_negative", with_top(R"("output": {"checkpoint_every": -1})"), "/output/checkpoint_every",
     "at least 0"},
};

const std::vector<Malformed> bodies{
    {"neither_shape_nor_emitter", with_body(R"("preset": "water")"), "/bodies/0", "but none is"},
    {"shape_and_emitter",
     with_body(
         R"("preset": "water", "shape": {"sphere": {"radius": 1}}, "emitter": {"disc": {"radius": 1}, "speed": 1})"),
     "/bodies/0", "but here are shape and emitter"},
    {"shape_without_form", with_shape(""), "/bodies/0/shape", "exactly one of box, sphere, cylinder or mesh"},
    {"shape_with_two_forms", with_shape(R"("sphere": {"radius": 1}, "box": {"size": [1, 1, 1]})"), "/bodies/0/shape",
     "but here are box and sphere"},
    {"unknown_form", with_shape(R"("spere": {"radius": 1})"), "/bodies/0/shape/spere", "did you mean \"sphere\"?"},
    {"plane_as_a_body", with_shape(R"("plane": {})"), "/bodies/0/shape/plane", "unknown"},
    {"box_with_corners_and_size", with_shape(R"("box": {"min": [0, 0, 0], "max": [1, 1, 1], "size": [1, 1, 1]})"),
     "/bodies/0/shape/box", "but here are min and size"},
    {"box_with_one_corner", with_shape(R"("box": {"min": [0, 0, 0]})"), "/bodies/0/shape/box/max", "is missing"},
    {"box_without_extent", with_shape(R"("box": {})"), "/bodies/0/shape/box", "exactly one of min or size"},
    {"flat_box", with_shape(R"("box": {"min": [0, 0, 0], "max": [1, 1, 0]})"), "/bodies/0/shape/box", "along z"},
    {"reversed_box", with_shape(R"("box": {"min": [2, 0, 0], "max": [1, 1, 1]})"), "/bodies/0/shape/box", "2 >= 1"},
    {"box_of_negative_size", with_shape(R"("box": {"size": [1, -1, 1]})"), "/bodies/0/shape/box/size",
     "greater than zero"},
    {"sphere_without_radius", with_shape(R"("sphere": {})"), "/bodies/0/shape/sphere/radius", "is missing"},
    {"sphere_of_radius_zero", with_shape(R"("sphere": {"radius": 0})"), "/bodies/0/shape/sphere/radius",
     "greater than 0"},
    {"cylinder_of_height_zero", with_shape(R"("cylinder": {"radius": 1, "height": 0})"),
     "/bodies/0/shape/cylinder/height", "greater than 0"},
    {"cylinder_without_height", with_shape(R"("cylinder": {"radius": 1})"), "/bodies/0/shape/cylinder/height",
     "missing"},
    {"missing_mesh_file", with_shape(R"("mesh": "duck.obj")"), "/bodies/0/shape/mesh", "\"duck.obj\" does not exist"},
    {"mesh_is_a_folder", with_shape(R"("mesh": "/")"), "/bodies/0/shape/mesh", "does not exist"},
    {"mesh_without_a_name", with_shape(R"("mesh": "")"), "/bodies/0/shape/mesh", "must be the name of a file"},
    {"mesh_name_with_nul", with_shape(R"("mesh": "a\u0000b")"), "/bodies/0/shape/mesh", "must be the name of a file"},
    {"mesh_is_an_object", with_shape(R"("mesh": {"file": "duck.obj"})"), "/bodies/0/shape/mesh", "must be a text"},
    {"scale_is_zero", with_shape(R"("sphere": {"radius": 1}, "scale": 0)"), "/bodies/0/shape/scale", "greater than 0"},
    {"jitter_too_large", with_body(R"("preset": "water", "shape": {"sphere": {"radius": 1}}, "jitter": 0.6)"),
     "/bodies/0/jitter", "at most 0.5"},
    {"rotation_of_one_angle", with_body(R"("preset": "water", "shape": {"sphere": {"radius": 1}}, "rotate": [90])"),
     "/bodies/0/rotate", "must have 3 numbers, not 1"},
    {"unknown_preset", with_body(R"("preset": "watr", "shape": {"sphere": {"radius": 1}})"), "/bodies/0/preset",
     "did you mean \"water\"?"},
    {"no_behaviour", with_body(R"("shape": {"sphere": {"radius": 1}})"), "/bodies/0/preset", "no behaviour"},
    {"over_temperature_without_heat", with_track(R"({"behaviour": "fluid", "viscosity":
        {"over": "temperature", "keys": [[1, 1], [2, 2]]}})"),
     "/bodies/0/track/0/viscosity/over", "\"heat\""},
    {"fluid_that_grows_too_large", with_track(R"({"behaviour": "fluid", "volume": {"keys": [[0, 1], [1, 3]]}})"),
     "/bodies/0/track/0/volume", "at most 2 with a support of 2 spacings, but this is 3"},
    {"solid_that_grows_too_large_to_melt", with_track(R"({"behaviour": "elastic", "volume": 5}, {"behaviour": "fluid",
     "weight": 0.1})"),
     "/bodies/0/track/0/volume", "raise support to 2.75"},
    {"temperature_of_a_shape_over_time", with_track(R"({"behaviour": "fluid"},
        {"behaviour": "heat", "temperature": {"keys": [[0, 300], [1, 400]]}})"),
     "/bodies/0/track/1/temperature", "at the start"},
    {"empty_track", with_body(R"("shape": {"sphere": {"radius": 1}}, "track": [])"), "/bodies/0/preset",
     "no behaviour"},
    {"track_is_an_object", with_body(R"("shape": {"sphere": {"radius": 1}}, "track": {"behaviour": "fluid"})"),
     "/bodies/0/track", "must be a list"},
    {"unnamed_behaviour", with_body(R"("shape": {"sphere": {"radius": 1}}, "track": [{"density": 1000}])"),
     "/bodies/0/track/0/behaviour", "is missing"},
    {"unknown_behaviour", with_body(R"("shape": {"sphere": {"radius": 1}}, "track": [{"behaviour": "flud"}])"),
     "/bodies/0/track/0/behaviour", "did you mean \"fluid\"?"},
    {"behaviour_given_twice",
     with_body(R"("shape": {"sphere": {"radius": 1}}, "track": [{"behaviour": "fluid"}, {"behaviour": "fluid"}])"),
     "/bodies/0/track/1", "twice"},
    {"density_is_zero",
     with_body(R"("shape": {"sphere": {"radius": 1}}, "track": [{"behaviour": "fluid", "density": 0}])"),
     "/bodies/0/track/0/density", "greater than 0 kg/m^3"},
    {"unknown_property",
     with_body(R"("shape": {"sphere": {"radius": 1}}, "track": [{"behaviour": "fluid", "viscosty": 1}])"),
     "/bodies/0/track/0/viscosty", "did you mean \"viscosity\"?"},
    {"empty_name", with_body(R"("name": "", "preset": "water", "shape": {"sphere": {"radius": 1}})"), "/bodies/0/name",
     "must not be empty"},
    {"name_with_a_line_break", with_body(R"("name": "a\nb", "preset": "water", "shape": {"sphere": {"radius": 1}})"),
     "/bodies/0/name", "control characters"},
    {"name_is_too_long",
     with_body(R"("name": ")" + std::string(300, 'x') + R"(", "preset": "water", "shape": {"sphere": {"radius": 1}})"),
     "/bodies/0/name", "longer than 200"},
    {"name_given_twice", R"({"format": 1, "spacing": 0.1, "bodies": [
         {"name": "a", "preset": "water", "shape": {"sphere": {"radius": 1}}},
         {"name": "a", "preset": "water", "shape": {"sphere": {"radius": 1}}}]})",
     "/bodies/1/name", "the first one is /bodies/0"},
    {"too_many_particles", with_shape(R"("sphere": {"radius": 1000})"), "/spacing", "at most 2e+08"},
    {"too_many_emitted_particles", with_emitter(R"("disc": {"radius": 100}, "speed": 1000)"), "/spacing",
     "at most 2e+08"},
};

std::string with_viscosity(const std::string& value) {
    return with_body(R"("shape": {"sphere": {"radius": 1}}, "track": [{"behaviour": "fluid", "viscosity": )" + value +
                     "}]");
}

const std::vector<Malformed> keys{
    {"that_are_missing", with_viscosity(R"({"over": "time"})"), "/bodies/0/track/0/viscosity/keys", "is missing"},
    {"that_are_none", with_viscosity(R"({"keys": []})"), "/bodies/0/track/0/viscosity/keys", "must not be empty"},
    {"that_are_no_pairs", with_viscosity(R"({"keys": [[0, 1, 2]]})"), "/bodies/0/track/0/viscosity/keys/0",
     "must be a pair"},
    {"at_words", with_viscosity(R"({"keys": [["now", 1]]})"), "/bodies/0/track/0/viscosity/keys/0/0",
     "must be a number"},
    {"out_of_order", with_viscosity(R"({"keys": [[1, 1], [1, 2]]})"), "/bodies/0/track/0/viscosity/keys/1",
     "after the key before"},
    {"out_of_range", with_viscosity(R"({"keys": [[0, 1], [1, -2]]})"), "/bodies/0/track/0/viscosity/keys/1/1",
     "at least 0"},
    {"over_what_is_not_there", with_viscosity(R"({"over": "temperature", "keys": [[0, 1]]})"),
     "/bodies/0/track/0/viscosity/over", "have no scalar"},
    {"over_a_misspelt_scalar", with_viscosity(R"({"over": "spede", "keys": [[0, 1]]})"),
     "/bodies/0/track/0/viscosity/over", "did you mean \"speed\"?"},
    {"over_a_misspelt_scalar_of_a_behaviour", with_viscosity(R"({"over": "temprature", "keys": [[0, 1]]})"),
     "/bodies/0/track/0/viscosity/over", "did you mean \"temperature\"?"},
    {"over_nothing_like_a_scalar", with_viscosity(R"({"over": "zzzzzzzzzz", "keys": [[0, 1]]})"),
     "/bodies/0/track/0/viscosity/over", "there are time, pressure, density"},
    {"with_an_unknown_ease", with_viscosity(R"({"keys": [[0, 1]], "ease": "smoth"})"),
     "/bodies/0/track/0/viscosity/ease", "did you mean \"smooth\"?"},
    {"with_an_unknown_key", with_viscosity(R"({"keys": [[0, 1]], "repeat": true})"),
     "/bodies/0/track/0/viscosity/repeat", "unknown"},
    {"for_gravity_over_particles", with_top(R"("gravity": {"over": "height", "keys": [[0, [0, 0, 0]]]})"),
     "/gravity/over", "over time only"},
};

const std::vector<Malformed> emitters{
    {"without_opening", with_emitter(R"("speed": 1)"), "/bodies/0/emitter", "exactly one of disc or rectangle"},
    {"with_two_openings", with_emitter(R"("disc": {"radius": 1}, "rectangle": {"size": [1, 1]}, "speed": 1)"),
     "/bodies/0/emitter", "but here are disc and rectangle"},
    {"without_speed", with_emitter(R"("disc": {"radius": 1})"), "/bodies/0/emitter/speed", "is missing"},
    {"of_negative_speed", with_emitter(R"("disc": {"radius": 1}, "speed": -1)"), "/bodies/0/emitter/speed",
     "at least 0 m/s"},
    {"that_never_flows", with_emitter(R"("disc": {"radius": 1}, "speed": {"keys": [[0, 0], [1, 0]]})"),
     "/bodies/0/emitter/speed", "greater than 0 at some time"},
    {"keyed_over_particles", with_emitter(R"("disc": {"radius": 1}, "speed": {"over": "age", "keys": [[0, 1]]})"),
     "/bodies/0/emitter/speed/over", "over time only"},
    {"without_direction", with_emitter(R"("disc": {"radius": 1}, "speed": 1, "direction": [0, 0, 0])"),
     "/bodies/0/emitter/direction", "length zero"},
    {"without_direction_at_a_key",
     with_emitter(R"("disc": {"radius": 1}, "speed": 1, "direction": {"keys": [[0, [1, 0, 0]], [1, [0, 0, 0]]]})"),
     "/bodies/0/emitter/direction/keys/1/1", "length zero"},
    {"that_turns_either_way",
     with_emitter(R"("disc": {"radius": 1}, "speed": 1, "direction": {"keys": [[0, [1, 2, 0]], [1, [-2, -4, 0]]]})"),
     "/bodies/0/emitter/direction/keys/1/1", "opposite to the key before"},
    {"that_turns_over_particles",
     with_emitter(R"("disc": {"radius": 1}, "speed": 1, "direction": {"over": "age", "keys": [[0, [1, 0, 0]]]})"),
     "/bodies/0/emitter/direction/over", "over time only"},
    {"with_a_flat_rectangle", with_emitter(R"("rectangle": {"size": [1, 0]}, "speed": 1)"),
     "/bodies/0/emitter/rectangle/size/1", "greater than 0"},
    {"that_stops_before_it_starts", with_emitter(R"("disc": {"radius": 1}, "speed": 1, "start": 0.5, "stop": 0.2)"),
     "/bodies/0/emitter/stop", "greater than start"},
    {"that_starts_after_the_end", with_emitter(R"("disc": {"radius": 1}, "speed": 1, "start": 5)"),
     "/bodies/0/emitter/start", "the scene ends before"},
    {"with_a_velocity",
     with_body(R"("preset": "water", "velocity": [1, 0, 0], "emitter": {"disc": {"radius": 1}, "speed": 1})"),
     "/bodies/0/velocity", "an emitter has no velocity"},
};

const std::vector<Malformed> boundaries{
    {"without_form", with_boundary(R"("solid": true)"), "/boundaries/0", "but none is"},
    {"with_two_forms", with_boundary(R"("plane": {}, "sphere": {"radius": 1})"), "/boundaries/0", "plane and sphere"},
    {"plane_without_normal", with_boundary(R"("plane": {"normal": [0, 0, 0]})"), "/boundaries/0/plane/normal",
     "length zero"},
    {"unknown_side", with_boundary(R"("box": {"size": [1, 1, 1]}, "open": ["top"])"), "/boundaries/0/open/0", "+y"},
    {"motion_without_any", with_boundary(R"("plane": {}, "motion": {"translate": [1, 0, 0]})"), "/boundaries/0/motion",
     "neither translate nor rotate has keys"},
    {"motion_out_of_order",
     with_boundary(R"("plane": {}, "motion": {"rotate": {"keys": [[1, [0, 0, 0]], [1, [0, 9, 0]]]}})"),
     "/boundaries/0/motion/rotate/keys/1", "after the key before"},
    {"half_a_turn_between_keys",
     with_boundary(R"("plane": {}, "motion": {"rotate": {"keys": [[0, [0, 0, 0]], [1, [0, 360, 0]]]}})"),
     "/boundaries/0/motion/rotate/keys/1/1", "less than 180 degrees"},
    {"motion_that_jumps",
     with_boundary(
         R"("plane": {}, "motion": {"translate": {"keys": [[0, [0, 0, 0]], [1, [1, 0, 0]]], "ease": "step"}})"),
     "/boundaries/0/motion/translate/ease", "cannot jump"},
    {"motion_over_particles",
     with_boundary(R"("plane": {}, "motion": {"translate": {"over": "age", "keys": [[0, [0, 0, 0]]]}})"),
     "/boundaries/0/motion/translate/over", "over time only"},
    {"spin_about_two_axes",
     with_boundary(R"("plane": {}, "motion": {"spin": {"keys": [[0, [0, 9, 0]], [1, [0, 9, 9]]]}})"),
     "/boundaries/0/motion/spin/keys/0/1", "axis of a spin"},
    {"repeat_of_one_key",
     with_boundary(R"("plane": {}, "motion": {"translate": {"keys": [[0, [0, 0, 0]]]}, "repeat": true})"),
     "/boundaries/0/motion/repeat", "two keys"},
    {"repeat_with_a_jump",
     with_boundary(
         R"("plane": {}, "motion": {"repeat": true, "translate": {"keys": [[0, [0, 0, 0]], [1, [1, 0, 0]]]}})"),
     "/boundaries/0/motion/repeat", "the pose of the first"},
    {"repeat_with_a_twist",
     with_boundary(R"("plane": {}, "motion": {"repeat": true, "rotate": {"keys": [[0, [0, 0, 0]], [1, [0, 9, 0]]]}})"),
     "/boundaries/0/motion/repeat", "the pose of the first"},
    {"poses_as_keys", with_boundary(R"("plane": {}, "motion": {"keys": [{"time": 0}, {"time": 1}]})"),
     "/boundaries/0/motion/keys", "write \"translate\": {\"keys\": [[0, [0, 0, 0]]"},
    {"interpolation_of_poses",
     with_boundary(R"("plane": {}, "motion": {"spin": [0, 9, 0], "interpolation": "smooth"})"),
     "/boundaries/0/motion/interpolation", "write \"ease\" beside the keys"},
    {"too_much_friction", with_boundary(R"("plane": {}, "friction": 1.5)"), "/boundaries/0/friction", "1"},
    {"flat_outflow", with_top(R"("outflows": [{"box": {"size": [1, 0, 1]}}])"), "/outflows/0/box/size", "greater than"},
    {"outflow_without_form", with_top(R"("outflows": [{}])"), "/outflows/0", "but none is"},
    {"guide_nobody_follows", with_top(R"("guides": [{"sphere": {"radius": 1}}])"), "/guides", "no body follows"},
    {"guide_without_form", with_top(R"("guides": [{}])"), "/guides/0", "but none is"},
    {"guide_of_two_forms", with_top(R"("guides": [{"sphere": {"radius": 1}, "body": "body_1"}])"), "/guides/0", "body"},
    {"unknown_body_as_guide", with_top(R"("guides": [{"body": "bod_1"}])"), "/guides/0/body", "body_1"},
    {"guide_that_follows",
     with_body(R"("shape": {"sphere": {"radius": 1}}, "track": [{"behaviour": "control"}])")
         .insert(1, R"("guides": [{"body": "body_1"}], )"),
     "/guides/0/body", "cannot be one"},
    {"moved_body_as_guide", with_top(R"("guides": [{"body": "body_1", "motion": {"spin": [0, 9, 0]}}])"),
     "/guides/0/motion", "by itself"},
    {"placed_body_as_guide", with_top(R"("guides": [{"body": "body_1", "at": [1, 0, 0]}])"), "/guides/0/body",
     "leave out at"},
    {"guide_with_a_small_radius", with_top(R"("guides": [{"sphere": {"radius": 1}, "radius": 0.01}])"),
     "/guides/0/radius", "at least spacing"},
    {"guide_wider_than_a_period",
     with_top(R"("periodic": {"x": [0, 1]}, "guides": [{"sphere": {"radius": 1}, "radius": 0.5}])"), "/guides/0/radius",
     "3.3 radii"},
    {"guide_of_a_missing_mesh", with_top(R"("guides": [{"frames": ["none.obj"]}])"), "/guides/0/frames/0",
     "does not exist"},
    {"guide_without_frames", with_top(R"("guides": [{"frames": []}])"), "/guides/0/frames", "empty"},
    {"guide_of_too_many_points",
     with_body(R"("shape": {"sphere": {"radius": 1}}, "track": [{"behaviour": "control"}])")
         .insert(1, R"("guides": [{"box": {"size": [1000, 1000, 1000]}, "sampling": 0.5}], )"),
     "/spacing", "particles"},
    {"open_is_a_word", with_boundary(R"("box": {"size": [1, 1, 1]}, "open": "+y")"), "/boundaries/0/open",
     "must be a list"},
    {"side_given_twice", with_boundary(R"("box": {"size": [1, 1, 1]}, "open": ["+y", "+y"])"), "/boundaries/0/open/1",
     "twice"},
    {"open_sphere", with_boundary(R"("sphere": {"radius": 1}, "open": ["+y"])"), "/boundaries/0/open/0", "only boxes"},
    {"open_side_of_a_cylinder", with_boundary(R"("cylinder": {"radius": 1, "height": 1}, "open": ["+x"])"),
     "/boundaries/0/open/0", "-y and +y"},
    {"no_layers", with_boundary(R"("box": {"size": [1, 1, 1]}, "layers": 0)"), "/boundaries/0/layers", "at least 1"},
    {"half_a_layer", with_boundary(R"("box": {"size": [1, 1, 1]}, "layers": 1.5)"), "/boundaries/0/layers",
     "whole number"},
    {"solid_is_a_number", with_boundary(R"("box": {"size": [1, 1, 1]}, "solid": 1)"), "/boundaries/0/solid",
     "must be true or false, not a number"},
    {"missing_mesh", with_boundary(R"("mesh": "wall.obj")"), "/boundaries/0/mesh", "does not exist"},
    {"flat", with_boundary(R"("box": {"min": [0, 0, 0], "max": [1, 0, 1]})"), "/boundaries/0/box", "along y"},
    {"too_many_boundary_particles", with_boundary(R"("sphere": {"radius": 3000})"), "/spacing", "at most 2e+08"},
};

const std::vector<Malformed> flat{
    {"gravity_along_z", with_flat_top(R"("gravity": [0, 0, -9.81])"), "/gravity", "has a z"},
    {"box_with_a_depth", with_flat_top(R"("boundaries": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}])"),
     "/boundaries/0/box/max", "has a z"},
    {"cylinder", with_flat_top(R"("boundaries": [{"cylinder": {"radius": 1, "height": 1}}])"), "/boundaries/0/cylinder",
     "no cylinders"},
    {"mesh", with_flat_top(R"("boundaries": [{"mesh": ")" PANTA_SOURCE_DIR R"(/tests/scenes/sheet.obj"}])"),
     "/boundaries/0/mesh", "no meshes"},
    {"cylinder_to_flow_out_of", with_flat_top(R"("outflows": [{"cylinder": {"radius": 1, "height": 1}}])"),
     "/outflows/0/cylinder", "no cylinders"},
    {"periodic_z", with_flat_top(R"("periodic": {"z": [0, 1]})"), "/periodic/z", "two-dimensional"},
    {"side_along_z", with_flat_top(R"("boundaries": [{"box": {"size": [1, 1]}, "open": ["+z"]}])"),
     "/boundaries/0/open/0", "no sides along z"},
    {"turned_out_of_the_plane", with_flat_top(R"("boundaries": [{"box": {"size": [1, 1]}, "rotate": [90, 0, 0]}])"),
     "/boundaries/0/rotate", "out of the plane"},
    {"rectangle", R"({"format": 1, "dimension": 2, "spacing": 0.1, "bodies": [{"preset": "water",
        "emitter": {"rectangle": {"size": [1, 1]}, "speed": 1}}]})",
     "/bodies/0/emitter/rectangle", "use a disc"},
};

class MalformedScene : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedScene, is_refused_with_path_and_reason) {
    const Malformed& malformed = GetParam();
    try {
        parse_scene(malformed.text, "scene.json", empty_folder());
        FAIL() << "the scene was accepted";
    } catch (const InputError& error) {
        bool found = false;
        for (const Problem& problem : error.problems()) {
            const bool here =
                problem.where.starts_with("scene.json:") && problem.where.ends_with(": " + malformed.path);
            found |= here && describe({problem}).find(malformed.message) != std::string::npos;
        }
        EXPECT_TRUE(found) << "no problem at " << malformed.path << " about '" << malformed.message << "' in:\n"
                           << error.what();
    }
}

std::string name_of_case(const testing::TestParamInfo<Malformed>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Syntax, MalformedScene, testing::ValuesIn(syntax), name_of_case);
INSTANTIATE_TEST_SUITE_P(Top, MalformedScene, testing::ValuesIn(top), name_of_case);
INSTANTIATE_TEST_SUITE_P(Body, MalformedScene, testing::ValuesIn(bodies), name_of_case);
INSTANTIATE_TEST_SUITE_P(Keys, MalformedScene, testing::ValuesIn(keys), name_of_case);
INSTANTIATE_TEST_SUITE_P(Emitter, MalformedScene, testing::ValuesIn(emitters), name_of_case);
INSTANTIATE_TEST_SUITE_P(Boundary, MalformedScene, testing::ValuesIn(boundaries), name_of_case);
INSTANTIATE_TEST_SUITE_P(Flat, MalformedScene, testing::ValuesIn(flat), name_of_case);

}  // namespace
}  // namespace panta
