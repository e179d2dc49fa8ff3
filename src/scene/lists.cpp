#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "scene/builtin.h"
#include "scene/describe.h"
#include "scene/presets.h"
#include "scene/writer.h"
#include "tracks/scalars.h"

namespace panta {

namespace {

using namespace scene;

// Notes the first key of each alternative, which names it, with its meaning.
struct ChoiceNames {
    std::vector<Listed> found;

    template <class T>
    void operator()(std::string_view name, T&, const Parameter& about) {
        found.push_back({std::string(name), std::string(about.doc), {}});
    }
};

template <class... T>
std::vector<Listed> alternatives(const std::variant<T...>&) {
    ChoiceNames names;
    const auto add = [&]<class Alternative>(Alternative alternative) { visit_choice(names, alternative); };
    (add(T{}), ...);
    return names.found;
}

template <class Enum>
std::vector<Listed> words() {
    std::vector<Listed> list;
    for (const auto& entry : names(Enum{})) list.push_back({std::string(entry.name), std::string(entry.doc), {}});
    return list;
}

// "density = 1000 kg/m^3"
template <class T>
std::string described(const Property<T>& property, Keyed<T> value) {
    std::string line = fmt::format("{} = {}", property.name, scene::json_of(value).dump());
    const std::string_view unit = property.about.unit;
    return unit.empty() || unit == "1" ? line : fmt::format("{} {}", line, unit);
}

std::vector<Listed> behaviours(const Catalogue& catalogue) {
    std::vector<Listed> list;
    for (const BehaviourKind& kind : catalogue) {
        const BehaviourType* type = kind.type;
        Listed listed{std::string(type->name), std::string(type->doc), {}};
        const auto add = [&](const auto* property) {
            listed.details.push_back(
                fmt::format("{}: {}", described(*property, Keyed(property->initial)), property->about.doc));
        };
        add(&type->weight);
        for (const AnyProperty& property : type->properties) std::visit(add, property);
        for (const std::string_view scalar : type->scalars)
            listed.details.push_back(fmt::format("keys may be over {}", scalar));
        list.push_back(std::move(listed));
    }
    return list;
}

std::vector<Listed> materials() {
    std::vector<Listed> list;
    for (const Preset& preset : presets()) {
        Listed listed{std::string(preset.name), std::string(preset.doc), {}};
        for (const TrackEntry& entry : preset.track) {
            const auto tell = [&]<class T>(const Property<T>& property, const Keyed<T>& value) {
                listed.details.push_back(fmt::format("{}: {}", entry.type->name, described(property, value)));
            };
            if (!entry.weight.is_constant()) tell(entry.type->weight, entry.weight);
            for (std::size_t k = 0; k < entry.given.size(); k++)
                if (entry.given[k])
                    std::visit(
                        [&]<class T>(const Property<T>* property) {
                            tell(*property, std::get<Keyed<T>>(*entry.given[k]));
                        },
                        entry.type->properties[k]);
        }
        listed.details.push_back(fmt::format("source: {}", preset.source));
        list.push_back(std::move(listed));
    }
    return list;
}

std::vector<Listed> scalars(const Catalogue& catalogue) {
    std::vector<Listed> list;
    for (const ScalarName& scalar : scalar_names())
        list.push_back({std::string(scalar.name), std::string(scalar.doc), {}});
    for (const BehaviourKind& kind : catalogue)
        for (const std::string_view field : kind.type->scalars)
            list.push_back({std::string(field), fmt::format("Field of a body with {}", kind.type->name), {}});
    return list;
}

struct Topic {
    std::string_view name;
    std::vector<Listed> (*list)(const Catalogue&);
};

/// A list that is the same whatever behaviours there are.
template <auto list>
std::vector<Listed> always(const Catalogue&) {
    return list();
}

// In the order of the help text.
constexpr std::array topics{
    Topic{"behaviours", behaviours},
    Topic{"presets", always<materials>},
    Topic{"scalars", scalars},
    Topic{"pressure", always<words<PressureMethod>>},
    Topic{"shapes", always<[] { return alternatives(scene::Shape{}.form); }>},
    Topic{"boundaries", always<[] { return alternatives(Boundary{}.form); }>},
    Topic{"emitters", always<[] { return alternatives(Emitter{}.opening); }>},
    Topic{"kernels", always<words<KernelChoice>>},
    Topic{"integrators", always<words<Integrator>>},
    Topic{"formats", always<words<ParticleFormat>>},
};

constexpr auto topic_names = [] {
    std::array<std::string_view, topics.size()> names;
    std::transform(topics.begin(), topics.end(), names.begin(), [](const Topic& topic) { return topic.name; });
    return names;
}();

}  // namespace

std::span<const std::string_view> list_topics() { return topic_names; }

std::vector<Listed> list_of(std::string_view topic, const Catalogue& catalogue) {
    const auto found = std::find_if(topics.begin(), topics.end(), [&](const Topic& t) { return t.name == topic; });
    check(found != topics.end(), "the topic is one of list_topics()");
    return found->list(catalogue);
}

}  // namespace panta
