#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "scene/describe.h"
#include "scene/presets.h"
#include "scene/writer.h"

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

// "density = 1000 kg/m^3: Mass per volume at rest"
struct Details {
    std::vector<std::string> lines;
    bool with_doc = true;

    template <class T>
    void operator()(std::string_view name, T& member, const Parameter& about) {
        std::string line = fmt::format("{} = {}", name, scene::json_of(member).dump());
        if (!about.unit.empty() && about.unit != "1") line += fmt::format(" {}", about.unit);
        if (with_doc) line += fmt::format(": {}", about.doc);
        lines.push_back(std::move(line));
    }
};

std::vector<Listed> behaviours() {
    std::vector<Listed> list;
    for (Behaviour& behaviour : all_behaviours())
        std::visit(
            [&](auto& params) {
                Details details;
                visit(details, params);
                const BehaviourName name = behaviour_name(params);
                list.push_back({std::string(name.name), std::string(name.doc), details.lines});
            },
            behaviour);
    return list;
}

std::vector<Listed> materials() {
    std::vector<Listed> list;
    for (const Preset& preset : presets()) {
        Listed listed{std::string(preset.name), std::string(preset.doc), {}};
        for (Behaviour behaviour : preset.track)
            std::visit(
                [&](auto& params) {
                    Details details{.lines = {}, .with_doc = false};
                    visit(details, params);
                    for (const std::string& line : details.lines)
                        listed.details.push_back(fmt::format("{}: {}", behaviour_name(params).name, line));
                },
                behaviour);
        listed.details.push_back(fmt::format("source: {}", preset.source));
        list.push_back(std::move(listed));
    }
    return list;
}

struct Topic {
    std::string_view name;
    std::vector<Listed> (*list)();
};

// In the order of the help text.
constexpr std::array topics{
    Topic{"behaviours", behaviours},
    Topic{"presets", materials},
    Topic{"pressure", words<PressureMethod>},
    Topic{"shapes", [] { return alternatives(Shape{}.form); }},
    Topic{"boundaries", [] { return alternatives(Boundary{}.form); }},
    Topic{"emitters", [] { return alternatives(Emitter{}.opening); }},
    Topic{"kernels", words<KernelChoice>},
    Topic{"integrators", words<Integrator>},
    Topic{"formats", words<ParticleFormat>},
};

constexpr auto topic_names = [] {
    std::array<std::string_view, topics.size()> names;
    std::transform(topics.begin(), topics.end(), names.begin(), [](const Topic& topic) { return topic.name; });
    return names;
}();

}  // namespace

std::span<const std::string_view> list_topics() { return topic_names; }

std::vector<Listed> list_of(std::string_view topic) {
    const auto found = std::find_if(topics.begin(), topics.end(), [&](const Topic& t) { return t.name == topic; });
    check(found != topics.end(), "the topic is one of list_topics()");
    return found->list();
}

}  // namespace panta
