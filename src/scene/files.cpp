#include "scene/files.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/parameters.h"
#include "scene/keys.h"

namespace panta::scene {

namespace {

/// A visitor that looks into everything that has keys of its own.
class FileFinder {
public:
    template <class T>
    void operator()(std::string_view, T& member, const Parameter&) {
        look(member);
    }
    template <class... T>
    void one_of(std::variant<T...>& choice, const Parameter&) {
        std::visit([this](auto& alternative) { visit_choice(*this, alternative); }, choice);
    }
    void track(std::string_view, Track&, const PresetName&, const Parameter&) {}

    std::vector<FilePath*> found;

private:
    void look(FilePath& file) { found.push_back(&file); }
    template <class T>
    void look(std::vector<T>& items) {
        for (T& item : items) look(item);
    }
    template <class T>
    void look(std::optional<T>& member) {
        if (member) look(*member);
    }
    // Words and pairs of numbers; named here, lest std::visit be taken for the visit of their keys.
    void look(std::string&) {}
    void look(std::array<Real, 2>&) {}
    template <class T>
    void look(T& member) {
        if constexpr (requires { visit(*this, member); }) visit(*this, member);
    }
};

}  // namespace

std::vector<FilePath*> files_of(Scene& scene) {
    FileFinder finder;
    visit(finder, scene);
    return finder.found;
}

}  // namespace panta::scene
