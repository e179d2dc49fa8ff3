// From the folder of a run to pictures and a film.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "render/scenery.h"

namespace panta {

struct FilmOptions {
    std::filesystem::path source;  // a run's folder, or one .vtp, .ply or .pvd file
    std::filesystem::path out;     // a folder, the film (.mp4) or the one picture (.png); empty: beside the frames
    int width = 960, height = 540;
    int samples = 4;              // rays per pixel; 16 for a fine still
    size_t every = 1;             // draw every n-th frame
    std::optional<size_t> frame;  // draw this frame alone
    bool video = true;

    std::string colour_by = "speed";              // a field
    std::string colour_map = "water";             // see ColourMap
    std::vector<uint32_t> hidden;                 // bodies that are not drawn
    std::optional<std::pair<Real, Real>> range;   // of the colours; otherwise that of the film
    std::optional<Vec3> eye, target;              // of the camera; otherwise it sees the whole film
    Real field_of_view = 30;                      // degrees, of the picture's height
    Real ball_scale = 1.1f;                       // over half the particle spacing; a little overlap closes the gaps
    std::function<Scenery(double time)> scenery;  // the walls at a time, s; none if empty
    int threads = 0;                              // 0: as many as the machine has
};

struct FilmReport {
    std::vector<std::filesystem::path> pictures;
    std::filesystem::path film;  // empty if none was made
    double frame_rate = 0;       // 1/s
    std::pair<Real, Real> range;
};

/// What is being done, and how much of it is done.
using FilmProgress = std::function<void(const char* what, size_t done, size_t of)>;

/// Draws a film. Throws InputError (nothing to draw, unknown field, no ffmpeg) or RunError (disk full).
FilmReport render_film(const FilmOptions& options, const FilmProgress& progress = {});

}  // namespace panta
