// panta render: pictures and a film of the frames of a run.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "base/error.h"
#include "commands.h"
#include "plugins.h"
#include "render/colour_map.h"
#include "render/film.h"
#include "render/scenery.h"
#include "scene/load.h"
#include "scene/solids.h"

namespace panta::cli {

namespace {

/// What the user typed and FilmOptions has in another form.
struct Typed {
    FilmOptions film;
    std::string size = "960x540";
    std::string range;
    std::vector<Real> eye, target;
    std::vector<std::string> hide;
    long frame = -1;
    bool no_video = false, no_walls = false;
    std::shared_ptr<const Plugins> plugins;
};

void refuse(const char* option, const char* form) {
    throw CLI::ValidationError(option, std::string("must have the form ") + form);
}

FilmOptions options_from(Typed typed) {
    FilmOptions& film = typed.film;
    char rest = 0;
    if (std::sscanf(typed.size.c_str(), "%dx%d%c", &film.width, &film.height, &rest) != 2)
        refuse("--size", "WIDTHxHEIGHT, for instance 960x540");
    if (!typed.range.empty()) {
        Real low = 0, high = 0;
        if (std::sscanf(typed.range.c_str(), "%f:%f%c", &low, &high, &rest) != 2)
            refuse("--range", "LOW:HIGH, for instance 0:3.5");
        film.range = {low, high};
    }
    if (!typed.eye.empty()) film.eye = Vec3{typed.eye[0], typed.eye[1], typed.eye[2]};
    if (!typed.target.empty()) film.target = Vec3{typed.target[0], typed.target[1], typed.target[2]};
    if (typed.frame >= 0) film.frame = size_t(typed.frame);
    film.video = !typed.no_video;
    return film;
}

/// Adds the walls of the scene that a run was made from, if its folder has it. Pictures without them are better than
/// none, for instance when a mesh has been moved meanwhile.
void add_walls(FilmOptions& film, const scene::Catalogue& behaviours) {
    const std::filesystem::path file = film.source / "scene.json";
    if (!std::filesystem::exists(file)) return;
    try {
        const auto scene = load_scene(file, behaviours);
        std::vector<Wall> walls;
        for (const auto& boundary : scene.boundaries) walls.push_back(wall_of(scene, boundary, boundary.name));
        film.scenery = [walls, dimension = scene.dimension, thickness = scene.spacing](double time) {
            return scenery_of(walls, dimension, thickness, time);
        };
    } catch (const InputError& error) {
        std::fprintf(stderr, "The walls are not drawn: %s\n", error.what());
    }
}

/// Which bodies of the run's scene have these names.
std::vector<uint32_t> bodies_named(const std::vector<std::string>& names, const std::filesystem::path& source,
                                   const scene::Catalogue& behaviours) {
    std::vector<uint32_t> bodies;
    if (names.empty()) return bodies;
    const std::filesystem::path file = source / "scene.json";
    if (!std::filesystem::exists(file))
        throw InputError(source.string(), "has no scene.json that names the bodies", "give the folder of a run");
    const auto scene = load_scene(file, behaviours);
    for (const std::string& name : names) {
        std::string known;
        const size_t found = bodies.size();
        for (size_t k = 0; k < scene.bodies.size(); ++k) {
            if (scene.bodies[k].name == name) bodies.push_back(uint32_t(k));
            known += (known.empty() ? "" : ", ") + scene.bodies[k].name;
        }
        if (bodies.size() == found)
            throw InputError(file.string(), "has no body '" + name + "' to hide", "it has: " + known);
    }
    return bodies;
}

/// Where the run of a scene is.
std::filesystem::path folder_of_run(const std::filesystem::path& scene) {
    const std::filesystem::path folder = usual_folder(scene);
    if (!std::filesystem::exists(folder))
        throw InputError(scene.string(), "there is no run of this scene in " + folder.string(),
                         "panta run " + scene.string() + " makes one; or give the folder it is in");
    return folder;
}

void show_progress(const char* what, size_t done, size_t of) {
    std::fprintf(stderr, "\r\033[K%s %zu/%zu", what, done, of);
}

void run(const Typed& typed) {
    const bool is_terminal = isatty(STDERR_FILENO) != 0;
    FilmOptions options = options_from(typed);
    if (options.source.extension() == ".json") options.source = folder_of_run(options.source);
    const scene::Catalogue behaviours = typed.plugins->behaviours();
    if (!typed.no_walls) add_walls(options, behaviours);
    options.hidden = bodies_named(typed.hide, options.source, behaviours);
    const FilmReport report = render_film(options, is_terminal ? show_progress : FilmProgress{});
    if (is_terminal) std::fprintf(stderr, "\r\033[K");
    if (report.pictures.size() == 1)
        std::printf("%s\n", report.pictures[0].c_str());
    else
        std::printf("%zu pictures in %s\n", report.pictures.size(), report.pictures[0].parent_path().c_str());
    if (!report.film.empty()) std::printf("%s (%g frames per second)\n", report.film.c_str(), report.frame_rate);
    std::printf("%s from %g to %g\n", typed.film.colour_by.c_str(), double(report.range.first),
                double(report.range.second));
}

}  // namespace

void add_render(CLI::App& app) {
    CLI::App* command = app.add_subcommand("render", "Draw pictures and a film of the frames of a run");
    auto typed = std::make_shared<Typed>();
    FilmOptions& film = typed->film;
    std::string maps;
    for (const std::string_view name : ColourMap::names()) maps += (maps.empty() ? "" : ", ") + std::string(name);

    command
        ->add_option("SOURCE", film.source,
                     "The folder that panta run wrote, a scene that was run, or a .vtp, .ply or .pvd file")
        ->required();
    command->add_option("--out", film.out, "A folder, the film (.mp4) or, of one frame, the picture (.png) to write");
    command->add_option("--size", typed->size, "Pixels of a picture")->capture_default_str();
    command->add_option("--samples", film.samples, "Rays per pixel")->capture_default_str();
    command->add_option("--every", film.every, "Draw every n-th frame only")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000000));
    command->add_option("--frame", typed->frame, "Draw this frame only, counted from 0")->check(CLI::NonNegativeNumber);
    command->add_flag("--no-video", typed->no_video, "Leave the film out, write pictures only");
    command->add_flag("--no-walls", typed->no_walls, "Leave the obstacles and walls of the scene out");
    command->add_option("--colour-by", film.colour_by, "Field shown as colour; vectors by their length")
        ->capture_default_str();
    command->add_option("--colour-map", film.colour_map, "Colours: " + maps + ", or '#rrggbb,#rrggbb,...'")
        ->capture_default_str();
    command->add_option("--range", typed->range, "Values of the first and the last colour, LOW:HIGH");
    command->add_option("--hide", typed->hide, "Bodies to leave out, by their names");
    command->add_option("--eye", typed->eye, "Where the camera stands: X Y Z")->expected(3);
    command->add_option("--target", typed->target, "Where the camera looks: X Y Z")->expected(3);
    command->add_option("--field-of-view", film.field_of_view, "Height of the picture in degrees")
        ->capture_default_str();
    command->add_option("--ball-scale", film.ball_scale, "Size of the balls; 1 is half the particle spacing")
        ->capture_default_str();
    command->add_option("--threads", film.threads, "Threads; 0 for as many as the machine has")->capture_default_str();
    typed->plugins = Plugins::option_of(*command);
    command->callback([typed] { run(*typed); });
}

}  // namespace panta::cli
