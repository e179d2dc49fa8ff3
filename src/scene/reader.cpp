#include "scene/reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "scene/builtin.h"
#include "scene/presets.h"

namespace panta::scene {

namespace {

std::string range_of(const Parameter& about) {
    if (about.min == about.max) return fmt::format("{}", about.min);
    std::string text;
    if (std::isfinite(about.above)) text = fmt::format("greater than {}", about.above);
    if (std::isfinite(about.min)) text = fmt::format("at least {}", about.min);
    if (std::isfinite(about.max)) text += fmt::format("{}at most {}", text.empty() ? "" : " and ", about.max);
    if (!about.unit.empty() && about.unit != "1") text += fmt::format(" {}", about.unit);
    return text;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// What was probably meant by a word that is unknown, if something is near.
std::string meant(std::string_view word, const std::vector<std::string_view>& allowed,
                  std::string_view otherwise = "") {
    const std::string_view near = nearest(word, allowed);
    return near.empty() ? std::string(otherwise) : fmt::format("did you mean {}?", in_quotes(near));
}

}  // namespace

void ValueReader::wrong(std::string what, std::string hint) const {
    reading_.problems.add(node_.line, path_, std::move(what), std::move(hint));
}

bool ValueReader::expect(Node::Kind kind) const {
    if (node_.kind == kind) return true;
    wrong(fmt::format("must be {}, not {}", describe(kind), describe(node_.kind)));
    return false;
}

bool ValueReader::in_range(double value) const {
    return value >= about_.min && value <= about_.max && value > about_.above;
}

bool ValueReader::number(const Node& node, double& value) const {
    if (node.kind != Node::Kind::number) {
        wrong(fmt::format("must be a number, not {}", describe(node.kind)));
        return false;
    }
    if (!in_range(node.number)) {
        wrong(fmt::format("is {}, but must be {}", node.number, range_of(about_)));
        return false;
    }
    if (std::abs(node.number) > largest_number) {
        wrong(fmt::format("is {}, which is too large", node.number),
              fmt::format("numbers go up to {}", largest_number));
        return false;
    }
    value = node.number;
    return true;
}

void ValueReader::read(double& value) const { number(node_, value); }

void ValueReader::read(Real& value) const {
    double wide = 0;
    if (!number(node_, wide)) return;
    const Real narrow = static_cast<Real>(wide);
    // A number that is allowed may round to one that is not, such as 1e-50 to zero.
    if (in_range(wide) && wide != 0 && narrow == 0)
        wrong(fmt::format("is {}, which is too small to tell from zero", wide));
    else
        value = narrow;
}

void ValueReader::read(int& value) const {
    double wide = 0;
    if (!number(node_, wide)) return;
    if (wide != std::floor(wide) || std::abs(wide) > 2e9)
        wrong(fmt::format("must be a whole number, not {}", wide));
    else
        value = static_cast<int>(wide);
}

void ValueReader::read(uint64_t& value) const {
    if (!expect(Node::Kind::number)) return;
    if (node_.natural)
        value = node_.count;
    else
        wrong(fmt::format("must be a whole number from 0 to 2^64 - 1, not {}", node_.number));
}

void ValueReader::read(bool& value) const {
    if (expect(Node::Kind::boolean)) value = node_.boolean;
}

void ValueReader::read(std::string& value) const {
    if (!expect(Node::Kind::string)) return;
    constexpr std::size_t longest_name = 200;
    if (node_.text.empty())
        wrong("must not be empty");
    else if (node_.text.size() > longest_name)
        wrong(fmt::format("is longer than {} characters", longest_name));
    else if (std::any_of(node_.text.begin(), node_.text.end(), is_control))
        wrong("must not have control characters");
    else
        value = node_.text;
}

std::vector<double> ValueReader::numbers(std::size_t fewest, std::size_t most) const {
    const std::string length = fewest == most ? std::to_string(most) : fmt::format("{} or {}", fewest, most);
    if (node_.kind != Node::Kind::array) {
        wrong(fmt::format("must be a list of {} numbers, not {}", length, describe(node_.kind)));
        return {};
    }
    if (node_.items.size() < fewest || node_.items.size() > most) {
        wrong(fmt::format("must have {} numbers, not {}", length, node_.items.size()));
        return {};
    }
    std::vector<double> values;
    for (std::size_t i = 0; i < node_.items.size(); i++) {
        Real value = 0;
        const bool fine = node_.items[i].kind == Node::Kind::number;
        ValueReader(reading_, node_.items[i], path_to(path_, i), about_).read(value);
        if (!fine) return {};
        values.push_back(value);
    }
    return values;
}

void ValueReader::read(Vec3& value) const {
    const auto values = numbers(reading_.dimension, 3);
    if (values.empty()) return;
    for (int axis = 0; axis < 3; axis++)
        value[axis] = static_cast<std::size_t>(axis) < values.size()
                          ? static_cast<Real>(values[static_cast<std::size_t>(axis)])
                          : 0;
    if (reading_.dimension == 2 && value.z != 0) wrong("has a z, but the scene is two-dimensional", "write [x, y]");
}

void ValueReader::read(Rotation& value) const {
    const auto values = numbers(3, 3);
    if (values.empty()) return;
    value.degrees = {static_cast<Real>(values[0]), static_cast<Real>(values[1]), static_cast<Real>(values[2])};
    if (reading_.dimension == 2 && (values[0] != 0 || values[1] != 0))
        wrong("turns out of the plane, but the scene is two-dimensional", "write [0, 0, degrees]");
}

void ValueReader::read(Interval& value) const {
    const auto values = numbers(2, 2);
    if (!values.empty()) value = {static_cast<Real>(values[0]), static_cast<Real>(values[1])};
}

void ValueReader::read(std::array<Real, 2>& value) const {
    const auto values = numbers(2, 2);
    if (!values.empty()) value = {static_cast<Real>(values[0]), static_cast<Real>(values[1])};
}

void ValueReader::read(FilePath& value) const {
    if (!expect(Node::Kind::string)) return;
    if (node_.text.empty() || node_.text.find('\0') != node_.text.npos) {
        wrong("must be the name of a file");
        return;
    }
    const std::u8string name(node_.text.begin(), node_.text.end());
    std::error_code failed;
    std::filesystem::path path = std::filesystem::absolute(reading_.folder / std::filesystem::path(name), failed);
    value.path = path.lexically_normal();
    if (failed || !std::filesystem::is_regular_file(value.path, failed))
        wrong(fmt::format("the file {} does not exist", in_quotes(node_.text)),
              "file names start at the folder of the scene");
}

void ValueReader::read(Word& value) const {
    if (!expect(Node::Kind::string)) return;
    const auto found = std::find(value.allowed.begin(), value.allowed.end(), node_.text);
    if (found != value.allowed.end())
        value.chosen = static_cast<std::size_t>(found - value.allowed.begin());
    else
        wrong(fmt::format("{} is unknown; allowed: {}", in_quotes(node_.text), joined(value.allowed, ", ")),
              meant(node_.text, value.allowed, value.hint));
}

void ValueReader::read(PresetName& value) const {
    Word word;
    for (const Preset& preset : presets()) word.allowed.push_back(preset.name);
    read(word);
    if (word.chosen) value.text = node_.text;
}

void ValueReader::read(ScalarChoice& value) const {
    if (!expect(Node::Kind::string)) return;
    if (about_.time_only && node_.text != Keyed<Real>::over_time)
        wrong("this value can be keyed over time only, not over " + in_quotes(node_.text));
    value.name = node_.text;
}

bool ValueReader::read_at(double& at) const {
    if (node_.kind != Node::Kind::array || node_.items.size() != 2) {
        wrong("must be a pair [at, value]");
        return false;
    }
    ValueReader(reading_, node_.items[0], path_to(path_, 0), {}).read(at);
    return node_.items[0].kind == Node::Kind::number;
}

void ValueReader::read_behaviour(Track& track, const Track& defaults) const {
    if (!expect(Node::Kind::object)) return;
    // The key "behaviour" says which one.
    Word word{.allowed = {}, .hint = "one of your own needs --plugin", .chosen = {}};
    for (const BehaviourKind& kind : reading_.catalogue) word.allowed.push_back(kind.type->name);
    ObjectReader object(reading_, node_, path_);
    object("behaviour", word, {.required = true});
    if (!word.chosen) return;

    // What the preset says of it comes first, then what the track says.
    const BehaviourType& type = *reading_.catalogue[*word.chosen].type;
    const TrackEntry* preset = find_behaviour(defaults, type);
    TrackEntry entry = preset ? *preset : TrackEntry(type);
    object("weight", entry.weight, type.weight.about);
    for (std::size_t k = 0; k < entry.given.size(); k++)
        std::visit(
            [&]<class T>(const Property<T>* property) {
                if (!node_.find(property->name)) return object.know(property->name);
                Keyed<T> value;
                object(property->name, value, property->about);
                entry.given[k] = std::move(value);
            },
            type.properties[k]);
    object.finish();
    track.push_back(std::move(entry));
}

void ObjectReader::know(std::string_view name) {
    if (std::find(known_.begin(), known_.end(), name) == known_.end()) known_.push_back(name);
}

const Node* ObjectReader::take(std::string_view name, bool required) {
    know(name);
    const Node* node = object_.find(name);
    if (!node && required) reading_.problems.add(object_.line, path_to(path_, name), "is missing; it must be given");
    return node;
}

void ObjectReader::note_choice(const std::vector<std::string_view>& offered,
                               const std::vector<std::string_view>& given) const {
    if (given.size() == 1) return;
    const std::string needed = fmt::format("exactly one of {} must be given", joined(offered));
    if (given.empty())
        reading_.problems.add(object_.line, path_, fmt::format("{}, but none is", needed));
    else
        reading_.problems.add(object_.line, path_, fmt::format("{}, but here are {}", needed, joined(given, " and ")));
}

void ObjectReader::track(std::string_view name, Track& track, const PresetName& preset, const Parameter& about) {
    const Preset* material = find_preset(preset.text);
    const Track defaults = material ? material->track : Track{};
    const Node* node = take(name, false);
    if (!node) {
        track = defaults;
        return;
    }
    ValueReader(reading_, *node, path_to(path_, name), about).for_each_item([&](const ValueReader& item) {
        item.read_behaviour(track, defaults);
    });
    // Behaviours of the preset that the track does not name stay.
    for (const TrackEntry& entry : defaults)
        if (find_behaviour(track, *entry.type) == nullptr) track.push_back(entry);
}

void ObjectReader::finish() const {
    for (std::size_t i = 0; i < object_.keys.size(); i++) {
        const std::string& key = object_.keys[i];
        if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
        const auto former = std::ranges::find(former_, key, &Former::name);
        const std::string near = former != former_.end() ? std::string(former->instead) : meant(key, known_);
        reading_.problems.add(object_.items[i].line, path_to(path_, key), "this key is unknown",
                              near.empty() ? fmt::format("known here: {}", joined(known_, ", ")) : near);
    }
}

}  // namespace panta::scene
