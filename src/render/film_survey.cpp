#include "render/film_survey.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "render/camera.h"

namespace panta {

namespace {

constexpr size_t most_frames = 60;       // looked through; more would not change the camera
constexpr Real left_out = 0.0005f;       // fraction of particles that the camera may miss in each direction
constexpr Real extreme = 0.01f;          // fraction of values beyond each end of the colours
constexpr double usual_frame_rate = 25;  // 1/s

/// The frames in a folder in the order of their names.
std::vector<FrameEntry> listed(const std::filesystem::path& folder, const std::string& extension) {
    std::vector<FrameEntry> frames;
    if (!std::filesystem::is_directory(folder)) return frames;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == extension) frames.push_back({0, entry.path()});
    std::sort(frames.begin(), frames.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
    for (size_t k = 0; k < frames.size(); ++k) frames[k].time = double(k) / usual_frame_rate;
    return frames;
}

Real at_fraction(std::vector<Real>& values, Real fraction) {
    const auto k = std::ptrdiff_t(Real(values.size() - 1) * fraction);
    std::nth_element(values.begin(), values.begin() + k, values.end());
    return values[size_t(k)];
}

/// Where most of a frame is, and what is near to that. Drops that fell off a table and fall for ever are not.
Box bounds_of_most(std::span<const Vec3> positions) {
    constexpr Real scattered = 0.03f;  // fraction of particles in each direction that may be far from the rest
    constexpr Real far = 0.5f;         // diagonals of the rest
    const Box all = bounds_without_outliers(positions, left_out);
    if (all.is_empty()) return all;
    const Box rest = bounds_without_outliers(positions, scattered), near = rest.grown(far * norm(rest.size()));
    return {max(all.lower, near.lower), min(all.upper, near.upper)};
}

bool is_magnitude(const ParticleFrame& frame, const std::string& field) {
    const Column* column = frame.particles.find(field);
    return !column || column->type == FieldType::vec3;
}

}  // namespace

std::vector<FrameEntry> find_frames(const std::filesystem::path& source) {
    const std::string extension = source.extension().string();
    if (std::filesystem::is_regular_file(source)) {
        if (extension == ".pvd") return read_pvd(source);
        return {{read_frame(source).time, source}};
    }
    if (!std::filesystem::is_directory(source))
        throw InputError(source.string(), "there is no such file or folder", "give the folder that panta run wrote");
    for (const auto& folder : {source, source / "frames"})
        if (std::filesystem::exists(folder / "frames.pvd"))
            if (auto frames = read_pvd(folder / "frames.pvd"); !frames.empty()) return frames;
    for (const auto& folder : {source / "frames", source})
        for (const char* format : {".vtp", ".ply"})
            if (auto frames = listed(folder, format); !frames.empty()) return frames;
    throw InputError(source.string(), "has no frames", "give the folder that panta run wrote");
}

double frame_rate_of(const std::vector<FrameEntry>& frames) {
    if (frames.size() < 2) return usual_frame_rate;
    const double seconds = frames.back().time - frames.front().time;
    const double rate = double(frames.size() - 1) / seconds;
    if (!(seconds > 0) || !(rate >= 1) || !(rate <= 1000)) return usual_frame_rate;
    return std::round(rate * 1000) / 1000;
}

std::vector<Real> values_of(const ParticleFrame& frame, const std::string& field, const std::filesystem::path& file) {
    const Particles& particles = frame.particles;
    const Column* column = particles.find(field == "speed" ? std::string(fields::velocity.name) : field);
    if (!column) {
        std::string known = "speed";
        for (const Column& other : particles.columns()) known += ", " + other.name;
        throw InputError(file.string(), "has no field '" + field + "' to colour by", "it has: " + known);
    }
    std::vector<Real> values(particles.size());
    const auto fill = [&]<class T>(std::span<const T> numbers) {
        for (size_t k = 0; k < numbers.size(); ++k)
            if constexpr (std::is_same_v<T, Vec3>)
                values[k] = norm(numbers[k]);
            else
                values[k] = Real(numbers[k]);
    };
    switch (column->type) {
        case FieldType::real:
            fill(column->as<Real>());
            break;
        case FieldType::vec3:
            fill(column->as<Vec3>());
            break;
        case FieldType::u32:
            fill(column->as<uint32_t>());
            break;
        case FieldType::u64:
            fill(column->as<uint64_t>());
            break;
    }
    return values;
}

std::vector<Real> radii_of(const ParticleFrame& frame, bool is_flat) {
    const auto volumes = frame.particles[fields::volume];
    const auto positions = frame.particles[fields::position];
    // Frames of other programs have no volumes: share out their box.
    const Vec3 size = bounds_without_outliers(positions, left_out).size();
    const Real count = Real(std::max<size_t>(positions.size(), 1));
    const Real guess = std::max(is_flat ? size.x * size.y : size.x * size.y * size.z, Real(1e-12)) / count;
    std::vector<Real> radii(volumes.size());
    for (size_t k = 0; k < radii.size(); ++k) {
        const Real volume = volumes[k] > 0 && std::isfinite(volumes[k]) ? volumes[k] : guess;
        radii[k] = Real(0.5) * (is_flat ? std::sqrt(volume) : std::cbrt(volume));
    }
    return radii;
}

Survey survey_of(const std::vector<FrameEntry>& frames, const std::string& field,
                 const std::function<void(size_t done, size_t of)>& progress) {
    Survey survey;
    Real low = Box::inf, high = -Box::inf, radius = 0;
    bool from_zero = true;
    const size_t looks = std::min(most_frames, frames.size());
    for (size_t k = 0; k < looks; ++k) {
        // Evenly spread, the first and the last included.
        const FrameEntry& entry = frames[looks > 1 ? k * (frames.size() - 1) / (looks - 1) : 0];
        const ParticleFrame frame = read_frame(entry.file);
        const auto positions = frame.particles[fields::position];
        const Box seen = bounds_of_most(positions);
        survey.bounds.extend(seen);
        survey.is_flat =
            survey.is_flat && std::all_of(positions.begin(), positions.end(), [](const Vec3& p) { return p.z == 0; });
        std::vector<Real> values = values_of(frame, field, entry.file);
        for (size_t i = 0; i < values.size(); ++i)
            if (!seen.contains(positions[i])) values[i] = std::numeric_limits<Real>::quiet_NaN();
        std::erase_if(values, [](Real value) { return !std::isfinite(value); });
        if (!values.empty()) {
            low = std::min(low, at_fraction(values, extreme));
            high = std::max(high, at_fraction(values, 1 - extreme));
            std::vector<Real> radii = radii_of(frame, survey.is_flat);
            radius = std::max(radius, at_fraction(radii, 1 - extreme));
        }
        from_zero = from_zero && is_magnitude(frame, field);
        progress(k + 1, looks);
    }
    if (survey.bounds.is_empty()) survey.bounds = {{-1, -1, -1}, {1, 1, 1}};  // a film without particles
    survey.bounds = survey.bounds.grown(std::max(radius, Real(1e-6)));
    if (low <= high) survey.low = from_zero ? 0 : low, survey.high = high;
    if (!(survey.high > survey.low)) survey.high = survey.low + 1;
    return survey;
}

}  // namespace panta
