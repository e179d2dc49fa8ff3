#include "scene/load.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "scene/checks.h"
#include "scene/document.h"
#include "scene/reader.h"

namespace panta {

namespace {

using scene::Body;
using scene::Emitter;
using scene::Node;
using scene::Problems;

// The dimension decides how many numbers a vector has, so it is looked at before anything else.
int dimension_of(const Node& root) {
    const Node* node = root.find("dimension");
    return node && node->natural && node->count == 2 ? 2 : 3;
}

// Gives a name to everything that has none: body_1, body_2, ...
template <class Item>
void name_all(std::vector<Item>& items, const std::string& prefix) {
    std::set<std::string> taken;
    for (const Item& item : items) taken.insert(item.name);
    for (std::size_t i = 0; i < items.size(); i++)
        for (std::size_t number = i + 1; items[i].name.empty(); number++)
            if (const std::string name = prefix + std::to_string(number); taken.insert(name).second)
                items[i].name = name;
}

// Fills in the defaults that depend on the rest of the scene.
void complete(Scene& scene) {
    name_all(scene.bodies, "body_");
    name_all(scene.boundaries, "boundary_");
    name_all(scene.outflows, "outflow_");
    name_all(scene.guides, "guide_");
    for (scene::Boundary& boundary : scene.boundaries)
        if (boundary.motion && !boundary.motion->pivot) boundary.motion->pivot = boundary.placement.at;
    for (scene::Guide& guide : scene.guides) {
        if (guide.motion && !guide.motion->pivot) guide.motion->pivot = guide.placement.at;
        if (!guide.radius) guide.radius = scene::default_guide_radius * scene.spacing;
    }
    for (Body& body : scene.bodies)
        if (auto* emitter = std::get_if<Emitter>(&body.source); emitter && !emitter->stop)
            emitter->stop = static_cast<Real>(scene.duration);
    // A box holds what is in it, and so does what has an open side; everything else is an obstacle.
    for (scene::Boundary& boundary : scene.boundaries)
        if (!boundary.solid)
            boundary.solid = !std::holds_alternative<scene::BoxShape>(boundary.form) && boundary.open.empty();
}

}  // namespace

Scene parse_scene(std::string_view text, const std::string& file_name, const std::filesystem::path& folder,
                  const scene::Catalogue& catalogue) {
    Problems problems(file_name);
    const std::optional<Node> document = scene::parse_document(text, problems);
    if (!document) problems.throw_all();
    const Node& root = *document;

    Scene result;
    scene::Reading reading{problems, folder, catalogue, dimension_of(root)};
    scene::ValueReader(reading, root, "/", {}).read(result);
    complete(result);
    scene::check_scene(result, root, catalogue, problems);
    if (!problems.empty()) problems.throw_all();
    return result;
}

namespace {

std::string read_text(const std::filesystem::path& file) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(file, failed))
        throw InputError(file.string(), "there is no such scene file", "give the name of a JSON file");
    if (std::filesystem::file_size(file, failed) > scene::longest_text)
        throw InputError(file.string(), "the file is too long for a scene");
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream) throw InputError(file.string(), "the file cannot be read", "check its permissions");
    return text.str();
}

}  // namespace

Scene load_scene(const std::filesystem::path& file, const scene::Catalogue& catalogue) {
    return parse_scene(read_text(file), file.string(), file.parent_path(), catalogue);
}

std::vector<Problem> at_lines_of(const std::filesystem::path& file, std::vector<Problem> problems) {
    Problems unused(file.string());
    const std::optional<Node> document = scene::parse_document(read_text(file), unused);
    if (!document) return problems;
    // Where particles are placed, problems are of these; other paths are of files.
    const auto is_of_scene = [](const Problem& problem) {
        return problem.where == "/spacing" || problem.where.starts_with("/bodies/") ||
               problem.where.starts_with("/boundaries/") || problem.where.starts_with("/guides/");
    };
    const auto line = [&](const Problem& problem) {
        return is_of_scene(problem) ? line_of(*document, problem.where) : 0;
    };
    std::ranges::stable_sort(problems, {}, line);
    for (Problem& problem : problems)
        if (is_of_scene(problem))
            problem.where = file.string() + ":" + std::to_string(line(problem)) + ": " + problem.where;
    return problems;
}

}  // namespace panta
