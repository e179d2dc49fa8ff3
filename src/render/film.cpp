#include "render/film.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <memory>

#include "base/error.h"
#include "io/atomic_file.h"
#include "render/camera.h"
#include "render/colour_map.h"
#include "render/film_survey.h"
#include "render/renderer.h"
#include "render/video.h"

namespace panta {

namespace {

constexpr Real farthest = 1e9f;      // m: what the camera may be from the origin; squares of it are still numbers
constexpr Real largest_ball = 1e3f;  // scale

void demand_direction(const Vec3& eye, const Vec3& target) {
    if (norm(target - eye) > 0) return;
    throw InputError("eye", "the camera stands where it looks: its eye and its target are the same point",
                     "move one of them");
}

void check_options(const FilmOptions& options) {
    std::vector<Problem> problems;
    const auto demand = [&](bool holds, const char* where, const char* what) {
        if (!holds) problems.push_back({where, what, ""});
    };
    const auto demand_place = [&](const std::optional<Vec3>& place, const char* where) {
        for (int axis = 0; place && axis < 3; ++axis)  // false for NaN too
            if (!(std::abs((*place)[axis]) <= farthest))
                return problems.push_back({where, "must be three numbers, from -1e9 to 1e9 m", ""});
    };
    demand(options.width >= 16 && options.width <= 16384 && options.height >= 16 && options.height <= 16384, "size",
           "a picture has 16 to 16384 pixels in each direction");
    demand(options.samples >= 1 && options.samples <= 4096, "samples", "must be from 1 to 4096");
    demand(options.every >= 1, "every", "must be at least 1");
    demand(options.field_of_view >= 1 && options.field_of_view <= 150, "field of view",
           "must be from 1 to 150 degrees");
    demand(options.ball_scale > 0 && options.ball_scale <= largest_ball, "ball scale",
           "must be more than 0 and at most 1000");
    if (options.range) {
        const auto [low, high] = *options.range;
        demand(low < high, "range", "must go from low to high");
        demand(!(low < high) || std::isfinite(high - low), "range", "must go from one finite number to another");
    }
    demand_place(options.eye, "eye");
    demand_place(options.target, "target");
    throw_any(problems);
    if (options.eye && options.target) demand_direction(*options.eye, *options.target);
}

/// What a name that was given for the results asks for.
enum class OutKind : uint8_t { usual, folder, picture, film, other };

OutKind kind_of(const std::filesystem::path& out) {
    if (out.empty()) return OutKind::usual;
    if (std::filesystem::is_directory(out)) return OutKind::folder;
    std::string ending = out.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    if (ending == ".png") return OutKind::picture;
    if (ending == ".mp4") return OutKind::film;
    // Nobody means a folder by these; other dots may be part of its name.
    static constexpr std::string_view foreign[] = {".jpg",  ".jpeg", ".gif", ".bmp", ".tif",  ".tiff", ".tga",
                                                   ".webp", ".exr",  ".ppm", ".svg", ".pdf",  ".avi",  ".mov",
                                                   ".mkv",  ".webm", ".m4v", ".mpg", ".mpeg", ".wmv",  ".ogv"};
    return std::ranges::find(foreign, ending) == std::end(foreign) ? OutKind::folder : OutKind::other;
}

/// Refuses names for what is not made: no picture or film would be where it was asked for.
void check_name(const FilmOptions& options, bool is_single) {
    const OutKind kind = kind_of(options.out);
    const auto demand = [&](OutKind possible, const char* what, const char* names) {
        if (kind != OutKind::usual && kind != OutKind::folder && kind != possible)
            throw InputError(options.out.string(), what, std::string("possible are ") + names);
    };
    if (is_single)
        demand(OutKind::picture, "is no name for one picture", "a name with .png for the picture, or a folder");
    else if (options.video)
        demand(OutKind::film, "is no name for a film", "a name with .mp4 for the film, or a folder");
    else
        demand(OutKind::folder, "is no name for several pictures", "names of a folder for the pictures");
}

/// Where the results go.
struct Places {
    std::filesystem::path pictures;  // a folder
    std::filesystem::path film;
    std::filesystem::path picture;  // of a single frame; empty: in the folder of pictures
};

Places places_of(const FilmOptions& options) {
    const bool is_file = !std::filesystem::is_directory(options.source);
    const std::filesystem::path home = is_file ? options.source.parent_path() : options.source;
    Places places{home / "images", home / "film.mp4", {}};
    if (is_file && options.source.extension() != ".pvd")
        places.picture = std::filesystem::path(options.source).replace_extension(".png");
    switch (kind_of(options.out)) {
        case OutKind::usual:
        case OutKind::other:  // refused already
            break;
        case OutKind::picture:
            places.picture = options.out;
            break;
        case OutKind::film:
            places.film = options.out;
            break;
        case OutKind::folder:
            places = {options.out / "images", options.out / "film.mp4", {}};
            break;
    }
    return places;
}

/// The particles and the obstacles, at all times (as good as).
Box everything_seen(const FilmOptions& options, const Survey& survey, const std::vector<FrameEntry>& frames) {
    constexpr size_t looks = 30;
    Box bounds = survey.bounds;
    if (!options.scenery) return bounds;
    for (size_t k = 0; k < frames.size(); k += frames.size() / looks + 1)
        for (const TriangleMesh& mesh : options.scenery(frames[k].time).obstacles) bounds.extend(panta::bounds(mesh));
    return bounds;
}

/// Whether a single frame is to be drawn and all is given that the others are looked through for.
bool stands_alone(const FilmOptions& options) {
    return options.frame && options.eye && options.target && options.range;
}

/// What a frame shows that stands alone. The walls tell where its floor is, as fluid does that flows through a film.
Survey survey_of_one(const FilmOptions& options, const FrameEntry& frame) {
    Survey survey = survey_of({frame}, options.colour_by, [](size_t, size_t) {});
    if (!options.scenery) return survey;
    const Scenery scenery = options.scenery(frame.time);
    for (const TriangleMesh& mesh : scenery.obstacles) survey.bounds.extend(panta::bounds(mesh));
    for (const DrawnLine& line : scenery.containers) survey.bounds.extend(line.from), survey.bounds.extend(line.to);
    return survey;
}

Camera camera_for(const FilmOptions& options, const Survey& survey, const Box& bounds) {
    const Real aspect = Real(options.width) / Real(options.height);
    const View view = survey.is_flat ? View::front : View::three_quarter;
    const Camera automatic = camera_that_sees(bounds, view, options.field_of_view, aspect);
    if (!options.eye && !options.target) return automatic;
    const Vec3 target = options.target.value_or(bounds.centre());
    const Vec3 eye = options.eye.value_or(target - automatic.forward() * norm(automatic.eye() - bounds.centre()));
    demand_direction(eye, target);
    return {eye, target, options.field_of_view, aspect};
}

/// The floor, or the sheet behind a two-dimensional world.
DrawnPlane plane_for(const Survey& survey) {
    DrawnPlane plane;
    const Vec3 centre = survey.bounds.centre();
    if (survey.is_flat) {
        plane.normal = {0, 0, 1};
        plane.offset = survey.bounds.lower.z;
        return plane;
    }
    plane.offset = survey.bounds.lower.y;
    plane.fades = true;
    plane.centre = {centre.x, plane.offset, centre.z};
    plane.clear = Real(0.75) * norm(survey.bounds.size());
    return plane;
}

/// Replaces the balls of a drawing by the particles of a frame.
void set_balls(Drawing& drawing, const ParticleFrame& frame, const std::vector<Real>& values, const ColourMap& colours,
               const std::pair<Real, Real>& range, const FilmOptions& options, bool is_flat) {
    const auto positions = frame.particles[fields::position];
    const auto bodies = frame.particles[fields::body];
    const auto is_hidden = [&](uint32_t body) {
        return std::find(options.hidden.begin(), options.hidden.end(), body) != options.hidden.end();
    };
    const std::vector<Real> radii = radii_of(frame, is_flat);
    drawing.balls.clear();
    drawing.colours.clear();
    for (size_t k = 0; k < positions.size(); ++k) {
        if (!is_finite(positions[k]) || is_hidden(bodies[k])) continue;
        drawing.balls.push_back({positions[k], radii[k] * options.ball_scale});
        drawing.colours.push_back(colours((values[k] - range.first) / (range.second - range.first)));
    }
}

std::vector<size_t> chosen_frames(const FilmOptions& options, size_t count) {
    if (options.frame) {
        if (*options.frame >= count)
            throw InputError(options.source.string(), "has no frame " + std::to_string(*options.frame),
                             "the last one is " + std::to_string(count - 1));
        return {*options.frame};
    }
    std::vector<size_t> chosen;
    for (size_t k = 0; k < count; k += options.every) chosen.push_back(k);
    return chosen;
}

std::filesystem::path numbered(const std::filesystem::path& folder, size_t number) {
    char name[40];
    std::snprintf(name, sizeof name, "frame_%05zu.png", number);
    return folder / name;
}

}  // namespace

FilmReport render_film(const FilmOptions& options, const FilmProgress& progress) {
    const auto tell = [&](const char* what, size_t done, size_t of) {
        if (progress) progress(what, done, of);
    };
    check_options(options);
    const ColourMap colours(options.colour_map);
    const std::vector<FrameEntry> frames = find_frames(options.source);
    const std::vector<size_t> chosen = chosen_frames(options, frames.size());
    const bool is_single = chosen.size() == 1 && (options.frame || frames.size() == 1);
    check_name(options, is_single);
    const Places places = places_of(options);

    // Make sure that the results can be written before hours of work go into them.
    const bool has_own_name = is_single && !places.picture.empty();
    if (!has_own_name) make_folder(places.pictures);
    FilmReport report;
    std::unique_ptr<VideoWriter> video;
    if (options.video && !is_single) {
        report.frame_rate = frame_rate_of(frames) / double(options.every);
        report.film = places.film;
        video = std::make_unique<VideoWriter>(places.film, options.width, options.height, report.frame_rate);
    }

    // One camera and one range of colours for the whole film; other frames are not read where neither depends on them.
    const Survey survey = stands_alone(options) ? survey_of_one(options, frames[chosen[0]])
                                                : survey_of(frames, options.colour_by, [&](size_t done, size_t of) {
                                                      tell("looking through the frames", done, of);
                                                  });
    const Camera camera = camera_for(options, survey, everything_seen(options, survey, frames));
    report.range = options.range.value_or(std::pair(survey.low, survey.high));
    Drawing drawing;
    drawing.line_width = Real(0.002) * norm(survey.bounds.size());
    drawing.plane = plane_for(survey);

    const Threads threads(options.threads);
    Renderer renderer(options.width, options.height, options.samples, threads);
    for (const size_t k : chosen) {
        const ParticleFrame frame = read_frame(frames[k].file);
        if (options.scenery) {
            Scenery scenery = options.scenery(frames[k].time);
            drawing.meshes = std::move(scenery.obstacles);
            drawing.lines = std::move(scenery.containers);
        }
        set_balls(drawing, frame, values_of(frame, options.colour_by, frames[k].file), colours, report.range, options,
                  survey.is_flat);
        const Image image = renderer.draw(drawing, camera);
        report.pictures.push_back(has_own_name ? places.picture : numbered(places.pictures, k));
        write_png(report.pictures.back(), image);
        if (video) video->add(image);
        tell("drawing", report.pictures.size(), chosen.size());
    }
    if (video) video->finish();
    return report;
}

}  // namespace panta
