// What has to be known of all frames before the first one is drawn: where the film happens, and which values it shows.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "io/frame.h"

namespace panta {

/// The frames of a run's folder (DIR with frames/ and a .pvd, or the frames/ folder itself), or one .vtp, .ply or .pvd
/// file. Throws InputError if there is none.
std::vector<FrameEntry> find_frames(const std::filesystem::path& source);

/// Frames per second of a film, from the times of its frames; 25 if they do not tell.
double frame_rate_of(const std::vector<FrameEntry>& frames);

/// The numbers of a field to be shown as colours: scalars as they are, vectors by their length. "speed" means the
/// length of the velocity. Throws InputError naming the fields there are if `field` is not one of them.
std::vector<Real> values_of(const ParticleFrame& frame, const std::string& field, const std::filesystem::path& file);

struct Survey {
    Box bounds;              // of all frames, without particles far from the rest, grown by the particle radius
    bool is_flat = true;     // a two-dimensional world
    Real low = 0, high = 1;  // of the values of the field in it, without a few extreme ones
};

/// Looks through the frames (at most 60 of them, evenly spread). `progress` is told after each one.
Survey survey_of(const std::vector<FrameEntry>& frames, const std::string& field,
                 const std::function<void(size_t done, size_t of)>& progress);

/// Radius of the balls of a frame: half the particle spacing, which the rest volume (in 2D an area) tells.
std::vector<Real> radii_of(const ParticleFrame& frame, bool is_flat);

}  // namespace panta
